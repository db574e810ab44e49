/** What a visitor has entered into a form, in the order of the page; without files and hidden fields. */
export interface FormValues {
  /** Of text fields, text areas and lists: name and value. */
  texts: [string, string][];
  /** Of ticked boxes and chosen buttons: name and value. */
  choices: [string, string][];
}

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Reads what stands in a form's controls. */
export function readFormValues(form: HTMLFormElement): FormValues {
  return {
    texts: textControls(form).map((control) => [control.name, control.value]),
    choices: choiceControls(form)
      .filter(({ checked }) => checked)
      .map(({ name, value }) => [name, value]),
  };
}

/** Whether anything has been entered at all. */
export function isUntouched(form: HTMLFormElement): boolean {
  return (
    textControls(form).every((control) => control.value === valueAtFirst(control)) &&
    choiceControls(form).every(({ checked, defaultChecked }) => checked === defaultChecked)
  );
}

/**
 * Puts values back where nothing has been entered since, in a way that React and whatever listens hear of. What stands
 * in the form already stays.
 */
export function putBackFormValues(form: HTMLFormElement, { texts, choices }: FormValues): void {
  const left = [...texts];
  for (const control of textControls(form)) {
    const index = left.findIndex(([name]) => name === control.name);
    const [pair] = index < 0 ? [] : left.splice(index, 1);
    if (pair && control.value === valueAtFirst(control) && control.value !== pair[1]) enter(control, pair[1]);
  }
  for (const control of choiceControls(form)) {
    const isChosen = choices.some(([name, value]) => name === control.name && value === control.value);
    if (control.checked === control.defaultChecked && control.checked !== isChosen) control.click();
  }
  // A list of suggestions that opened for the text closes again.
  setTimeout(() => {
    for (const control of form.querySelectorAll('[aria-expanded="true"]')) {
      control.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    }
  });
}

/** React keeps its own account of a control's value and hears only of what goes past it. */
function enter(control: TextControl, value: string): void {
  const owner = Object.getPrototypeOf(control) as object;
  Object.getOwnPropertyDescriptor(owner, 'value')?.set?.call(control, value);
  control.dispatchEvent(new Event('input', { bubbles: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
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
