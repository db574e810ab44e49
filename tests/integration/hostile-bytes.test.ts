import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { validRequest } from '../support/evacuation-request.ts';
import { expectUnharmed } from '../support/expect-unharmed.ts';
import { rawRequest } from '../support/raw-request.ts';
import { responsesIn, sendBytes, sendSlowly } from '../support/raw-socket.ts';
import { type Site, startSite } from '../support/site.ts';
import { storedCounts } from '../support/stored-counts.ts';
import { stylesheetPath } from '../support/stylesheet.ts';

let site: Site;
let asset: string;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT_FACTOR: '1000' } });
  asset = await stylesheetPath();
});
afterAll(() => site.close());
afterEach(() => expectUnharmed(site));

/** Texts that occur only on the page of that name. */
const pageMarkers = { about: 'href="http://localhost/en/about"', imprint: 'href="http://localhost/en/imprint"' };

const get = (path: string, ...lines: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: localhost', ...lines, '', ''].join('\r\n');
const getAndClose = (path: string) => get(path, 'Connection: close');
const formBody = () => new URLSearchParams(validRequest()).toString();
const post = (lines: string[], body = formBody(), path = '/en/services/evacuation') =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/x-www-form-urlencoded',
    ...lines,
    '',
    body,
  ].join('\r\n');
const chunked = (body: string, size = body.length.toString(16)) => `${size}\r\n${body}\r\n0\r\n\r\n`;
const statusesOf = (received: string) => responsesIn(received).map(({ status }) => status);

/** Malformed or ambiguous requests, which must be refused. */
const malformed: [name: string, bytes: () => string | Uint8Array, statuses?: number[]][] = [
  ['headers of a megabyte', () => get('/en', `X-Evil: ${'evil'.repeat(260_000)}`), [431]],
  ['2,000 headers', () => get('/en', ...Array.from({ length: 2000 }, (_, index) => `X-${index}: evil`)), [431]],
  ['a header name of 20 kB', () => get('/en', `${'X'.repeat(20_000)}: evil`), [431]],
  ['a cookie of 17 kB', () => get('/en', `Cookie: language=${'evil'.repeat(4300)}`), [431]],
  ['a request line of 20 kB', () => get(`/${'evil'.repeat(5000)}`), [431]],
  ['a header folded over two lines', () => get('/en', 'X-Evil: a', '  evil')],
  ['bare line feeds', () => 'GET /en HTTP/1.1\nHost: localhost\n\n'],
  ['a bare line feed within the headers', () => get('/en', 'X-A: a\nX-Evil: evil')],
  ['a bare carriage return within a header', () => get('/en', 'X-A: a\rX-Evil: evil')],
  ['NUL in a header', () => get('/en', 'X-Evil: a\0b')],
  ['NUL in the path', () => get('/en\0evil')],
  ['a space before a colon', () => get('/en', 'Content-Length : 5')],
  ['a header without a name', () => get('/en', ': evil')],
  ['a header without a colon', () => get('/en', 'evil')],
  ['a space within the path', () => get('/en evil')],
  ['an unknown version', () => 'GET /en HTTP/9.9\r\nHost: localhost\r\n\r\n'],
  ['HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a TLS hello', () => Buffer.from('16030100a5010000a10303'.padEnd(340, '0'), 'hex')],
  ['an SSH greeting', () => 'SSH-2.0-evil\r\n'],
  ['a thousand NULs', () => new Uint8Array(1000)],
  ['random bytes', () => Uint8Array.from({ length: 5000 }, (_, index) => (index * 197 + 13) % 256)],
  [
    'Content-Length and Transfer-Encoding',
    () => post(['Content-Length: 5', 'Transfer-Encoding: chunked'], chunked(formBody())),
  ],
  [
    'Transfer-Encoding and Content-Length',
    () => post(['Transfer-Encoding: chunked', 'Content-Length: 5'], chunked(formBody())),
  ],
  ['two lengths', () => post(['Content-Length: 5', 'Content-Length: 6'])],
  ['a list of lengths', () => post(['Content-Length: 5, 6'])],
  ['a negative length', () => post(['Content-Length: -1'])],
  ['a length with a sign', () => post(['Content-Length: +5'])],
  ['a hexadecimal length', () => post(['Content-Length: 0x5'])],
  ['a length of 30 digits', () => post([`Content-Length: ${'9'.repeat(30)}`])],
  ['an unknown encoding', () => post(['Transfer-Encoding: xchunked'], chunked(formBody()))],
  ['an encoding after chunked', () => post(['Transfer-Encoding: chunked, identity'], chunked(formBody()))],
  ['chunked with a trailing control character', () => post(['Transfer-Encoding: chunked\x0b'], chunked(formBody()))],
  ['two encodings', () => post(['Transfer-Encoding: chunked', 'Transfer-Encoding: evil'], chunked(formBody()))],
  ['a chunk without a valid length', () => post(['Transfer-Encoding: chunked'], chunked(formBody(), 'ZZZ'))],
  ['a chunk length beyond 64 bits', () => post(['Transfer-Encoding: chunked'], chunked(formBody(), 'f'.repeat(17)))],
  ['a negative chunk length', () => post(['Transfer-Encoding: chunked'], chunked(formBody(), '-5'))],
  ['a chunk length after a space', () => post(['Transfer-Encoding: chunked'], chunked(formBody(), ' 5'))],
  [
    'a chunk with an extension of 40 kB',
    () => post(['Transfer-Encoding: chunked'], chunked(formBody(), `5;${'evil'.repeat(10_000)}`)),
  ],
  ['a chunk that ends in a bare line feed', () => post(['Transfer-Encoding: chunked'], '5\nevil1\n0\n\n')],
  ['a chunk longer than its declared length', () => post(['Transfer-Encoding: chunked'], chunked(formBody(), '5'))],
];

