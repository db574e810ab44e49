import { type FormLanguage, languages } from './languages.ts';

/**
 * Returns the name and value of the button that reopens a half-filled form in another language. The button sends an
 * intent, like the form's other buttons (app/forms/field-names.ts); the server only has to recognise that it does not
 * submit the form. The value is the language's name, because lynx displays the value on the button.
 */
export function languageSwitchButton(language: FormLanguage): { name: string; value: string } {
  return { name: 'intent', value: languages[language].name };
}
