import { openPaths } from '../../app/content/site-pages.ts';
import { languageCodes, pathIn } from '../../app/i18n/languages.ts';
import { readPage, type Page } from './page.ts';
import { fetchAs } from './raw-request.ts';

/** Every page that everybody may see, in every language, with its address on the site. */
export const everyPage = languageCodes.flatMap((language) =>
  openPaths.map((path) => ({ language, path, address: pathIn(language, path) })),
);

/**
 * Reads pages of a site as the browser of a visitor, each address once however many tests ask for it.
 * @param host under which the site is asked, where it has a public address
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
