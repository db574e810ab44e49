import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { validRequest } from '../support/evacuation-request.ts';
import { everyAddress, everyRoute } from '../support/every-route.ts';
import { expectUnharmed } from '../support/expect-unharmed.ts';
import { rawRequest } from '../support/raw-request.ts';
import { createUpload, newToken } from '../support/resumable-upload.ts';
import { type Site, startSite } from '../support/site.ts';
import { storedCounts } from '../support/stored-counts.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(() => site.close());
afterEach(() => expectUnharmed(site));

type Headers = Record<string, string>;

/** Headers of a POST request from another site. OWN stands for this site's origin. */
const crossOriginHeaders: [name: string, headers: Headers][] = [
  ['Sec-Fetch-Site: cross-site', { 'Sec-Fetch-Site': 'cross-site' }],
  ['Sec-Fetch-Site: same-site', { 'Sec-Fetch-Site': 'same-site' }],
  ['an invalid Sec-Fetch-Site', { 'Sec-Fetch-Site': 'evil' }],
  ['an empty Sec-Fetch-Site', { 'Sec-Fetch-Site': '' }],
  ['a foreign Origin', { Origin: 'https://evil.example' }],
  ['Origin: null', { Origin: 'null' }],
  ['an empty Origin', { Origin: '' }],
  ['an Origin that merely starts with ours', { Origin: 'http://127.0.0.1.evil.example' }],
  ['an Origin with our host as the username', { Origin: 'http://127.0.0.1@evil.example' }],
  ['an Origin with another port', { Origin: 'http://127.0.0.1:1' }],
  ['a list of Origins', { Origin: 'http://127.0.0.1 https://evil.example' }],
  ['Sec-Fetch-Site: cross-site with our Origin', { 'Sec-Fetch-Site': 'cross-site', Origin: 'OWN' }],
];

/** Headers of a POST request from one of our pages, or from a text browser. */
const sameOriginHeaders: [name: string, headers: Headers][] = [
  ['Sec-Fetch-Site: same-origin', { 'Sec-Fetch-Site': 'same-origin' }],
  ['Sec-Fetch-Site: none', { 'Sec-Fetch-Site': 'none' }],
  ['Sec-Fetch-Site: same-origin with Origin: null', { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' }],
  ['our Origin', { Origin: 'OWN' }],
  ['neither Sec-Fetch-Site nor Origin', {}],
];

const withSiteOrigin = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value === 'OWN' ? site.url : value]));

/** Returns every URL of the site, including those with Remix's special parameters. */
function allTargets(): string[] {
  const withParameters = everyRoute.flatMap(({ id, paths }) =>
    paths.flatMap((address) => {
      const separator = address.includes('?') ? '&' : '?';
      return [`${address}${separator}_data=${encodeURIComponent(id)}`, `${address}${separator}index`];
    }),
  );
  return [...everyAddress, ...withParameters, '/healthz'];
}

const encodedForm = () => new URLSearchParams(validRequest({ message: 'evil', condition: 'evil' })).toString();
const formType = { 'Content-Type': 'application/x-www-form-urlencoded' };

describe.each(crossOriginHeaders)('a post with %s', (_name, headers) => {
  test('is refused on every route, with any parameters, and nothing is stored', async () => {
    const before = await storedCounts(site);
    const responses = await Promise.all(
      allTargets().map(async (target) => {
        const request = { method: 'POST', headers: { ...formType, ...withSiteOrigin(headers) }, body: encodedForm() };
        return [target, await rawRequest(site.url + target, request)] as const;
      }),
    );
    for (const [target, { status, body }] of responses) {
      expect(status, target).toBe(403);
      expect(body.includes('evil'), target).toBe(false);
    }
    expect(await storedCounts(site)).toEqual(before);
  });

  test('cannot create, continue or delete an upload', async () => {
    const upload = await createUpload(site, { draft: newToken(), name: 'a.pdf', size: 10 });
    const before = await storedCounts(site);
    const tus = {
      'Tus-Resumable': '1.0.0',
      'Upload-Length': '10',
      'Upload-Metadata': `draft ${Buffer.from(newToken()).toString('base64')},filename YQ==,rules bWVkaWNhbA==`,
    };
    const chunk = { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': '0' };
    for (const [method, address, extra] of [
      ['POST', `${site.url}/uploads`, {}],
      ['PATCH', upload, chunk],
      ['DELETE', upload, {}],
      ['OPTIONS', upload, {}],
    ] as const) {
      const request = { ...tus, ...extra, ...withSiteOrigin(headers) };
      const response = await rawRequest(address, { method, headers: request, body: method === 'PATCH' ? '%PDF-' : '' });
      expect(response.status, method).toBe(403);
      expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
    expect(await storedCounts(site)).toEqual(before);
  });
});

test.each(sameOriginHeaders)('a post with %s is accepted', async (_name, headers) => {
  for (const target of ['/en', '/en?index', '/en/services/evacuation', '/ar/services/evacuation']) {
    const body = new URLSearchParams(validRequest()).toString();
    const request = { method: 'POST', headers: { ...formType, ...withSiteOrigin(headers) }, body };
    expect((await rawRequest(site.url + target, request)).status, target).toBe(303);
  }
});

describe('a data request', () => {
  const dataTargets = everyRoute.flatMap(({ id, paths }) =>
    paths.flatMap((address) => {
      const separator = address.includes('?') ? '&' : '?';
      const data = `_data=${encodeURIComponent(id)}`;
      return [
        `${address}${separator}${data}`,
        `${address}${separator}x=1&${data}`,
        `${address}${separator}%5Fdata=${encodeURIComponent(id)}`,
        `${address}${separator}${data}&${data}`,
        // More parameters than some parsers read.
        `${address}${separator}${'a&'.repeat(1500)}${data}`,
      ];
    }),
  );

  test.each(crossOriginHeaders)('is refused with %s', async (_name, headers) => {
    const responses = await Promise.all(
      dataTargets.map(
        async (target) => [target, await rawRequest(site.url + target, { headers: withSiteOrigin(headers) })] as const,
      ),
    );
    for (const [target, { status, headers: responseHeaders }] of responses) {
      expect(status, target.slice(0, 90)).toBe(403);
      // Programs get JSON with the reason, everybody else a page.
      const type = target.startsWith('/api/') ? 'application/json' : 'text/html';
      expect(responseHeaders['content-type'], target.slice(0, 90)).toContain(type);
    }
  });

  test.each(sameOriginHeaders)('is allowed with %s', async (_name, headers) => {
    const { status, body } = await rawRequest(`${site.url}/en/about?_data=root`, { headers: withSiteOrigin(headers) });
    expect(status).toBe(200);
    expect(JSON.parse(body.toString())).toHaveProperty('language', 'en');
  });
});

test('a link from another site opens any page', async () => {
  const headers = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', Referer: 'https://evil.example/' };
  for (const { paths, getStatus } of everyRoute) {
    for (const path of paths) expect((await rawRequest(site.url + path, { headers })).status).toBe(getStatus);
  }
});
