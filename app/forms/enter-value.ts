/**
 * Puts a value into a control as if the visitor had entered it: React, which keeps its own account of a control's value
 * and hears only of what goes past it, and whatever else listens get to know.
 */
export function enterValue(control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, value: string): void {
  const owner = Object.getPrototypeOf(control) as object;
  Object.getOwnPropertyDescriptor(owner, 'value')?.set?.call(control, value);
  control.dispatchEvent(new Event('input', { bubbles: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
}
