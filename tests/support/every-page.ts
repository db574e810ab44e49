import { indexablePaths } from '../../app/content/site/site-pages.ts';
import { languageCodes, pathIn } from '../../app/i18n/languages.ts';
import { type Page, readPage } from './page.ts';
import { fetchAs } from './raw-request.ts';

/** The company's name on the pages of a site that has none. */
export const placeholderNames = { ar: 'رحلة', en: 'Rihla Medical Travel' };

/** Every public page in every language, with its URL path. */
export const everyPage = languageCodes.flatMap((language) =>
  indexablePaths.map((path) => ({ language, path, address: pathIn(language, path) })),
);

/**
 * Returns a function that reads pages of a site, fetching each URL only once.
 * @param host the Host header, if the site has a public address
 */
export function pageReader(site: () => { url: string }, host?: string): (address: string) => Promise<Page> {
  const read = (url: string) => (host === undefined ? fetch(url, { redirect: 'manual' }) : fetchAs(host, url));
  const pages = new Map<string, Promise<Page>>();
  return (address) => {
    const page = pages.get(address) ?? read(site().url + address).then(readPage);
    pages.set(address, page);
    return page;
  };
}
