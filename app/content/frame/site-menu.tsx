import { useLocation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#app/company/company.ts';
import { HoursLines } from '#app/company/reply-and-hours.tsx';
import { chatHref, phoneHref } from '#app/i18n/input/phone-number.ts';
import { pathIn } from '#app/i18n/languages.ts';
import { useFormLanguage } from '#app/i18n/use-language.ts';
import { Icon } from '#app/ui/icon.tsx';
import { RenderedOnce } from '#app/ui/rendered-once.tsx';
import { StaticPart } from '#app/ui/static-part.tsx';
import { isPathOf, useLinkedPath } from './current-page.ts';
import { LanguageLinks } from './language-menu.tsx';
import { linkGroupsIn, mainLinksIn } from './navigation.ts';

/**
 * The menu on small screens (spec, section 2). Without JavaScript it opens as the `:target` of `#menu` and closes with
 * a link back to its button; `enhancement/page/menu.ts` turns it into a dialog. It is rendered at the end of the
 * document, where text browsers show it as a list of all pages.
 */
export function SiteMenu() {
  return (
    <StaticPart id="menu" data-menu className="site-menu no-print bg-surface-raised">
      {import.meta.env.SSR && <MenuContent />}
    </StaticPart>
  );
}

function MenuContent() {
  const { t } = useTranslation('frame');
  const language = useFormLanguage();
  const linkedPath = useLinkedPath();
  const { version, times } = useCompany();
  return (
    <>
      <RenderedOnce id={`menu head ${language}`}>
        <MenuHead />
      </RenderedOnce>
      <nav aria-label={t('menu.title')} className="grid gap-6 px-4 py-5">
        <RenderedOnce id={`menu start ${language} ${linkedPath} ${version} ${times.riyadhAhead ?? ''}`}>
          <MenuStart />
        </RenderedOnce>
        <div role="group" aria-labelledby="menu-language">
          <h2 id="menu-language" className="menu-heading">
            {t('language.title')}
          </h2>
          <LanguageLinks />
        </div>
        <RenderedOnce id={`menu groups ${language} ${linkedPath}`}>
          <LinkGroups />
        </RenderedOnce>
      </nav>
    </>
  );
}

function MenuHead() {
  const { t } = useTranslation('frame');
  return (
    <div className="flex items-center justify-between border-b border-line px-4 py-2">
      <p className="text-lead font-semibold" id="menu-title">
        {t('menu.title')}
      </p>
      <a
        href="#menu-button"
        data-menu-close
        className="flex min-h-12 min-w-12 items-center justify-center gap-2 rounded px-2 font-semibold text-action no-underline hover:bg-action-soft"
      >
        <Icon name="x" className="text-lead" />
        {t('menu.close')}
      </a>
    </div>
  );
}

function MenuStart() {
  const { t } = useTranslation('frame');
  const { t: common } = useTranslation();
  const company = useCompany();
  const language = useFormLanguage();
  return (
    <>
      <div role="group" aria-label={common('nav.main')}>
        <ul className="text-lead font-semibold">
          {mainLinksIn(language).map((link) => (
            <MenuLink key={link.path} path={link.path} text={common(link.label)} />
          ))}
        </ul>
      </div>
      <div className="grid grid-cols-2 gap-3">
        <a href={phoneHref(company.phone)} className="menu-contact">
          <Icon name="phone" />
          {t('header.call')}
        </a>{' '}
        <a href={chatHref(company.whatsapp)} target="_blank" rel="noopener noreferrer" className="menu-contact">
          <Icon name="message-circle" />
          {t('header.chat_short')}
        </a>
      </div>
      {company.times.hours && (
        <div className="text-small text-ink-muted">
          <HoursLines />
        </div>
      )}
    </>
  );
}

/**
 * The groups of links, in two columns, so that the menu is not much longer than two phone screens. If there are few groups,
 * each is two columns wide, because Russian words are long.
 */
function LinkGroups() {
  const { t } = useTranslation();
  const linkGroups = linkGroupsIn(useFormLanguage());
  return (
    <div className="grid grid-cols-2 items-start gap-x-5 gap-y-6">
      {linkGroups.map(({ id, label, links }) => (
        <div
          key={id}
          role="group"
          aria-labelledby={`menu-${id}`}
          className={linkGroups.length > 2 ? undefined : 'col-span-2'}
        >
          <h2 id={`menu-${id}`} className="menu-heading">
            {t(label)}
          </h2>
          <ul>
            {links.map((link) => (
              <MenuLink key={link.path} path={link.path} text={t(link.label)} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function MenuLink({ path, text }: { path: string; text: string }) {
  const { pathname } = useLocation();
  const href = pathIn(useFormLanguage(), path);
  return (
    <li>
      <a href={href} aria-current={isPathOf(pathname, href) ? 'page' : undefined} className="menu-link">
        {text}
      </a>
    </li>
  );
}
