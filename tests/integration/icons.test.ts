import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyPage, pageReader } from '../support/every-page.ts';
import type { Page } from '../support/page.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ env: { FLIGHTS: 'sample' } });
});
afterAll(() => site.close());

const read = pageReader(() => site);
const files = new Map<string, Promise<string>>();

/** Returns the icons of a page whose shapes are neither in the page nor in the file that they name. */
async function iconsWithoutShape({ document }: Page): Promise<string[]> {
  const links = document.querySelectorAll('use').map((use) => use.getAttribute('href') ?? '');
  expect(links.length).toBeGreaterThan(5);
  const hasShape = async (link: string) => {
    const [file = '', id = ''] = link.split('#');
    if (file === '') return document.querySelector(`symbol[id="${id}"]`) !== null;
    const svg = files.get(file) ?? fetch(site.url + file).then((response) => response.text());
    files.set(file, svg);
    return (await svg).includes(`<symbol id="${id}"`);
  };
  const results = await Promise.all(links.map(async (link) => ((await hasShape(link)) ? [] : [link])));
  return results.flat();
}

test('every icon of every page has a shape', async () => {
  for (const { address } of everyPage) expect(await iconsWithoutShape(await read(address)), address).toEqual([]);
});

test.each(['ar', 'en'])(
  'the icons of a list of flights are in a file, also after pages with them: %s',
  async (language) => {
    await read(`/${language}/contact`);
    const search = `/${language}/search/flights?origin=RUH&destination=BER&depart_date=2031-01-05&adults=1&children=0&infants=0&travelClass=Y`;
    const page = await read(search);
    expect(page.status).toBe(200);
    expect(page.document.querySelector('symbol')).toBeNull();
    expect(await iconsWithoutShape(page)).toEqual([]);
  },
);
