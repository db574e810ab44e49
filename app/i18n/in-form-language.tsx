import { type ReactNode, useMemo } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { type FormLanguage, languages } from './languages.ts';

/**
 * Renders a part of a page in the form's language, which may differ from the page's: texts, direction and the `lang`
 * attribute. Place names, links and formats still follow a page language (see `useLanguage`).
 */
export function InFormLanguage({ language, children }: { language: FormLanguage; children: ReactNode }) {
  const { i18n } = useTranslation();
  const instance = useMemo(
    () => (language === i18n.language ? i18n : i18n.cloneInstance({ lng: language })),
    [i18n, language],
  );
  if (instance === i18n) return children;
  return (
    <I18nextProvider i18n={instance}>
      <div lang={language} dir={languages[language].dir} data-form-language={language} className="contents">
        {children}
      </div>
    </I18nextProvider>
  );
}
