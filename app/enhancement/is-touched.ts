/**
 * Something was typed or chosen, or files wait on the server. Only a preset is no input: what a control began with may
 * have been typed before the last post, and has to come along.
 */
export function isTouched(form: HTMLFormElement): boolean {
  return Array.from(form.elements).some((control) => {
    if (control instanceof HTMLTextAreaElement) return control.value !== '';
    if (!(control instanceof HTMLInputElement)) return false;
    if (control.type === 'radio' || control.type === 'checkbox') return control.checked !== control.defaultChecked;
    if (control.type === 'hidden') return control.name === 'draft' && control.value !== '';
    return control.value !== (control.dataset.preset ?? '');
  });
}
