import { useLocation, useRouteError } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { inLanguage, languageCodes, languages, pathIn, type Language } from '#app/i18n/languages.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { Icon } from '#app/ui/icon.tsx';
import arabicFlag from './pictures/flag-ar.svg';
import englishFlag from './pictures/flag-en.svg';

const flags: Record<Language, string> = { ar: arabicFlag, en: englishFlag };

/** The page's language, and the same page in the others; opens and closes without a script. */
export function LanguageMenu() {
  const { t } = useTranslation();
  const current = useLanguage();
  return (
    <details data-closes className="sm:relative">
      <summary className="flex min-h-12 min-w-12 cursor-pointer list-none items-center justify-center gap-1.5 rounded px-2 font-semibold text-action hover:bg-action-soft">
        <Icon name="globe" />
        <span className="hidden-visually">{t('language.choose')}</span>{' '}
        <span className="hidden sm:inline">{languages[current].name}</span>
        <Icon name="chevron-down" className="hidden sm:block" />
      </summary>
      <div className="dropdown">
        <LanguageLinks />
      </div>
    </details>
  );
}

/** Each language by its own name: the page's own, and links to the others. The flag is decoration beside it. */
export function LanguageLinks() {
  const current = useLanguage();
  const { pathname, search } = useLocation();
  const isProblem = Boolean(useRouteError());
  // A page that is not there is not there in any language.
  const addressIn = (language: Language) =>
    isProblem ? pathIn(language, '/') : inLanguage(pathname + search, language);
  const row = 'flex min-h-12 items-center gap-3 rounded px-3 font-semibold';
  return (
    <ul>
      {languageCodes.map((language) => (
        <li key={language} lang={language}>
          {language === current ? (
            // No link: it would load the page again and throw a half-filled form away.
            <span aria-current="true" className={row}>
              <LanguageName language={language} />
              <Icon name="check" className="ms-auto text-action" />
            </span>
          ) : (
            <a
              href={addressIn(language)}
              hrefLang={language}
              lang={language}
              data-switch-language={language}
              className={`${row} text-action no-underline hover:bg-action-soft`}
            >
              <LanguageName language={language} />
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

function LanguageName({ language }: { language: Language }) {
  return (
    <>
      <img src={flags[language]} alt="" width="24" height="16" loading="lazy" className="rounded-sm" />
      {languages[language].name}
    </>
  );
}
