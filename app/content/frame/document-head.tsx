import { useLocation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#app/company/company.ts';
import {
  defaultLanguage,
  type FormLanguage,
  formLanguageCodes,
  inLanguage,
  isPageIn,
  languages,
} from '#app/i18n/languages.ts';
import { useFormLanguage, useLanguage } from '#app/i18n/use-language.ts';
import { breadcrumbList, jsonLd, organization, webSite } from '../site/structured-data.ts';
import { useBreadcrumbs, useOrigin, usePage } from './current-page.ts';

/**
 * The page's title, and its metadata for search engines and messaging apps.
 * @param problem the title of an error page, if the page is one
 * @param hasFailed whether a form was rejected; the title then starts with the error, because screen readers read the
 *   title first
 */
export function DocumentHead({ problem, hasFailed }: { problem: string | undefined; hasFailed: boolean }) {
  const { t } = useTranslation();
  const company = useCompany();
  const page = usePage();
  const title = t('title', { page: problem ?? page?.title ?? '', company: company.name });
  return (
    <>
      <title>{hasFailed || page?.hasFailed ? t('error_title', { title }) : title}</title>
      {page?.description && <meta name="description" content={page.description} />}
      {problem || page?.isPrivate ? <meta name="robots" content="noindex" /> : <PublicMetadata title={title} />}
    </>
  );
}

/** The canonical URL, language alternates and Open Graph tags. */
function PublicMetadata({ title }: { title: string }) {
  const { t } = useTranslation();
  const language = useFormLanguage();
  const pageLanguage = useLanguage();
  const { pathname } = useLocation();
  const origin = useOrigin();
  const company = useCompany();
  const page = usePage();
  if (!origin) return null;

  const urlIn = (code: FormLanguage) => origin + inLanguage(pathname, code);
  return (
    <>
      <link rel="canonical" href={urlIn(language)} />
      {formLanguageCodes
        .filter((code) => isPageIn(code, pathname))
        .map((code) => (
          <link key={code} rel="alternate" hrefLang={code} href={urlIn(code)} />
        ))}
      <link rel="alternate" hrefLang="x-default" href={urlIn(defaultLanguage)} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={company.name} />
      <meta property="og:title" content={title} />
      {page?.description && <meta property="og:description" content={page.description} />}
      <meta property="og:url" content={urlIn(language)} />
      <meta property="og:locale" content={languages[language].openGraph} />
      <meta property="og:image" content={`${origin}/share-${pageLanguage}.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={t('share_image')} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/**
 * The structured data of a public page. It is not in the head, where browsers would have to parse it before the page's
 * content.
 */
export function StructuredDataScript() {
  const origin = useOrigin();
  const page = usePage();
  if (!origin || page?.isPrivate) return null;
  if (import.meta.env.SSR) return <StructuredDataContent origin={origin} />;
  // Not needed in the browser: only search engines read it, in the document from the server.
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: '' }} suppressHydrationWarning />;
}

function StructuredDataContent({ origin }: { origin: string }) {
  const language = useLanguage();
  const company = useCompany();
  const page = usePage();
  const trail = useBreadcrumbs();
  const structuredData = [
    organization(company, origin, language),
    webSite(company, origin, language),
    ...(trail.length > 0 ? [breadcrumbList(trail, origin)] : []),
    ...(page?.structuredData ?? []),
  ];
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonLd(structuredData) }} />;
}
