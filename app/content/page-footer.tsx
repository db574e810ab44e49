import { useTranslation } from 'react-i18next';
import { chatHref, phoneHref, useCompany } from '#app/company/company.ts';
import { useLanguage } from '#app/i18n/use-language.ts';

/** The company's first year (spec, section 9). */
const since = 2010;

/** Bottom of every page. */
export function PageFooter({ year }: { year: number }) {
  const { t } = useTranslation();
  const company = useCompany();
  const language = useLanguage();
  const link = 'inline-block min-h-11 py-2 text-ink-inverse underline';
  return (
    <footer className="no-print mt-16 bg-surface-deep text-ink-inverse">
      <div className="mx-auto grid max-w-page gap-8 px-4 py-10 md:grid-cols-2">
        <address className="grid content-start not-italic">
          <p className="font-semibold">
            <bdi>{company.name}</bdi>
          </p>
          <p>
            <bdi>{company.address}</bdi>
          </p>
          <a href={phoneHref(company.phone)} className={link}>
            <bdi dir="ltr">{company.phone}</bdi>
          </a>
          <a href={`mailto:${company.email}`} className={link}>
            <bdi>{company.email}</bdi>
          </a>
        </address>
        <nav aria-labelledby="footer-support" className="grid content-start">
          <h2 id="footer-support" className="text-body">
            {t('footer.support')}
          </h2>
          <a href={`/${language}/services/evacuation`} className={link}>
            {t('footer.urgent_request')}
          </a>
          <a href={chatHref(company.whatsapp)} target="_blank" rel="noopener noreferrer" className={link}>
            {t('header.chat')}
          </a>
        </nav>
        <p className="text-small md:col-span-2">
          <bdi>{t('footer.rights', { from: since, to: year, company: company.name })}</bdi>
        </p>
      </div>
    </footer>
  );
}
