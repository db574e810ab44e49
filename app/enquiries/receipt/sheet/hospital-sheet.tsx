import { useTranslation } from 'react-i18next';
import { useCompany } from '#app/company/company.ts';
import { isolateLtr } from '#app/i18n/format/bidi.ts';
import { companyLanguage, languages } from '#app/i18n/languages.ts';
import { useFormLanguage } from '#app/i18n/use-language.ts';
import { buttonClass } from '#app/ui/controls/button.tsx';
import { PrintButton } from '#app/ui/controls/print-button.tsx';
import { formatReference } from '../../reference.ts';
import { hospitalSheetGerman, requiredDocuments } from './hospital-sheet-german.ts';

/** A printable page that asks the treating hospital for the required documents, in two languages (spec, section 1). */
export function HospitalSheet({ reference, receiptPath }: { reference: string; receiptPath: string }) {
  const { t } = useTranslation('receipt');
  const company = useCompany();
  return (
    <main id="content" className="mx-auto grid max-w-form gap-6 px-4 py-8 md:py-12">
      <div className="grid gap-1">
        <h1 className="text-h1">{t('sheet.title')}</h1>
        <p lang={companyLanguage} dir={languages[companyLanguage].dir} className="text-lead text-ink-muted">
          {hospitalSheetGerman.title}
        </p>
      </div>
      <p>{t('sheet.lead')}</p>
      <dl className="grid gap-4 sm:grid-cols-2">
        <div className="border-b border-ink">
          <dt>
            {t('sheet.patient')}{' '}
            <span
              lang={companyLanguage}
              dir={languages[companyLanguage].dir}
              className="block text-small text-ink-muted"
            >
              {hospitalSheetGerman.patient}
            </span>
          </dt>
          {/* Filled in by hand. */}
          <dd className="h-10" />
        </div>
        <div className="border-b border-ink pb-2">
          <dt>{t('reference')}</dt>
          <dd className="text-h3 font-semibold">
            <bdi dir="ltr">{formatReference(reference)}</bdi>
          </dd>
        </div>
      </dl>
      <section className="grid gap-4 rounded-card bg-surface-raised p-6 shadow-raised">
        <Bilingual textKey="wanted" as="h2" />
        <ul className="grid gap-3">
          {requiredDocuments.map((document) => (
            <li key={document} className="flex items-start gap-3">
              {/* A checkbox to tick on paper. */}
              <span aria-hidden="true" className="mt-1.5 h-4 w-4 shrink-0 border border-ink" />
              <Bilingual textKey={document} as="p" />
            </li>
          ))}
        </ul>
        <Bilingual textKey="age" as="p" />
      </section>
      <section className="grid gap-2">
        <h2 className="text-h3">{t('sheet.return')}</h2>
        <p>{t('sheet.return_text', { reference: isolateLtr(formatReference(reference)) })}</p>
        <p>
          {company.name}, <bdi dir="ltr">{company.phone}</bdi>, <bdi>{company.email}</bdi>
        </p>
      </section>
      <div className="no-print flex flex-wrap items-center gap-3">
        <PrintButton variant="primary" label={t('print')} />
        <p className="no-script-only">{t('sheet.print_hint')}</p>
        <a href={receiptPath} className={buttonClass('secondary')}>
          {t('sheet.back')}
        </a>
      </div>
    </main>
  );
}

/** Text in the page's language, followed by the German translation. */
function Bilingual({ textKey, as: Element }: { textKey: keyof typeof hospitalSheetGerman; as: 'h2' | 'p' }) {
  const { t } = useTranslation('receipt');
  const alignment = languages[useFormLanguage()].dir === languages[companyLanguage].dir ? '' : 'text-end';
  return (
    <div className="min-w-0">
      <Element className={Element === 'h2' ? 'text-h3' : ''}>{t(`sheet.${textKey}`)}</Element>
      <p lang={companyLanguage} dir={languages[companyLanguage].dir} className={`text-ink-muted ${alignment}`}>
        {hospitalSheetGerman[textKey]}
      </p>
    </div>
  );
}
