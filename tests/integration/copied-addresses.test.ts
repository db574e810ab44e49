import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from '../support/evacuation-request.ts';
import { everyPage } from '../support/every-page.ts';
import { everyRoute } from '../support/every-route.ts';
import { rawRequest } from '../support/raw-request.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(() => site.close());

/** Requests an address exactly as it is, without the corrections that `fetch` makes. */
const get = async (address: string, method = 'GET') => {
  const { status, headers } = await rawRequest(site.url + address, { method });
  return { status, location: headers.location };
};

/** What happens to an address in a message, a document or a text with both writing directions. */
const slips: [name: string, spell: (path: string) => string][] = [
  ['with a full stop', (path) => `${path}.`],
  ['in a sentence in Arabic', (path) => `${path}%D8%8C`],
  ['in brackets', (path) => `${path}).`],
  ['in quotation marks', (path) => `${path}%E2%80%9D`],
  ['with a backslash', (path) => `${path}%5C`],
  ['with a space', (path) => `${path}%20`],
  ['with a direction mark', (path) => `${path}%E2%80%8F`],
  ['after a zero-width space', (path) => `/%E2%80%8B${path.slice(1)}`],
  ['with a doubled slash', (path) => `/${path}`],
  ['with slashes doubled everywhere', (path) => path.replace(/\//g, '//')],
];

const everyAddress = [
  ...everyPage.map(({ address }) => address),
  ...everyRoute
    .filter(({ id }) => id.startsWith('routes/desk'))
    .flatMap(({ paths }) => paths.filter((path) => !path.includes('?'))),
];

test.each(slips)('the address of every page %s leads to the page', async (_, spell) => {
  for (const address of everyAddress) {
    const copied = await get(spell(address));
    expect(copied, spell(address)).toEqual({ status: 301, location: address });
  }
});

test('so does that of a receipt, with its query', async () => {
  const { pathname } = new URL((await send(site)).headers.get('Location') ?? '');
  for (const [name, spell] of slips) {
    expect(await get(`${spell(pathname)}?later=2`), name).toEqual({ status: 301, location: `${pathname}?later=2` });
    expect(await get(spell(pathname), 'HEAD'), name).toEqual({ status: 301, location: pathname });
    expect((await get(spell(pathname), 'POST')).status, name).not.toBe(301);
  }
});

test('an address that is not of a page is refused as before', async () => {
  for (const [address, status] of [
    ['//evil.example', 400],
    ['/%5Cevil.example', 400],
    ['/en%5Ccontact', 400],
    ['/assets//x.js', 400],
    ['/nothing.', 404],
  ] as const) {
    expect(await get(address), address).toEqual({ status, location: undefined });
  }
});

test('the preferred language decides only about the root', async () => {
  const headers = { Cookie: 'language=en' };
  const locationOf = async (address: string) =>
    (await fetch(site.url + address, { headers, redirect: 'manual' })).headers.get('Location');
  expect(await locationOf('/')).toBe(`${site.url}/en`);
  for (const { address } of everyPage) expect(await locationOf(address), address).toBeNull();
});
