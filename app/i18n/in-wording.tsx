import { useMemo, type ReactNode } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { languages, russian, type Wording } from './languages.ts';

/**
 * A part of a page that is worded in another language than the page: the texts, the direction, and what assistive
 * technology is told of them. Names of places, addresses of pages and formats are English where the wording is Russian
 * (`useLanguage`).
 */
export function InWording({ wording, children }: { wording: Wording; children: ReactNode }) {
  const { i18n } = useTranslation();
  const worded = useMemo(
    () => (wording === i18n.language ? i18n : i18n.cloneInstance({ lng: wording })),
    [i18n, wording],
  );
  if (worded === i18n) return children;
  const { dir } = wording === 'ru' ? russian : languages[wording];
  return (
    <I18nextProvider i18n={worded}>
      <div lang={wording} dir={dir} data-wording={wording} className="contents">
        {children}
      </div>
    </I18nextProvider>
  );
}
