/**
 * Marks empty file and date inputs with `data-empty`. Browsers fill these with words in their own language; the
 * stylesheet then shows ours. Without the mark, as for a value that this script does not know of, the browser's stay.
 */
export function markEmptyInputs(): void {
  const markAll = () => {
    for (const input of document.querySelectorAll<HTMLInputElement>('[type=file],[type=date]')) {
      // A date of which only the day has been typed is not empty, although it has no value.
      input.toggleAttribute('data-empty', input.value === '' && !input.validity.badInput);
    }
  };
  markAll();
  // The browser restores values after going back, and React may rebuild the document.
  for (const event of ['input', 'focusout', 'pageshow', 'document-rebuilt']) addEventListener(event, markAll);
}
