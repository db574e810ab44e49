import { useLocation } from '@remix-run/react';
import { formOnlyCodes, inLanguage, isPageIn, languages } from '#app/i18n/languages.ts';
import { useFormLanguage } from '#app/i18n/use-language.ts';

/**
 * Links to the page's form in form-only languages, for visitors who may not understand the page's language.
 * @param formId the id of the element that the links lead to
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
