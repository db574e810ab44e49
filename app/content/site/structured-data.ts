import type { Company } from '#app/company/company.ts';
import type { OpeningHours } from '#app/company/facts/company-facts.ts';
import { chatHref } from '#app/i18n/input/phone-number.ts';
import { type Language, languageCodes, pathIn } from '#app/i18n/languages.ts';
import type { FaqItem } from '../copy/content-schema.ts';
import { plainText } from '../copy/rich-text.ts';

/** Structured data for search engines (schema.org, as JSON-LD). */
export type StructuredData = Record<string, unknown>;

/** Describes the company; included in every public page. */
export function organization(company: Company, origin: string, language: Language): StructuredData {
  return {
    '@type': ['Organization', 'MedicalBusiness'],
    '@id': `${origin}/#company`,
    name: company.name,
    url: origin + pathIn(language, '/'),
    logo: `${origin}/icon-512.png`,
    image: `${origin}/share-${language}.png`,
    telephone: company.phone,
    email: company.email,
    address: company.address,
    ...(company.hours ? { openingHoursSpecification: openingHours(company.hours) } : {}),
    ...(company.social.length > 0 ? { sameAs: company.social.map(({ href }) => href) } : {}),
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      telephone: company.phone,
      email: company.email,
      url: chatHref(company.whatsapp),
      availableLanguage: languageCodes,
    },
  };
}

/** Returns one specification for each period, with all days to which it applies. */
function openingHours(hours: OpeningHours): StructuredData[] {
  const daysByPeriod = new Map<string, string[]>();
  for (const [day, periods] of Object.entries(hours)) {
    for (const { from, to } of periods) {
      const days = daysByPeriod.get(`${from} ${to}`) ?? [];
      daysByPeriod.set(`${from} ${to}`, [...days, `https://schema.org/${day.charAt(0).toUpperCase()}${day.slice(1)}`]);
    }
  }
  return Array.from(daysByPeriod, ([period, dayOfWeek]) => {
    const [opens = '', closes = ''] = period.split(' ');
    // Search engines do not accept 24:00 (developers.google.com/search/docs/appearance/structured-data/local-business).
    const closesForSearch = closes === '24:00' ? '23:59' : closes;
    return { '@type': 'OpeningHoursSpecification', dayOfWeek, opens, closes: closesForSearch };
  });
}

/** Describes the site in one language, with the company as its publisher. */
export function webSite(company: Company, origin: string, language: Language): StructuredData {
  return {
    '@type': 'WebSite',
    '@id': `${origin}/#site-${language}`,
    name: company.name,
    url: origin + pathIn(language, '/'),
    inLanguage: language,
    publisher: { '@id': `${origin}/#company` },
  };
}

/**
 * Describes the breadcrumbs of a page.
 * @param trail the pages from home to the current page, with paths on this site
 */
export function breadcrumbList(trail: { name: string; href: string }[], origin: string): StructuredData {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + href,
    })),
  };
}

/** Describes questions and answers as plain text, without the URLs of links. */
export function faqPage(items: Pick<FaqItem, 'q' | 'a'>[], language: Language): StructuredData {
  return {
    '@type': 'FAQPage',
    inLanguage: language,
    mainEntity: items.map(({ q, a }) => ({
      '@type': 'Question',
      name: q,
      acceptedAnswer: { '@type': 'Answer', text: plainText(a) },
    })),
  };
}

/** Serialises structured data for a script element, with `<` escaped so that no text can end the script. */
export function jsonLd(items: StructuredData[]): string {
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': items }).replace(/</g, '\\u003c');
}