/** Headers of every response that is not a page. */
const securityHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'x-content-type-options',
  'x-frame-options',
];

describe('a malformed request', () => {
  test.each(malformed)(
    '%s: refused with a page in both languages that shows the phone number',
    async (_name, bytes, statuses = [400]) => {
      const before = await storedCounts(site);
      const logLength = site.log.length;
      const received = await sendBytes(site, bytes());
      const responses = responsesIn(received);
      expect(responses).toHaveLength(1);
      const [response] = responses;
      expect(statuses).toContain(response?.status);
      expect(response?.headers['content-security-policy']).toContain("default-src 'none'");
      expect(response?.headers['x-content-type-options']).toBe('nosniff');
      expect(response?.headers['cache-control']).toBe('no-store');
      expect(response?.headers.connection).toBe('close');
      for (const name of securityHeaders) expect(response?.headers, name).toHaveProperty(name);
      await expect.poll(() => site.log.slice(logLength).join()).toContain('"refusedBy":');
      expect(response?.body).toContain('+49 30 23125 010');
      expect(response?.body.includes('evil')).toBe(false);
      expect(await storedCounts(site)).toEqual(before);
    },
  );
});

describe('after a valid request', () => {
  test.each(malformed)('%s: the valid request still gets its response', async (_name, bytes) => {
    const malformedBytes = bytes();
    const received = await sendBytes(
      site,
      Buffer.concat([Buffer.from(get('/en/about')), Buffer.from(malformedBytes as string)]),
    );
    const [first, ...others] = responsesIn(received);
    expect(first?.status).toBe(200);
    expect(first?.body).toContain(pageMarkers.about);
    for (const { status } of others) expect([400, 431]).toContain(status);
    expect(others.length).toBeLessThan(2);
  });

  test('garbage after a request does not corrupt the request’s long response', async () => {
    const fullBody = (await rawRequest(site.url + asset)).body;
    const received = await sendBytes(site, `${get(asset)}evil evil evil\r\n\r\n`);
    const [first, second] = responsesIn(received);
    expect(first?.body).toBe(fullBody.toString('latin1'));
    expect(second?.status).toBe(400);
  });
});

