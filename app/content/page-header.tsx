import { useLocation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { chatHref, phoneHref, useCompany } from '#app/company/company.ts';
import { inLanguage, languageCodes, languages } from '#app/i18n/languages.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { IconName } from '#app/ui/icon-names.ts';

/** Top of every page: the way home, the ways to a person, and the language. */
export function PageHeader() {
  const { t } = useTranslation();
  const company = useCompany();
  const language = useLanguage();
  return (
    <header className="border-b border-line bg-surface-raised">
      <a
        href="#content"
        className="hidden-visually absolute start-4 top-4 z-20 rounded bg-action px-4 py-3 text-ink-inverse"
      >
        {t('skip_to_content')}
      </a>
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-2 gap-y-1 px-4 py-2">
        <a
          href={`/${language}`}
          aria-label={t('header.home', { company: company.name })}
          className="flex min-h-12 items-center gap-2 text-small font-semibold text-ink no-underline md:text-body"
        >
          <Logo />
          <bdi>{company.name}</bdi>
        </a>
        <nav aria-label={t('header.contact_ways')} className="no-print flex flex-wrap items-center gap-1">
          <ContactLink
            href={phoneHref(company.phone)}
            icon="phone"
            label={t('header.call')}
            text={company.phone}
            className="hidden md:flex"
          />
          <ContactLink
            href={`mailto:${company.email}`}
            icon="mail"
            label={t('header.email')}
            text={company.email}
            className="hidden lg:flex"
          />
          <ContactLink
            href={chatHref(company.whatsapp)}
            icon="message-circle"
            label={t('header.chat')}
            text={t('header.chat_short')}
            opensTab
          />
          <LanguageSwitch />
        </nav>
      </div>
    </header>
  );
}

function ContactLink({
  href,
  icon,
  label,
  text,
  opensTab = false,
  className = 'flex',
}: {
  href: string;
  icon: IconName;
  label: string;
  text: string;
  opensTab?: boolean;
  className?: string;
}) {
  return (
    <a
      href={href}
      aria-label={label.includes(text) ? label : `${label} ${text}`}
      {...(opensTab ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
      className={`${className} min-h-12 min-w-12 items-center justify-center gap-2 rounded px-2 text-action no-underline hover:bg-action-soft`}
    >
      <Icon name={icon} />
      <bdi dir="auto" className="hidden whitespace-nowrap md:inline">
        {text}
      </bdi>
    </a>
  );
}

/** The same page in the other language, in that language's own words. */
function LanguageSwitch() {
  const current = useLanguage();
  const { pathname, search } = useLocation();
  return languageCodes
    .filter((language) => language !== current)
    .map((language) => (
      <a
        key={language}
        href={inLanguage(pathname + search, language)}
        hrefLang={language}
        lang={language}
        data-switch-language={language}
        className="flex min-h-12 items-center gap-2 rounded px-2 font-semibold text-action no-underline hover:bg-action-soft"
      >
        <Icon name="languages" className="hidden md:block" />
        {languages[language].name}
      </a>
    ));
}

function Logo() {
  return (
    <svg aria-hidden="true" viewBox="0 0 40 40" width="36" height="36" className="shrink-0 rtl:-scale-x-100">
      <rect width="40" height="40" rx="10" fill="var(--color-surface-deep)" />
      <path d="M7 30C12 10 28 10 33 30" fill="none" stroke="var(--color-arc)" strokeWidth="2.5" strokeLinecap="round" />
      <path d="M20 8v10M15 13h10" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
