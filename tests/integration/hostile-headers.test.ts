import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { formData, validRequest } from '../support/evacuation-request.ts';
import { everyAddress, everyRoute } from '../support/every-route.ts';
import { expectUnharmed } from '../support/expect-unharmed.ts';
import { expectInert, expectStrictPolicy } from '../support/inert-page.ts';
import { type RawRequest, rawRequest } from '../support/raw-request.ts';
import { type ParsedResponse, responsesIn, sendBytes } from '../support/raw-socket.ts';
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

  /** Sends a raw request, so that the response shows repeated headers. */
  async function ask(address: string, method = 'GET', lines: string[] = []): Promise<ParsedResponse> {
    const all = [`${method} ${address} HTTP/1.1`, `Host: ${host}`, 'Connection: close', 'Content-Length: 0', ...lines];
    const received = await sendBytes(site, `${all.join('\r\n')}\r\n\r\n`);
    const [response] = responsesIn(received, method);
    if (!response) throw new Error(`No response to ${method} ${address}`);
    return response;
  }

  function expectSecurityHeaders({ status, headers, body }: ParsedResponse, label: string): void {
    const policy = headers['content-security-policy'];
    expect(headers['x-content-type-options'], label).toBe('nosniff');
    expect(headers['x-frame-options'], label).toBe('DENY');
    expect(headers['cross-origin-opener-policy'], label).toBe('same-origin');
    expect(headers['cross-origin-resource-policy'], label).toMatch(/^(?:same-origin|cross-origin)$/);
    expect(headers['referrer-policy'], label).toMatch(/^(?:strict-origin-when-cross-origin|same-origin)$/);
    expect(headers['permissions-policy'], label).toMatch(/^[a-z-]+=\(\)(?:, [a-z-]+=\(\))+$/);
    expect(headers['x-powered-by'], label).toBeUndefined();
    expect(headers.server, label).toBeUndefined();
    expect(
      Object.keys(headers).filter((name) => name.startsWith('access-control-')),
      label,
    ).toEqual([]);
    if (siteUrl?.startsWith('https:'))
      expect(headers['strict-transport-security'], label).toMatch(/^max-age=\d{8}; includeSubDomains$/);
    else expect(headers['strict-transport-security'], label).toBeUndefined();
    expect(policy, label).toBeDefined();
    expect(policy, label).toContain("default-src 'none'");
    expect(policy, label).not.toMatch(/unsafe-|\n|,/);
    const isPage = (headers['content-type'] ?? '').startsWith('text/html') && body !== '';
    if (isPage) {
      expectStrictPolicy(policy, label);
      // Hashes are computed over the raw bytes.
      expectInert(Buffer.from(body, 'latin1').toString(), policy ?? '');
      expect(headers['content-type'], label).toBe('text/html; charset=utf-8');
    }
    if (status >= 400) expect(headers['cache-control'] ?? '', label).not.toMatch(/public|s-maxage/);
  }

  test('has the security headers, for every address and method', async () => {
    for (const address of everyAddress) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS']) {
        expectSecurityHeaders(await ask(address, method), `${method} ${address}`);
      }
    }
  });

  test('has the security headers if it belongs to a data request', async () => {
    for (const { id, paths } of everyRoute) {
      for (const address of paths) {
        const data = `${address}${address.includes('?') ? '&' : '?'}_data=${encodeURIComponent(id)}`;
        expectSecurityHeaders(await ask(data), data);
      }
    }
  });

  test('has the security headers and is not cached if it refuses a request', async () => {
    const crossSite = ['Sec-Fetch-Site: cross-site'];
    for (const [address, method, lines, status] of [
      // A GET leads to the address without the doubled slash.
      ['/en//x', 'POST', [], 400],
      ['/en/%2e%2e/x', 'GET', [], 400],
      [`/en/${'a'.repeat(5000)}`, 'GET', [], 414],
      ['/en/contact', 'POST', crossSite, 403],
      ['/en/about?_data=root', 'GET', crossSite, 403],
      ['/assets/none.js', 'GET', [], 404],
      ['/favicon.svg', 'GET', ['Range: bytes=99999-'], 416],
      ['/en', 'DELETE', [], 405],
    ] as const) {
      const response = await ask(address, method, [...lines]);
      expect(response.status, address).toBe(status);
      expectSecurityHeaders(response, `${method} ${address}`);
      expect(response.headers['cache-control'], address).toBe('no-store');
    }
  });

  test('is not cached if it is for one visitor, and its cookies reveal nothing but a reference to scripts', async () => {
    const form = new Response(formData(validRequest()));
    const submission: RawRequest = {
      method: 'POST',
      headers: { Host: host, 'Content-Type': form.headers.get('Content-Type') ?? '' },
      body: Buffer.from(await form.arrayBuffer()),
    };
    const { status, headers } = await rawRequest(`${site.url}/en/services/evacuation`, submission);
    expect(status).toBe(303);
    const secure = siteUrl?.startsWith('https:') ? '; Secure' : '';
    const page = '/en/services/evacuation';
    const allowedCookies = [
      new RegExp(`^sent=[^;]+; .*; HttpOnly${secure}; SameSite=Lax$`),
      new RegExp(`^last-sent=[0-9A-Z]{8}\\.evacuation\\.${page}; Path=${page}; Max-Age=1800; SameSite=Lax${secure}$`),
    ];
    for (const cookie of headers['set-cookie'] ?? []) {
      expect(
        allowedCookies.filter((pattern) => pattern.test(cookie)),
        cookie,
      ).toHaveLength(1);
    }
    expect(headers['set-cookie']?.length).toBe(2);
    const { pathname } = new URL(headers.location ?? '', site.url);
    for (const suffix of ['', '/sheet', '/delete']) {
      const response = await ask(pathname + suffix);
      expectSecurityHeaders(response, suffix);
      expect(response.status).toBe(200);
      expect(response.headers['cache-control'], suffix).toBe('no-store');
      expect(response.headers['referrer-policy'], suffix).toBe('same-origin');
      expect(response.headers['x-robots-tag'], suffix).toBe('noindex');
    }
  });
});
