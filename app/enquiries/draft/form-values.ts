import { setNativeValue } from '#app/forms/set-native-value.ts';

/** A form's values in document order, without files or hidden fields. */
export interface FormValues {
  /** Names and values of text inputs, text areas and selects. */
  texts: [string, string][];
  /** Names and values of checked checkboxes and radio buttons. */
  choices: [string, string][];
}

type ValueControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

type NameFilter = (name: string) => boolean;
const anyName: NameFilter = () => true;

/**
 * Reads the values of a form's controls.
 * @param includesName selects controls by name; defaults to all
 */
export function readFormValues(form: HTMLFormElement, includesName = anyName): FormValues {
  return {
    texts: valueControls(form)
      .filter(({ name }) => includesName(name))
      .map((control) => [control.name, control.value]),
    choices: choiceControls(form)
      .filter(({ name, checked }) => checked && includesName(name))
      .map(({ name, value }) => [name, value]),
  };
}

/**
 * Returns whether all controls have their default values.
 * @param includesName selects controls by name; defaults to all
 */
export function hasDefaultValues(form: HTMLFormElement, includesName = anyName): boolean {
  return (
    valueControls(form).every((control) => control.value === defaultValueOf(control) || !includesName(control.name)) &&
    choiceControls(form).every(({ checked, defaultChecked, name }) => checked === defaultChecked || !includesName(name))
  );
}

/** Returns whether the form has exactly these values. */
export function hasFormValues(form: HTMLFormElement, values: FormValues): boolean {
  return JSON.stringify(readFormValues(form)) === JSON.stringify(values);
}

/**
 * Restores values into controls that still have their default values, and dispatches the events that React and other
 * listeners expect. Does not change controls with other values.
 */
export function restoreFormValues(form: HTMLFormElement, values: FormValues): void {
  restorePass(form, values);
  setTimeout(() => {
    // React has now rendered the fields that depend on a restored value, such as the children's ages.
    restorePass(form, values);
    // Close the suggestion lists that the restored text has opened.
    setTimeout(() => {
      for (const control of form.querySelectorAll('[aria-expanded="true"]')) {
        control.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
      }
    });
  });
}

function restorePass(form: HTMLFormElement, { texts, choices }: FormValues): void {
  const remainingTexts = [...texts];
  for (const control of valueControls(form)) {
    const index = remainingTexts.findIndex(([name]) => name === control.name);
    const [pair] = index < 0 ? [] : remainingTexts.splice(index, 1);
    if (pair && control.value === defaultValueOf(control) && control.value !== pair[1])
      setNativeValue(control, pair[1]);
  }
  for (const control of choiceControls(form)) {
    const shouldBeChecked = choices.some(([name, value]) => name === control.name && value === control.value);
    if (control.checked === control.defaultChecked && control.checked !== shouldBeChecked) control.click();
  }
}

function defaultValueOf(control: ValueControl): string {
  if (!(control instanceof HTMLSelectElement)) return control.defaultValue;
  const selectedByDefault = Array.from(control.options).find(({ defaultSelected }) => defaultSelected);
  return (selectedByDefault ?? control.options[0])?.value ?? '';
}

const nonTextTypes = ['hidden', 'file', 'checkbox', 'radio', 'submit', 'button', 'reset', 'image', 'password'];

function valueControls(form: HTMLFormElement): ValueControl[] {
  return Array.from(form.elements).filter(
    (control): control is ValueControl =>
      ((control instanceof HTMLInputElement && !nonTextTypes.includes(control.type)) ||
        control instanceof HTMLTextAreaElement ||
        control instanceof HTMLSelectElement) &&
      control.name !== '',
  );
}

function choiceControls(form: HTMLFormElement): HTMLInputElement[] {
  return Array.from(form.elements).filter(
    (control): control is HTMLInputElement =>
      control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio'),
  );
}
