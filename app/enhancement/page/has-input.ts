/**
 * Returns whether the form has visitor input, including values restored after a submission and files already on the
 * server. Default values do not count.
 */
export function hasInput(form: HTMLFormElement): boolean {
  return Array.from(form.elements).some((control) => {
    if (control instanceof HTMLTextAreaElement) return control.value !== '';
    if (control instanceof HTMLSelectElement) return control.selectedIndex !== defaultIndex(control);
    if (!(control instanceof HTMLInputElement)) return false;
    if (control.type === 'radio' || control.type === 'checkbox') return control.checked !== control.defaultChecked;
    if (control.type === 'hidden') return control.name === 'draft' && control.value !== '';
    return control.value !== (control.dataset.preset ?? '');
  });
}

/** Returns the index of the initially selected option: the default option if there is one, else the first. */
function defaultIndex({ options }: HTMLSelectElement): number {
  return Math.max(
    0,
    Array.from(options).findIndex((option) => option.defaultSelected),
  );
}
