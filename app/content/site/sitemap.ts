import { defaultLanguage, formLanguageCodes, hasPage, languageCodes, pathIn } from '#app/i18n/languages.ts';
import { indexablePaths } from './site-pages.ts';

/** Returns the XML sitemap (sitemaps.org 0.9). Every URL lists its alternates in all languages. */
export function sitemap(origin: string): string {
  const entries = indexablePaths.flatMap((page) => {
    const alternates = [
      ...formLanguageCodes
        .filter((language) => hasPage(language, page))
        .map((language) => ({ hreflang: language, language })),
      { hreflang: 'x-default', language: defaultLanguage },
    ].map(
      ({ hreflang, language }) =>
        `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${origin}${pathIn(language, page)}"/>`,
    );
    return languageCodes.map(
      (language) => `<url><loc>${origin}${pathIn(language, page)}</loc>${alternates.join('')}</url>`,
    );
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`;
}
