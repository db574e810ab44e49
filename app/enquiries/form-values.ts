import { enterValue } from '#app/forms/enter-value.ts';

/** What a visitor has entered into a form, in the order of the page; without files and hidden fields. */
export interface FormValues {
  /** Of text fields, text areas and lists: name and value. */
  texts: [string, string][];
  /** Of ticked boxes and chosen buttons: name and value. */
  choices: [string, string][];
}

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

type NameTest = (name: string) => boolean;
const anyName: NameTest = () => true;

/**
 * Reads what stands in a form's controls.
 * @param isWanted which controls, by their names; all of them if it is left out
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
 * Whether nothing has been entered at all.
 * @param isWanted in which controls, by their names; all of them if it is left out
 */
export function isUntouched(form: HTMLFormElement, isWanted = anyName): boolean {
  return (
    textControls(form).every((control) => control.value === valueAtFirst(control) || !isWanted(control.name)) &&
    choiceControls(form).every(({ checked, defaultChecked, name }) => checked === defaultChecked || !isWanted(name))
  );
}

/**
 * Puts values back where nothing has been entered since, in a way that React and whatever listens hear of. What stands
 * in the form already stays.
 */
export function putBackFormValues(form: HTMLFormElement, values: FormValues): void {
  putBackOnce(form, values);
  setTimeout(() => {
    // By now React has drawn the fields that a value asks for, such as the ages of so many children.
    putBackOnce(form, values);
    // A list of suggestions that opened for the text closes again.
    setTimeout(() => {
      for (const control of form.querySelectorAll('[aria-expanded="true"]')) {
        control.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
      }
    });
  });
}

function putBackOnce(form: HTMLFormElement, { texts, choices }: FormValues): void {
  const left = [...texts];
  for (const control of textControls(form)) {
    const index = left.findIndex(([name]) => name === control.name);
    const [pair] = index < 0 ? [] : left.splice(index, 1);
    if (pair && control.value === valueAtFirst(control) && control.value !== pair[1]) enterValue(control, pair[1]);
  }
  for (const control of choiceControls(form)) {
    const isChosen = choices.some(([name, value]) => name === control.name && value === control.value);
    if (control.checked === control.defaultChecked && control.checked !== isChosen) control.click();
  }
}

function valueAtFirst(control: TextControl): string {
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
