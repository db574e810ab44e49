import { useTranslation } from 'react-i18next';
import { useCompany } from '#app/company/company.ts';
import { chatHref, phoneHref } from '#app/i18n/input/phone-number.ts';
import { pathIn } from '#app/i18n/languages.ts';
import { useFormLanguage } from '#app/i18n/use-language.ts';
import { Icon } from '#app/ui/icon.tsx';
import { StaticPart } from '#app/ui/static-part.tsx';
import { linkGroupsIn } from './navigation.ts';

/** The year in which the company was founded (spec, section 9). */
const foundingYear = 2010;

/** The footer of every page, including error pages: contact details, link groups and social media. */
export function PageFooter({ year }: { year: number }) {
  return (
    <StaticPart
      id="footer"
      as="footer"
      className="lazy page-footer no-print mt-6 bg-surface-deep sm:mt-8 text-ink-inverse"
    >
      {import.meta.env.SSR && <FooterContent year={year} />}
    </StaticPart>
  );
}

function FooterContent({ year }: { year: number }) {
  const { t } = useTranslation('frame');
  const { t: common } = useTranslation();
  const company = useCompany();
  const language = useFormLanguage();
  const linkGroups = linkGroupsIn(language);
  return (
    <>
      <div className="mx-auto grid max-w-page gap-3 px-4 pb-1 pt-6 lg:grid-cols-[1.6fr_4fr] lg:gap-x-10 lg:pb-6 lg:pt-8">
        <address className="grid content-start justify-items-start not-italic">
          <p className="text-lead font-semibold">
            <bdi>{company.name}</bdi>
          </p>
          <p className="lg:mb-2">
            <bdi>{company.address}</bdi>
          </p>
          <p className="flex flex-wrap gap-x-5">
            <a href={phoneHref(company.phone)} className="footer-link">
              <bdi dir="ltr">{company.phone}</bdi>
            </a>{' '}
            <a href={`mailto:${company.email}`} className="footer-link">
              <bdi>{company.email}</bdi>
            </a>{' '}
            <a href={chatHref(company.whatsapp)} target="_blank" rel="noopener noreferrer" className="footer-link">
              {t('header.chat')}
            </a>
          </p>
        </address>
        <div className={linkGroups.length > 2 ? 'footer-groups' : undefined}>
          {linkGroups.map(({ id, label, links }) => (
            <nav key={id} aria-labelledby={`footer-${id}`} className="break-inside-avoid pb-3">
              <h2 id={`footer-${id}`} className="text-small font-semibold text-arc sm:mb-1">
                {common(label)}
              </h2>
              <ul>
                {links.map(({ path, label: linkLabel }) => (
                  <li key={path}>
                    <a href={pathIn(language, path)} className="footer-link">
                      {common(linkLabel)}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
      </div>
      <div className="border-t border-line-deep">
        <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-4 px-4 py-2">
          <p className="text-small">
            <bdi>{t('footer.rights', { from: foundingYear, to: year, company: company.name })}</bdi>
          </p>
          <SocialLinks />
        </div>
      </div>
    </>
  );
}

/** Links to the company's social media pages; nothing if none are configured (docs/decisions/0007). */
function SocialLinks() {
  const { t } = useTranslation('frame');
  const { social } = useCompany();
  if (social.length === 0) return null;
  return (
    <ul aria-label={t('footer.social')} className="flex gap-1">
      {social.map(({ network, href }) => (
        <li key={network}>
          <a
            href={href}
            rel="noopener noreferrer me"
            target="_blank"
            className="flex min-h-11 min-w-11 items-center justify-center rounded text-ink-inverse hover:bg-action"
          >
            <Icon name={`brand-${network}`} />
            <span className="visually-hidden">{t(`footer.${network}`)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
