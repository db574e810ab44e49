import { useTranslation } from 'react-i18next';
import { useCompany } from '#app/company/company.ts';
import { pathIn } from '#app/i18n/languages.ts';
import { useFormLanguage } from '#app/i18n/use-language.ts';
import { SmallPicture } from '#app/ui/icon.tsx';

/** The company's logo and name, linked to the home page in the page's language. */
export function SiteName() {
  const { t } = useTranslation('frame');
  const company = useCompany();
  const language = useFormLanguage();
  return (
    <a
      href={pathIn(language, '/')}
      aria-label={t('header.home', { company: company.name })}
      className="flex min-h-12 min-w-0 flex-1 basis-10 items-center gap-2 text-[0.8125rem] font-semibold text-ink no-underline sm:gap-2.5 sm:text-small md:text-body"
    >
      <SmallPicture name="logo" width={40} height={40} className="shrink-0" />
      {/* The smallest phones have room only for the logo; the link keeps its accessible name. */}
      <bdi className="hidden leading-tight min-[22.5rem]:block">{company.name}</bdi>
    </a>
  );
}
