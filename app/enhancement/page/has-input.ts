/**
 * Whether the visitor has entered anything in the form, or files are stored on the server. Values restored after a post
 * count as input; only preset values do not.
 */
export function hasInput(form: HTMLFormElement): boolean {
  return Array.from(form.elements).some((control) => {
    if (control instanceof HTMLTextAreaElement) return control.value !== '';
    if (control instanceof HTMLSelectElement) return control.selectedIndex !== presetOf(control);
    if (!(control instanceof HTMLInputElement)) return false;
    if (control.type === 'radio' || control.type === 'checkbox') return control.checked !== control.defaultChecked;
    if (control.type === 'hidden') return control.name === 'draft' && control.value !== '';
    return control.value !== (control.dataset.preset ?? '');
  });
}

/** Index of the option selected initially: the marked one, else the first. */
function presetOf({ options }: HTMLSelectElement): number {
  return Math.max(
    0,
    Array.from(options).findIndex((option) => option.defaultSelected),
  );
}
