import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { formData, validRequest } from '../support/evacuation-request.ts';
import { everyAddress, everyRoute } from '../support/every-route.ts';
import { expectInert, expectStrictPolicy } from '../support/inert-page.ts';
import { expectUnharmed } from '../support/life.ts';
import { type RawRequest, rawRequest } from '../support/raw-request.ts';
import { answersIn, type RawAnswer, sendBytes } from '../support/raw-socket.ts';
import { type Site, startSite } from '../support/site.ts';

describe.each([
  ['without a public address', undefined, 'localhost'],
  ['with https', 'https://site.example', 'site.example'],
  ['with http', 'http://site.example', 'site.example'],
])('every response of a site %s', (_name, siteUrl, host) => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite({ env: { RATE_LIMIT_FACTOR: '1000', ...(siteUrl && { SITE_URL: siteUrl }) } });
  });
  afterAll(() => site.close());
  afterEach(() => expectUnharmed(site, host));

  /** Sends a raw request. The response contains repeated headers. */
  async function ask(address: string, method = 'GET', lines: string[] = []): Promise<RawAnswer> {
    const all = [`${method} ${address} HTTP/1.1`, `Host: ${host}`, 'Connection: close', 'Content-Length: 0', ...lines];
    const [answer] = answersIn(await sendBytes(site, `${all.join('\r\n')}\r\n\r\n`));
    if (!answer) throw new Error(`No response to ${method} ${address}`);
    return answer;
  }

  function expectSecureHeaders({ status, headers, body }: RawAnswer, what: string): void {
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
      // Hashes are computed over the raw bytes.
      expectInert(Buffer.from(body, 'latin1').toString(), policy ?? '');
      expect(headers['content-type'], what).toBe('text/html; charset=utf-8');
    }
    if (status >= 400) expect(headers['cache-control'] ?? '', what).not.toMatch(/public|s-maxage/);
  }

  test('for every address and method has the security headers', async () => {
    for (const address of everyAddress) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS']) {
        if (method === 'HEAD') continue;
        expectSecureHeaders(await ask(address, method), `${method} ${address}`);
      }
    }
  });

  test('to a data request has them', async () => {
    for (const { id, addresses } of everyRoute) {
      for (const address of addresses) {
        const data = `${address}${address.includes('?') ? '&' : '?'}_data=${encodeURIComponent(id)}`;
        expectSecureHeaders(await ask(data), data);
      }
    }
  });

  test('that refuses a request has them', async () => {
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
      expectSecureHeaders(answer, `${method} ${address}`);
      expect(answer.headers['cache-control'], address).toBe('no-store');
    }
  });

  test('for one visitor only is not cached, and scripts can read at most a reference from its cookies', async () => {
    const form = new Response(formData(validRequest()));
    const sent: RawRequest = {
      method: 'POST',
      headers: { Host: host, 'Content-Type': form.headers.get('Content-Type') ?? '' },
      body: Buffer.from(await form.arrayBuffer()),
    };
    const { status, headers } = await rawRequest(`${site.url}/en/services/evacuation`, sent);
    expect(status).toBe(303);
    const secure = siteUrl?.startsWith('https:') ? '; Secure' : '';
    const page = '/en/services/evacuation';
    const flags = [
      new RegExp(`^sent=[^;]+; .*; HttpOnly${secure}; SameSite=Lax$`),
      new RegExp(`^last-sent=[0-9A-Z]{8}\\.evacuation\\.${page}; Path=${page}; Max-Age=1800; SameSite=Lax${secure}$`),
    ];
    for (const cookie of headers['set-cookie'] ?? []) {
      expect(
        flags.filter((kind) => kind.test(cookie)),
        cookie,
      ).toHaveLength(1);
    }
    expect(headers['set-cookie']?.length).toBe(2);
    const { pathname } = new URL(headers.location ?? '', site.url);
    for (const page of ['', '/sheet', '/delete']) {
      const answer = await ask(pathname + page);
      expectSecureHeaders(answer, page);
      expect(answer.status).toBe(200);
      expect(answer.headers['cache-control'], page).toBe('no-store');
      expect(answer.headers['referrer-policy'], page).toBe('same-origin');
      expect(answer.headers['x-robots-tag'], page).toBe('noindex');
    }
  });
});
