import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { everyAddress, everyRoute } from '../support/every-route.ts';
import { formData, validRequest } from '../support/evacuation-request.ts';
import { expectInert, expectStrictPolicy } from '../support/inert-page.ts';
import { expectToLiveOn } from '../support/life.ts';
import { rawRequest, type RawRequest } from '../support/raw-request.ts';
import { answersIn, sendBytes, type RawAnswer } from '../support/raw-socket.ts';
import { startSite, type Site } from '../support/site.ts';

describe.each([
  ['without a public address', undefined, 'localhost'],
  ['by https', 'https://site.example', 'site.example'],
  ['by http', 'http://site.example', 'site.example'],
])('every answer of a site %s', (_name, siteUrl, host) => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite({ env: { RATE_LIMIT_FACTOR: '1000', ...(siteUrl && { SITE_URL: siteUrl }) } });
  });
  afterAll(() => site.close());
  afterEach(() => expectToLiveOn(site, host));

  /** Every header as often as it was sent. */
  async function ask(address: string, method = 'GET', lines: string[] = []): Promise<RawAnswer> {
    const all = [`${method} ${address} HTTP/1.1`, `Host: ${host}`, 'Connection: close', 'Content-Length: 0', ...lines];
    const [answer] = answersIn(await sendBytes(site, `${all.join('\r\n')}\r\n\r\n`));
    if (!answer) throw new Error(`No answer to ${method} ${address}`);
    return answer;
  }

  function expectSound({ status, headers, body }: RawAnswer, what: string): void {
    const policy = headers['content-security-policy'];
    expect(headers['x-content-type-options'], what).toBe('nosniff');
    expect(headers['x-frame-options'], what).toBe('DENY');
    expect(headers['cross-origin-opener-policy'], what).toBe('same-origin');
    expect(headers['cross-origin-resource-policy'], what).toMatch(/^(?:same-origin|cross-origin)$/);
    expect(headers['referrer-policy'], what).toMatch(/^(?:strict-origin-when-cross-origin|same-origin)$/);
    expect(headers['permissions-policy'], what).toMatch(/^[a-z-]+=\(\)(?:, [a-z-]+=\(\))+$/);
    expect(headers['x-powered-by'], what).toBeUndefined();
    expect(headers.server, what).toBeUndefined();
    expect(
      Object.keys(headers).filter((name) => name.startsWith('access-control-')),
      what,
    ).toEqual([]);
    if (siteUrl?.startsWith('https:'))
      expect(headers['strict-transport-security'], what).toMatch(/^max-age=\d{8}; includeSubDomains$/);
    else expect(headers['strict-transport-security'], what).toBeUndefined();
    expect(policy, what).toBeDefined();
    expect(policy, what).toContain("default-src 'none'");
    expect(policy, what).not.toMatch(/unsafe-|\n|,/);
    const isPage = (headers['content-type'] ?? '').startsWith('text/html') && body !== '';
    if (isPage) {
      expectStrictPolicy(policy, what);
      // As bytes, so that hashes are those of what came.
      expectInert(Buffer.from(body, 'latin1').toString(), policy ?? '');
      expect(headers['content-type'], what).toBe('text/html; charset=utf-8');
    }
    if (status >= 400) expect(headers['cache-control'] ?? '', what).not.toMatch(/public|s-maxage/);
  }

  test('to every address and method has the headers', async () => {
    for (const address of everyAddress) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS']) {
        if (method === 'HEAD') continue;
        expectSound(await ask(address, method), `${method} ${address}`);
      }
    }
  });

  test('that is a page’s data has them', async () => {
    for (const { id, addresses } of everyRoute) {
      for (const address of addresses) {
        const data = `${address}${address.includes('?') ? '&' : '?'}_data=${encodeURIComponent(id)}`;
        expectSound(await ask(data), data);
      }
    }
  });

  test('that refuses has them', async () => {
    const foreign = ['Sec-Fetch-Site: cross-site'];
    for (const [address, method, lines, status] of [
      ['/en//x', 'GET', [], 400],
      ['/en/%2e%2e/x', 'GET', [], 400],
      [`/en/${'a'.repeat(5000)}`, 'GET', [], 414],
      ['/en/contact', 'POST', foreign, 403],
      ['/en/about?_data=root', 'GET', foreign, 403],
      ['/assets/none.js', 'GET', [], 404],
      ['/favicon.svg', 'GET', ['Range: bytes=99999-'], 416],
      ['/en', 'DELETE', [], 405],
    ] as const) {
      const answer = await ask(address, method, [...lines]);
      expect(answer.status, address).toBe(status);
      expectSound(answer, `${method} ${address}`);
      expect(answer.headers['cache-control'], address).toBe('no-store');
    }
  });

  test('to one visitor only is kept nowhere, and its cookie is for the server only', async () => {
    const form = new Response(formData(validRequest()));
    const sent: RawRequest = {
      method: 'POST',
      headers: { Host: host, 'Content-Type': form.headers.get('Content-Type') ?? '' },
      body: Buffer.from(await form.arrayBuffer()),
    };
    const { status, headers } = await rawRequest(`${site.url}/en/services/evacuation`, sent);
    expect(status).toBe(303);
    const flags = siteUrl?.startsWith('https:') ? /; HttpOnly; Secure; SameSite=Lax$/ : /; HttpOnly; SameSite=Lax$/;
    for (const cookie of headers['set-cookie'] ?? []) expect(cookie).toMatch(flags);
    expect(headers['set-cookie']?.length).toBe(1);
    const { pathname } = new URL(headers.location ?? '', site.url);
    for (const page of ['', '/sheet', '/delete']) {
      const answer = await ask(pathname + page);
      expectSound(answer, page);
      expect(answer.status).toBe(200);
      expect(answer.headers['cache-control'], page).toBe('no-store');
      expect(answer.headers['referrer-policy'], page).toBe('same-origin');
      expect(answer.headers['x-robots-tag'], page).toBe('noindex');
    }
  });
});
