/**
 * Marks empty file and date inputs with `data-empty`. In such inputs, browsers show a placeholder in their own
 * language, which the stylesheet replaces with ours. Without the mark, for example if the input has a value that this
 * script does not know about, the browser's own text stays.
 */
export function markEmptyInputs(): void {
  const markAll = () => {
    for (const input of document.querySelectorAll<HTMLInputElement>('[type=file],[type=date]')) {
      // A partly typed date is not empty, although the input has no value yet.
      input.toggleAttribute('data-empty', input.value === '' && !input.validity.badInput);
    }
  };
  markAll();
  // The browser restores values after going back, and React may rebuild the document.
  for (const event of ['input', 'focusout', 'pageshow', 'document-rebuilt']) addEventListener(event, markAll);
}
