import { useLocation, useRouteError } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Flag, flagOf, inLanguage, type Language, languageCodes, languages, pathIn } from '#app/i18n/languages.ts';
import { switchLanguage } from '#app/i18n/switch-language.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { Icon } from '#app/ui/icon.tsx';
import arabicFlag from '../pictures/flag-ar.svg';
import englishFlag from '../pictures/flag-en.svg';
import { usePage } from './current-page.ts';

const flags: Record<Flag, string> = { 'flag-ar': arabicFlag, 'flag-en': englishFlag };

/** A menu with the page's language and links to the others; works without scripts. */
export function LanguageMenu() {
  const { t } = useTranslation();
  const current = useLanguage();
  const form = usePage()?.form;
  return (
    <>
      {/* Enter presses a form's first button, and one for a language would stand first: this one sends. lynx shows a
          word for a button without a value. */}
      {form && (
        <button type="submit" form={form} value={'\u200b'} tabIndex={-1} aria-hidden="true" className="hidden" />
      )}
      <details data-closes className="sm:relative">
        <summary className="header-button flex cursor-pointer list-none gap-1.5 font-semibold">
          <Icon name="globe" />
          <span className="hidden-visually">{t('language.choose')}</span>{' '}
          <span className="hidden sm:inline">{languages[current].name}</span>
          <Icon name="chevron-down" className="hidden sm:block" />
        </summary>
        <div className="dropdown">
          <LanguageLinks />
        </div>
      </details>
    </>
  );
}

/** All languages by their own names: the current one, and links to the others. Flags are decorative. */
export function LanguageLinks() {
  const current = useLanguage();
  const { pathname, search } = useLocation();
  const isProblem = Boolean(useRouteError());
  const form = usePage()?.form;
  // A page that does not exist has no translations either.
  const addressIn = (language: Language) =>
    isProblem ? pathIn(language, '/') : inLanguage(pathname + search, language);
  const row = 'flex min-h-12 items-center gap-3 rounded px-3 font-semibold';
  return (
    <ul>
      {languageCodes.map((language) => (
        <li key={language} lang={language}>
          {language === current ? (
            // Not a link: it would reload the page and discard a half-filled form.
            <span aria-current="true" className={row}>
              <LanguageName language={language} />
              <Icon name="check" className="ms-auto text-action" />
            </span>
          ) : (
            <ToLanguage
              language={language}
              address={addressIn(language)}
              form={isProblem ? undefined : form}
              className={`${row} w-full text-start text-action no-underline hover:bg-action-soft`}
            >
              <LanguageName language={language} />
            </ToLanguage>
          )}
        </li>
      ))}
    </ul>
  );
}

/**
 * A link to the page in another language; on a page with a form, a button that submits the form, so that text and files
 * are kept, even without scripts. In browsers without support for buttons outside of their form (w3m, lynx), it submits
 * a form of its own, which acts like the link.
 */
function ToLanguage({
  language,
  address,
  form,
  className,
  children,
}: {
  language: Language;
  address: string;
  /** Id of the page's form, if any. */
  form: string | undefined;
  className: string;
  children: ReactNode;
}) {
  const look = { lang: language, 'data-switch-language': language, className };
  if (!form) {
    return (
      <a href={address} hrefLang={language} {...look}>
        {children}
      </a>
    );
  }
  const [path, query] = address.split('?');
  return (
    <form method="get" action={path}>
      {Array.from(new URLSearchParams(query), ([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" {...switchLanguage(language)} form={form} formAction={address} formNoValidate {...look}>
        {children}
      </button>
    </form>
  );
}

function LanguageName({ language }: { language: Language }) {
  const flag = flagOf(language);
  return (
    <>
      {flag && <img src={flags[flag]} alt="" width="24" height="16" loading="lazy" className="rounded-sm" />}
      {languages[language].name}
    </>
  );
}