/** Requests that smuggle another request in their body. */
const smuggled: [name: string, bytes: () => string][] = [
  [
    'in the body of a GET',
    () =>
      get('/en/about', `Content-Length: ${getAndClose('/en/imprint').length}`) +
      getAndClose('/en/imprint') +
      getAndClose('/en/about'),
  ],
  [
    'in a chunk of a GET',
    () =>
      get('/en/about', 'Transfer-Encoding: chunked') + chunked(getAndClose('/en/imprint')) + getAndClose('/en/about'),
  ],
  [
    'in the body of a POST request that is refused',
    () =>
      post(
        [`Content-Length: ${getAndClose('/en/imprint').length}`, 'Sec-Fetch-Site: cross-site'],
        getAndClose('/en/imprint'),
      ) + getAndClose('/en/about'),
  ],
  [
    'in the body of a POST request to a page without an action',
    () =>
      post([`Content-Length: ${getAndClose('/en/imprint').length}`], getAndClose('/en/imprint'), '/en/press') +
      getAndClose('/en/about'),
  ],
  [
    'in the body of a POST request that is too long',
    () =>
      post(['Content-Length: 70000'], getAndClose('/en/imprint').padEnd(70_000), '/faults') + getAndClose('/en/about'),
  ],
  [
    'in the body of a form',
    () =>
      post([`Content-Length: ${getAndClose('/en/imprint').length}`], getAndClose('/en/imprint')) +
      getAndClose('/en/about'),
  ],
  [
    'in the body of a health check',
    () =>
      get('/healthz', `Content-Length: ${getAndClose('/en/imprint').length}`) +
      getAndClose('/en/imprint') +
      getAndClose('/en/about'),
  ],
  [
    'in the body of an unsupported method',
    () =>
      post([`Content-Length: ${getAndClose('/en/imprint').length}`], getAndClose('/en/imprint')).replace(
        'POST',
        'PUT',
      ) + getAndClose('/en/about'),
  ],
];

test.each(smuggled)('a request hidden %s never gets a response', async (_name, bytes) => {
  const responses = responsesIn(await sendBytes(site, bytes()));
  expect(responses.length).toBeLessThanOrEqual(2);
  expect(responses.some(({ body }) => body.includes(pageMarkers.imprint))).toBe(false);
  if (responses.length === 2) expect(responses[1]?.body).toContain(pageMarkers.about);
});

test('responses are sent in the order of the requests', async () => {
  const received = await sendBytes(
    site,
    get('/en/imprint') + get('/en/about?x') + get('/healthz') + getAndClose('/en/imprint'),
  );
  const bodies = responsesIn(received).map(({ body }) => body);
  expect(bodies).toHaveLength(4);
  expect(bodies[0]).toContain(pageMarkers.imprint);
  expect(bodies[1]).toContain(pageMarkers.about);
  expect(bodies[2]).toBe('ok');
  expect(bodies[3]).toContain(pageMarkers.imprint);
});

describe('an unsupported upgrade', () => {
  test.each([
    [
      'a WebSocket',
      [
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: ZXZpbGV2aWxldmlsZXZpbA==',
      ],
    ],
    [
      'HTTP/2 without TLS',
      ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA'],
    ],
    ['TLS on this connection', ['Connection: Upgrade', 'Upgrade: TLS/1.0']],
  ])('to %s gets the page', async (_name, lines) => {
    // Bytes after the upgrade would belong to the other protocol and are not processed.
    const received = await sendBytes(site, get('/en/about', ...lines) + getAndClose('/en/imprint'), (text) =>
      text.includes('</html>'),
    );
    expect(received).not.toContain(pageMarkers.imprint);
    const [first] = responsesIn(received);
    expect(first?.status).toBe(200);
    expect(first?.body).toContain(pageMarkers.about);
  });
});

