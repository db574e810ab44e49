import { openPaths } from '../../app/content/site-pages.ts';
import { languageCodes, pathIn } from '../../app/i18n/languages.ts';
import { readPage, type Page } from './page.ts';

/** Every page that everybody may see, in every language, with its address on the site. */
export const everyPage = languageCodes.flatMap((language) =>
  openPaths.map((path) => ({ language, path, address: pathIn(language, path) })),
);

/** Reads pages of a site as the browser of a visitor, each address once however many tests ask for it. */
export function pageReader(site: () => { url: string }): (address: string) => Promise<Page> {
  const pages = new Map<string, Promise<Page>>();
  return (address) => {
    const page = pages.get(address) ?? fetch(site().url + address, { redirect: 'manual' }).then(readPage);
    pages.set(address, page);
    return page;
  };
}
