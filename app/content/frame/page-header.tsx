import { useLocation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import localHoursScript from 'virtual:local-hours.js';
import { useCompany } from '#app/company/company.ts';
import { HoursLines } from '#app/company/reply-and-hours.tsx';
import { chatHref, phoneHref } from '#app/i18n/input/phone-number.ts';
import { pathIn } from '#app/i18n/languages.ts';
import { useFormLanguage } from '#app/i18n/use-language.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { IconName } from '#app/ui/icon-names.ts';
import { RenderedOnce } from '#app/ui/rendered-once.tsx';
import { StaticPart } from '#app/ui/static-part.tsx';
import { isPathOf, useLinkedPath } from './current-page.ts';
import { LanguageMenu } from './language-menu.tsx';
import { mainLinksIn } from './navigation.ts';
import { SiteName } from './site-name.tsx';

/**
 * The header of every page: home link, phone, chat and language menu, with the main links from `md` and a menu button
 * on smaller screens (spec, section 1).
 */
export function PageHeader() {
  return (
    <StaticPart id="header" as="header" className="page-header no-print border-b border-line bg-surface-raised">
      {import.meta.env.SSR && <HeaderContent />}
    </StaticPart>
  );
}

function HeaderContent() {
  const language = useFormLanguage();
  const linkedPath = useLinkedPath();
  const { version, times } = useCompany();
  return (
    <>
      {times.hours && <script src={localHoursScript} defer />}
      <RenderedOnce id={`skip ${language}`}>
        <SkipLink />
      </RenderedOnce>
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-2 px-4 py-2">
        <RenderedOnce id={`name ${language} ${version}`}>
          <SiteName />
        </RenderedOnce>
        {/* Text browsers show the links on one line, separated by the explicit spaces. */}
        <div className="no-print ms-auto flex items-center sm:gap-1">
          <RenderedOnce id={`contact ${language} ${version}`}>
            <ContactLinks />
          </RenderedOnce>{' '}
          <LanguageMenu />
          <RenderedOnce id={`menu button ${language}`}>
            <MenuButton />
          </RenderedOnce>
        </div>
      </div>
      <RenderedOnce id={`main links ${language} ${linkedPath} ${version} ${times.riyadhAhead ?? ''}`}>
        <MainLinks />
      </RenderedOnce>
    </>
  );
}

function SkipLink() {
  const { t } = useTranslation('frame');
  return (
    <a
      href="#content"
      className="visually-hidden absolute inset-x-4 top-3 z-20 rounded text-center bg-action px-4 py-3 text-ink-inverse"
    >
      {t('skip_to_content')}
    </a>
  );
}

function ContactLinks() {
  const { t } = useTranslation('frame');
  const company = useCompany();
  return (
    <>
      <ContactLink href={phoneHref(company.phone)} icon="phone" label={t('header.call')} text={company.phone} />{' '}
      <ContactLink
        href={`mailto:${company.email}`}
        icon="mail"
        label={t('header.email')}
        text={company.email}
        className="hidden md:flex"
      />{' '}
      <ContactLink
        href={chatHref(company.whatsapp)}
        icon="message-circle"
        label={t('header.chat')}
        text={t('header.chat_short')}
        opensNewTab
      />
    </>
  );
}

function MenuButton() {
  const { t } = useTranslation('frame');
  return (
    <a id="menu-button" href="#menu" data-menu-open className="header-button flex md:hidden">
      <Icon name="menu" className="text-lead" />
      <span className="visually-hidden">{t('menu.open')}</span>
    </a>
  );
}

function MainLinks() {
  const { t } = useTranslation();
  const language = useFormLanguage();
  const { times } = useCompany();
  const { pathname } = useLocation();
  return (
    <nav aria-label={t('nav.main')} className="no-print hidden border-t border-line md:block">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between px-2">
        <ul className="flex flex-wrap lg:gap-x-2">
          {mainLinksIn(language).map(({ path, label }) => (
            <li key={path}>
              <a
                href={pathIn(language, path)}
                aria-current={isPathOf(pathname, pathIn(language, path)) ? 'page' : undefined}
                className="main-link"
              >
                {t(label)}
              </a>
            </li>
          ))}
        </ul>
        {times.hours && (
          <div className="hidden flex-wrap gap-x-6 px-2 py-2 text-small text-ink-muted xl:flex">
            <HoursLines showsOwnTime={false} />
          </div>
        )}
      </div>
    </nav>
  );
}

function ContactLink({
  href,
  icon,
  label,
  text,
  opensNewTab = false,
  className = 'flex',
}: {
  href: string | undefined;
  icon: IconName;
  label: string;
  text: string;
  opensNewTab?: boolean;
  className?: string;
}) {
  return (
    <a
      href={href}
      aria-label={label.includes(text) ? label : `${label} ${text}`}
      {...(opensNewTab ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
      className={`${className} header-button gap-2`}
    >
      <Icon name={icon} />
      <bdi dir="auto" className="hidden whitespace-nowrap lg:inline">
        {text}
      </bdi>
    </a>
  );
}