test.each([
  ['without a host', 'GET /en HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['for a tunnel', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n', 405],
  ['for another protocol', get('/nothing', 'Connection: Upgrade, close', 'Upgrade: websocket'), 404],
])('a request %s gets a response with all security headers, and is logged', async (_name, bytes, status) => {
  const before = site.log.length;
  const [response] = responsesIn(await sendBytes(site, bytes));
  expect(response?.status).toBe(status);
  for (const name of securityHeaders) expect(response?.headers, name).toHaveProperty(name);
  await expect.poll(() => site.log.slice(before).join()).toContain(`"status":${status}`);
});

describe('an Expect header', () => {
  test('with 100-continue gets 100, and the form is stored', async () => {
    const body = formBody();
    const received = await sendBytes(
      site,
      post([`Content-Length: ${body.length}`, 'Expect: 100-continue', 'Connection: close'], body),
    );
    expect(statusesOf(received)).toEqual([100, 303]);
  });

  test('with any other value gets 417', async () => {
    const received = await sendBytes(site, get('/en', 'Expect: evil', 'Connection: close'));
    const [response] = responsesIn(received);
    expect(response?.status).toBe(417);
    for (const name of securityHeaders) expect(response?.headers, name).toHaveProperty(name);
  });
});

describe('a body', () => {
  test('shorter than declared, from a visitor who disconnects, is not stored', async () => {
    const before = await storedCounts(site);
    await sendBytes(site, post([`Content-Length: 5000`, 'Expect: 100-continue']), (received) =>
      received.includes('100 Continue'),
    );
    expect(await storedCounts(site)).toEqual(before);
  });

  test('longer than declared is cut at the declared length, and the rest is refused as a malformed request', async () => {
    const body = formBody();
    const received = await sendBytes(site, post([`Content-Length: ${body.length}`], `${body}&evil=1\r\n\r\n`));
    expect(statusesOf(received)).toEqual([303, 400]);
  });

  test('in chunks of one byte, each with an extension, is read', async () => {
    const chunks = Array.from(formBody(), (letter) => `1;x=y\r\n${letter}\r\n`).join('');
    const received = await sendBytes(
      site,
      post(['Transfer-Encoding: chunked', 'Connection: close'], `${chunks}0\r\n\r\n`),
    );
    expect(statusesOf(received)).toEqual([303]);
  });

  test('with contradictory trailers is read, and the trailers are ignored', async () => {
    const trailer = 'Host: evil.example\r\nSec-Fetch-Site: cross-site\r\n';
    const body = formBody();
    const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n${trailer}\r\n`;
    const received = await sendBytes(site, post(['Transfer-Encoding: chunked', 'Connection: close'], chunks));
    expect(statusesOf(received)).toEqual([303]);
    expect(received).not.toContain('evil');
  });

  test('without a declared length is refused for a form with few fields', async () => {
    const filler = Array.from({ length: 900 }, () => 'a:');
    for (const lines of [[], filler.slice(0, 400), filler]) {
      const received = await sendBytes(
        site,
        post([...lines, 'Transfer-Encoding: chunked', 'Connection: close'], chunked('evil'.repeat(1000)), '/faults'),
      );
      expect([411, 431]).toContain(statusesOf(received)[0]);
    }
  });
});

/** Malformed values of headers that can affect a response. */
const malformedHeaders = [
  [
    'Range',
    [
      'bytes=0-',
      'bytes=-1',
      'bytes=5-1',
      'bytes=9999999999-',
      'bytes=0-0,1-1,2-2',
      `bytes=${'0-1,'.repeat(2500)}0-1`,
      'evil=0-1',
      'bytes=',
      'bytes=--',
      'bytes=0-99999999999999999999',
    ],
  ],
  ['If-Range', ['"evil"', 'evil', 'W/"x"']],
  [
    'Accept-Encoding',
    [
      'evil',
      '*',
      '*;q=0',
      'identity;q=0',
      'br;q=evil',
      ';;;,,,',
      'gzip, '.repeat(2000),
      'br\tgzip',
      'x'.repeat(15_000),
      '*;q=1e999',
    ],
  ],
  [
    'If-None-Match',
    ['*', '"evil"', 'W/', '"', '"'.repeat(15_000), '"a",'.repeat(3500), ','.repeat(15_000), 'W/"'.repeat(4900)],
  ],
  ['If-Modified-Since', ['evil', '0', 'Thu, 01 Jan 1970 00:00:00 GMT', '9'.repeat(15_000)]],
  ['If-Match', ['"evil"', '*']],
  [
    'Cookie',
    [
      'language=evil',
      ';'.repeat(15_000),
      '='.repeat(15_000),
      'sent=evil',
      'sent=%E0%A4%A',
      'sent=eyJfX3Byb3RvX18iOjF9',
      '__proto__=evil',
      'language='.repeat(1600),
      `;${' '.repeat(15_000)}x`,
      'cookieConsent=%7B%22__proto__%22%3A1%7D',
      'cookieConsent=evil',
    ],
  ],
  ['Accept', ['evil', 'text/html;q=evil', '*/*,'.repeat(3500), 'text/html'.repeat(1600)]],
  ['Accept-Language', ['evil', 'ar-'.repeat(4900), 'x'.repeat(15_000)]],
  ['Content-Type', ['evil', 'multipart/form-data', 'text/html; charset=utf-7', ';'.repeat(15_000)]],
  ['Referer', ['javascript:evil', `http://evil.example/${'x'.repeat(14_000)}`]],
  ['User-Agent', ['', '<script>evil</script>', 'x'.repeat(15_000)]],
  ['Sec-Purpose', ['prefetch', 'evil']],
  ['Connection', ['Host', 'close, Content-Length', 'evil', 'keep-alive, '.repeat(1000)]],
  ['Keep-Alive', ['timeout=999999999']],
  ['TE', ['trailers, evil']],
  ['Max-Forwards', ['0', '-1']],
] as const;

test.each(malformedHeaders)('malformed values of %s cause no error and are not reflected', async (name, values) => {
  const addresses = [
    '/',
    '/en',
    '/en/about?x',
    '/en/search/flights',
    '/en/requests/AAAAAAAAAAAAAAAAAAAAAA',
    asset,
    '/favicon.svg',
    '/carriers/LH',
    '/uploads/x',
    '/en/site.webmanifest',
    '/en/nothing',
  ];
  for (const value of values) {
    for (const address of addresses) {
      const [response] = responsesIn(await sendBytes(site, get(address, `${name}: ${value}`, 'Connection: close')));
      expect(response?.status, `${address} ${value.slice(0, 60)}`).toBeLessThan(500);
      expect(
        `${response?.body}${JSON.stringify(response?.headers)}`.includes('evil'),
        `${address} ${value.slice(0, 60)}`,
      ).toBe(false);
    }
  }
});

/** Slow connections: the bytes they start with, the bytes they repeat, and the response before they are closed. */
const slow: [name: string, begin: string, piece: string, response: RegExp][] = [
  ['whose headers never end', 'GET /en HTTP/1.1\r\nHost: localhost\r\n', 'X-A: b\r\n', /^HTTP\/1\.1 408 /],
  ['that is silent after an HTTP/0.9 request', 'GET /en\r\n', '', /^HTTP\/1\.1 408 /],
  ['whose form trickles in', post(['Content-Length: 9000'], ''), 'x', /^$/],
  ['whose unread body trickles in', post(['Content-Length: 9000'], '', '/en/press'), 'x', /^HTTP\/1\.1 405 /],
  ['whose unexpected body trickles in', get('/en', 'Content-Length: 9000'), 'x', /^HTTP\/1\.1 400 /],
];

describe.concurrent('a connection', () => {
  test.each(slow)('%s is closed', async (_name, begin, piece, response) => {
    expect(await sendSlowly(site, begin, piece, 500)).toMatch(response);
  });
});
