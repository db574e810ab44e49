import { type FormLanguage, languages } from './languages.ts';

/**
 * Name and value of the button that reopens a half-filled form in another language. It is an intent, like the form's
 * other buttons (uploads/field-names.ts); the server only has to know that it does not submit. Its value is what lynx
 * displays on the button.
 */
export function switchLanguage(language: FormLanguage): { name: string; value: string } {
  return { name: 'intent', value: languages[language].name };
}
