import { setNativeValue } from '#app/forms/enter-value.ts';

/** A form's values in the order of the page, without files and hidden fields. */
export interface FormValues {
  /** Names and values of text inputs, text areas and selects. */
  texts: [string, string][];
  /** Names and values of checked checkboxes and radio buttons. */
  choices: [string, string][];
}

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

type NameTest = (name: string) => boolean;
const anyName: NameTest = () => true;

/**
 * Reads the values of a form's controls.
 * @param isWanted filters controls by name; defaults to all
 */
export function readFormValues(form: HTMLFormElement, isWanted = anyName): FormValues {
  return {
    texts: textControls(form)
      .filter(({ name }) => isWanted(name))
      .map((control) => [control.name, control.value]),
    choices: choiceControls(form)
      .filter(({ name, checked }) => checked && isWanted(name))
      .map(({ name, value }) => [name, value]),
  };
}

/**
 * Whether all controls have their default values.
 * @param isWanted filters controls by name; defaults to all
 */
export function isUntouched(form: HTMLFormElement, isWanted = anyName): boolean {
  return (
    textControls(form).every((control) => control.value === defaultValueOf(control) || !isWanted(control.name)) &&
    choiceControls(form).every(({ checked, defaultChecked, name }) => checked === defaultChecked || !isWanted(name))
  );
}

/** Whether the form has exactly these values. */
export function hasFormValues(form: HTMLFormElement, values: FormValues): boolean {
  return JSON.stringify(readFormValues(form)) === JSON.stringify(values);
}

/**
 * Restores values into controls that still have their defaults, dispatching the events that React and other listeners
 * expect. Controls with other values are not changed.
 */
export function restoreFormValues(form: HTMLFormElement, values: FormValues): void {
  restoreOnce(form, values);
  setTimeout(() => {
    // By now React has rendered fields that depend on a restored value, such as the children's ages.
    restoreOnce(form, values);
    // Close suggestion lists that the restored text has opened.
    setTimeout(() => {
      for (const control of form.querySelectorAll('[aria-expanded="true"]')) {
        control.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
      }
    });
  });
}

function restoreOnce(form: HTMLFormElement, { texts, choices }: FormValues): void {
  const left = [...texts];
  for (const control of textControls(form)) {
    const index = left.findIndex(([name]) => name === control.name);
    const [pair] = index < 0 ? [] : left.splice(index, 1);
    if (pair && control.value === defaultValueOf(control) && control.value !== pair[1])
      setNativeValue(control, pair[1]);
  }
  for (const control of choiceControls(form)) {
    const isChosen = choices.some(([name, value]) => name === control.name && value === control.value);
    if (control.checked === control.defaultChecked && control.checked !== isChosen) control.click();
  }
}

function defaultValueOf(control: TextControl): string {
  if (!(control instanceof HTMLSelectElement)) return control.defaultValue;
  const chosen = Array.from(control.options).find(({ defaultSelected }) => defaultSelected);
  return (chosen ?? control.options[0])?.value ?? '';
}

const notText = ['hidden', 'file', 'checkbox', 'radio', 'submit', 'button', 'reset', 'image', 'password'];

function textControls(form: HTMLFormElement): TextControl[] {
  return Array.from(form.elements).filter(
    (control): control is TextControl =>
      ((control instanceof HTMLInputElement && !notText.includes(control.type)) ||
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
