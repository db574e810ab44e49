/**
 * Something was typed or chosen, or files wait on the server. Only a preset is no input: what a control began with may
 * have been typed before the last post, and has to come along.
 */
export function isTouched(form: HTMLFormElement): boolean {
  return Array.from(form.elements).some((control) => {
    if (control instanceof HTMLTextAreaElement) return control.value !== '';
    if (control instanceof HTMLSelectElement) return control.selectedIndex !== presetOf(control);
    if (!(control instanceof HTMLInputElement)) return false;
    if (control.type === 'radio' || control.type === 'checkbox') return control.checked !== control.defaultChecked;
    if (control.type === 'hidden') return control.name === 'draft' && control.value !== '';
    return control.value !== (control.dataset.preset ?? '');
  });
}

/** Which option a list begins with: the one that says so, else the first. */
function presetOf({ options }: HTMLSelectElement): number {
  return Math.max(
    0,
    Array.from(options).findIndex((option) => option.defaultSelected),
  );
}
