import { useRouteError } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languageSwitchButton } from '#app/forms/language-switch-button.ts';
import {
  flagOf,
  type FormLanguage,
  formLanguageCodes,
  inLanguage,
  isFormOnlyLanguage,
  isPageIn,
  languages,
  pathIn,
} from '#app/i18n/languages.ts';
import { useFormLanguage } from '#app/i18n/use-language.ts';
import { Icon, SmallPicture } from '#app/ui/icon.tsx';
import { useAddress, usePage } from './current-page.ts';

/** A menu with the current language and links to the other languages; works without JavaScript. */
export function LanguageMenu() {
  const { t } = useTranslation('frame');
  const current = useFormLanguage();
  const form = usePage()?.form;
  return (
    <>
      {/* Pressing Enter in a form activates its first button, which would be a language button: this hidden button
          submits the form instead. Its value is a zero-width space, because lynx shows a default label for an empty
          value. */}
      {form && (
        <button type="submit" form={form} value={'\u200b'} tabIndex={-1} aria-hidden="true" className="hidden" />
      )}
      <details data-closes className="sm:relative">
        <summary className="header-button flex cursor-pointer list-none gap-1.5 font-semibold">
          <Icon name="globe" />
          <span className="visually-hidden">{t('language.choose')}</span>{' '}
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

/** A list of all languages in their own names, with a link to each except the current one. Flags are decorative. */
export function LanguageLinks() {
  const current = useFormLanguage();
  const address = useAddress();
  const isErrorPage = Boolean(useRouteError());
  const page = usePage();
  // Error pages do not exist in other languages, nor does a request's page in a form-only language.
  const isTranslated = !isErrorPage && isPageIn(current, address);
  const hrefIn = (language: FormLanguage) => (isTranslated ? inLanguage(address, language) : pathIn(language, '/'));
  const rowClass = 'flex min-h-12 items-center gap-3 rounded px-3 font-semibold';
  return (
    <ul>
      {formLanguageCodes.map((language) => (
        <li key={language} lang={language}>
          {language === current ? (
            // Not a link: it would reload the page and discard a half-filled form.
            <span aria-current="true" className={rowClass}>
              <LanguageName language={language} />
              <Icon name="check" className="ms-auto text-action" />
            </span>
          ) : (
            <LanguageSwitch
              language={language}
              href={hrefIn(language)}
              form={isTranslated && isPageIn(language, address) ? page?.form : undefined}
              className={`${rowClass} w-full text-start text-action no-underline hover:bg-action-soft`}
            >
              <LanguageName language={language} />
            </LanguageSwitch>
          )}
        </li>
      ))}
    </ul>
  );
}

/**
 * A link to the page in another language. On a page with a form it is a button that submits that form, so that text and
 * files are kept even without JavaScript. In browsers that do not support buttons outside their form (w3m, lynx), the
 * button submits its own form, which works like the link.
 */
function LanguageSwitch({
  language,
  href,
  form,
  className,
  children,
}: {
  language: FormLanguage;
  href: string;
  /** The id of the page's form, if it has one. */
  form: string | undefined;
  className: string;
  children: ReactNode;
}) {
  const attributes = {
    lang: language,
    'data-switch-language': language,
    'data-form-only': isFormOnlyLanguage(language) ? '' : undefined,
    className,
  };
  if (!form) {
    return (
      <a href={href} hrefLang={language} {...attributes}>
        {children}
      </a>
    );
  }
  const [path, query] = href.split('?');
  return (
    <form method="get" action={path}>
      {Array.from(new URLSearchParams(query), ([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button
        type="submit"
        {...languageSwitchButton(language)}
        form={form}
        formAction={href}
        formNoValidate
        {...attributes}
      >
        {children}
      </button>
    </form>
  );
}

function LanguageName({ language }: { language: FormLanguage }) {
  const flag = flagOf(language);
  return (
    <>
      {flag ? (
        <SmallPicture name={flag} width={24} height={16} className="rounded-sm" />
      ) : (
        // Aligns the names of languages without a flag.
        <svg aria-hidden="true" width={24} height={16} />
      )}
      {languages[language].name}
    </>
  );
}
