import { type FormLanguage, languages } from '#app/i18n/languages.ts';
import { intentFieldName } from './field-names.ts';

/**
 * Returns the name and value of the button that reopens a half-filled form in another language. The button sends an
 * intent, like the form's other buttons; the server only has to recognise that it does not submit the form. The value is
 * the language's name, because lynx displays the value on the button.
 */
export function languageSwitchButton(language: FormLanguage): { name: string; value: string } {
  return { name: intentFieldName, value: languages[language].name };
}
