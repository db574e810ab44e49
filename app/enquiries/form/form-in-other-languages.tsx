import { useLocation } from '@remix-run/react';
import { formOnlyCodes, inLanguage, isPageIn, languages } from '#app/i18n/languages.ts';
import { useFormLanguage } from '#app/i18n/use-language.ts';

/**
 * Links to the form of the page in form-only languages, whose readers may not understand the page.
 * @param formId element to which they lead
 */
export function FormInOtherLanguages({ formId }: { formId: string }) {
  const { pathname } = useLocation();
  const current = useFormLanguage();
  return formOnlyCodes
    .filter((code) => code !== current && isPageIn(code, pathname))
    .map((code) => (
      <p key={code} className="mb-4">
        <a
          href={`${inLanguage(pathname, code)}#${formId}`}
          lang={code}
          dir={languages[code].dir}
          className="text-action underline"
        >
          {languages[code].readForm}
        </a>
      </p>
    ));
}
