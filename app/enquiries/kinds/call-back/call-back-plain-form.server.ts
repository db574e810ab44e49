import { type FormLanguage, pathIn } from '#app/i18n/languages.ts';
import { resources } from '#app/i18n/texts/resources.server.ts';
import { callBackPath } from './call-back-fields.ts';

/** Renders a minimal call-back form for an error page without React: a phone number, and whether it is urgent. */
export function callBackPlainForm(language: FormLanguage): string {
  const { 'call-back': texts, forms } = resources[language];
  return `<form method="post" action="${pathIn(language, callBackPath)}">
<h2>${texts.heading}</h2>
<p><label for="phone">${forms.field.phone}</label>
<small id="hint">${forms.field.phone_hint}</small>
<input id="phone" name="phone" type="tel" dir="ltr" autocomplete="tel" aria-describedby="hint" required></p>
<p><label><input type="checkbox" name="when" value="now"> ${texts.when.now}</label></p>
<p><small>${texts.form.privacy}</small></p>
<p><button type="submit">${texts.send}</button></p>
</form>`;
}
