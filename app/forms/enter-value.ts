/**
 * Sets a control's value as if the visitor had entered it: uses the native setter, because React tracks the value, and
 * dispatches the events that React and other listeners expect.
 */
export function setNativeValue(
  control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
  value: string,
): void {
  const owner = Object.getPrototypeOf(control) as object;
  Object.getOwnPropertyDescriptor(owner, 'value')?.set?.call(control, value);
  control.dispatchEvent(new Event('input', { bubbles: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
}
