import { useTranslation } from 'react-i18next';
import { useCompany } from '#app/company/company.ts';
import { pathIn } from '#app/i18n/languages.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import logo from './pictures/logo.svg';

/** Logo and name of the company: the way home in the page's language. */
export function SiteName() {
  const { t } = useTranslation();
  const company = useCompany();
  const language = useLanguage();
  return (
    <a
      href={pathIn(language, '/')}
      aria-label={t('header.home', { company: company.name })}
      className="flex min-h-12 min-w-0 flex-1 basis-32 items-center gap-2.5 text-small font-semibold text-ink no-underline md:text-body"
    >
      <img src={logo} alt="" width="40" height="40" className="shrink-0" />
      <bdi className="leading-tight">{company.name}</bdi>
    </a>
  );
}
