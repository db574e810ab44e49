import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type DescribedRequest, findUndescribed, findUndescribedInResponse } from '../support/api-description.ts';
import { type EnquirySite, startEnquirySite } from '../support/enquiry-site.ts';
import { formData, send, validRequest } from '../support/evacuation-request.ts';
import { everyForm } from '../support/every-form.ts';
import { pdf } from '../support/medical-files.ts';
import { readPage } from '../support/page.ts';
import { runProgram, startSite } from '../support/site.ts';

// Tests the site with the company's own system behind it. The stand-in for that system fails every test whose requests
// docs/openapi.json does not describe.

const token = 'token-of-the-api-0123456789';
const searchPath = '/en/search/flights?origin=RUH&destination=BER&depart_date=2031-02-01&adults=1';

const traceId = '0af7651916cd43dd8448eb211c80319c';
/** The parent id that the proxy sends with the trace id. */
const parent = 'b7ad6b7169203331';
const traceHeaders = { traceparent: `00-${traceId}-${parent}-01` };
const sendWithTrace = async (enquirySite: EnquirySite) => {
  const fields = validRequest();
  const body = formData(fields);
  await fetch(`${enquirySite.site.url}/en/services/evacuation`, {
    method: 'POST',
    body,
    headers: traceHeaders,
    redirect: 'manual',
  });
  await expect.poll(() => enquirySite.acceptedFor(fields.name ?? '').length).toBe(1);
  return enquirySite.api.received.filter(({ parts }) => parts.some(({ value }) => value === fields.name));
};
const linesWith = ({ site }: EnquirySite, text: string) =>
  site.log.filter((line) => line.includes(text)).map((line) => JSON.parse(line) as Record<string, unknown>);

describe('an API that requires a token', () => {
  let enquirySite: EnquirySite;
  beforeAll(async () => {
    enquirySite = await startEnquirySite({ env: { API_TOKEN: token, RATE_LIMIT_FACTOR: '100' } });
    enquirySite.api.requireToken(token);
  });
  afterAll(() => enquirySite.close());

  test.each(everyForm)('receives $name as described', async (form) => {
    const fields = form.valid();
    const response = await fetch(`${enquirySite.site.url}/ar${form.path}`, {
      method: 'POST',
      body: formData(fields, [{ name: 'report.pdf', bytes: pdf(900) }]),
      redirect: 'manual',
    });
    expect(response.status).toBe(303);
    const name = Object.entries(fields).find(([field]) => /^(?:.+_contact_)?name$/.test(field))?.[1] ?? '';
    expect(enquirySite.acceptedFor(name)).toMatchObject([{ purpose: 'enquiry', attempt: '1' }]);
  });

  test('receives the purpose, time of arrival, privacy notice and attempt number of each message', async () => {
    const startedAt = Date.now();
    let failures = 1;
    enquirySite.api.setBehaviour(() => (failures-- > 0 ? 'error' : 'ok'));
    const fields = validRequest();
    const failed = await readPage(await send(enquirySite.site, fields));
    const path = failed.document.querySelector('[role=alert] a[href*="/requests/"]')?.getAttribute('href') ?? '';
    await expect.poll(() => enquirySite.acceptedFor(fields.name ?? '')).toHaveLength(1);
    const post = (address: string, body: FormData) =>
      fetch(enquirySite.site.url + address, { method: 'POST', body, redirect: 'manual' });
    await post(path, formData({ kind: 'documents' }, [{ name: 'later.pdf', bytes: pdf(700) }]));
    const details = { name: `${fields.name} Corrected`, phone: '+966 50 123 4567', email: 'corrected@example.com' };
    await post(path, formData({ kind: 'details', ...details }));
    await post(`${path}/delete`, formData({}));
    const [reference] = enquirySite.acceptedFor(fields.name ?? '').map((call) => call.reference);
    const calls = () => enquirySite.api.received.filter((call) => call.reference === reference);
    await expect.poll(() => calls().length).toBe(5);
    expect(calls().map(({ purpose, attempt, privacyNotice }) => [purpose, attempt, privacyNotice])).toEqual([
      ['enquiry', '1', 'evacuation-2026-11-23-2'],
      ['enquiry', '2', 'evacuation-2026-11-23-2'],
      ['documents', '1', 'evacuation-2026-11-23-2'],
      ['correction', '1', 'evacuation-2026-11-23-2'],
      ['erasure', '1', undefined],
    ]);
    const times = calls().map(({ receivedAt = '' }) => Date.parse(receivedAt));
    expect(times[0]).toBe(times[1]);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times[0]).toBeGreaterThanOrEqual(startedAt);
    expect(times[4]).toBeLessThanOrEqual(Date.now());
    for (const { receivedAt } of calls()) expect(receivedAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(new Set(calls().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(4);
  });

  test('receives no trace id without a trusted proxy, because the visitor may have made it up', async () => {
    const [call] = await sendWithTrace(enquirySite);
    expect(call).toMatchObject({ accepted: true, traceparent: undefined });
    const { reference = '' } = call ?? {};
    await expect.poll(() => linesWith(enquirySite, reference.replace('-', ''))).not.toEqual([]);
    expect(linesWith(enquirySite, traceId)).toEqual([]);
  });

  test('receives flight searches, and responds as described', async () => {
    expect((await fetch(enquirySite.site.url + searchPath)).status).toBe(200);
    await expect.poll(() => enquirySite.api.flights.received.poll.length).toBeGreaterThan(0);
    const [body] = enquirySite.api.flights.received.start;
    const call = async (method: string, path: string, json?: unknown) => {
      const headers = {
        Authorization: `Bearer ${token}`,
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
      };
      const response = await fetch(enquirySite.api.url + path, { method, headers, body: JSON.stringify(json) });
      const content: unknown = await response.json();
      expect(findUndescribedInResponse(method, path.split('?')[0] ?? '', response.status, content)).toEqual([]);
      return content;
    };
    enquirySite.api.flights.speedUp(1000);
    const { searchId } = (await call('POST', '/flights', body)) as { searchId: string };
    await expect
      .poll(() => call('GET', `/flight-results/${searchId}`), { interval: 50 })
      .toEqual(expect.arrayContaining([expect.objectContaining({ proposals: expect.any(Array) as unknown })]));
    await call('GET', `/flight-link/${searchId}/1?locale=ar`);
  });
});

test('the trace id from a proxy is in the log, and in the delivery attempt that the visitor waits for', async () => {
  const enquirySite = await startEnquirySite({ env: { TRUST_PROXY: '1' } });
  onTestFinished(() => enquirySite.close());
  let failures = 1;
  enquirySite.api.setBehaviour(() => (failures-- > 0 ? 'error' : 'ok'));
  const [first, second] = await sendWithTrace(enquirySite);
  expect(first?.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
  expect(first?.traceparent).not.toContain(parent);
  expect([first?.attempt, second?.attempt, second?.traceparent]).toEqual(['1', '2', undefined]);
  await expect.poll(() => linesWith(enquirySite, traceId).map(({ msg }) => msg)).toEqual(['delivery', 'request']);
  // The end of the trace id, in characters that a visitor can read out.
  expect(linesWith(enquirySite, traceId)).toMatchObject([{ attempts: 1 }, { id: '7B44E80CCW' }]);
  const page = await fetch(`${enquirySite.site.url}/en/about`, { headers: traceHeaders });
  const hotPage = await fetch(`${enquirySite.site.url}/en/about`, { headers: traceHeaders });
  expect([page, hotPage].map((response) => response.headers.get('Request-Id'))).toEqual(['7B44E80CCW', '7B44E80CCW']);
  await expect.poll(() => linesWith(enquirySite, traceId)).toHaveLength(4);
});

test('the token reaches neither logs, nor pages, nor another host through a redirect', async () => {
  const listen = async (listener: Parameters<typeof createServer>[1]) => {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const elsewhere: (string | undefined)[] = [];
  const received: IncomingHttpHeaders[] = [];
  const other = await listen((request, response) => {
    elsewhere.push(request.url);
    response.end('{"success":true}');
  });
  const redirecting = await listen((request, response) => {
    received.push(request.headers);
    request.resume().on('end', () => response.writeHead(307, { Location: `${other}/elsewhere` }).end());
  });
  const site = await startSite({ env: { DESK: 'api', API_URL: redirecting, API_TOKEN: token } });
  onTestFinished(() => site.close());
  const pages = [await (await send(site)).text(), await (await fetch(site.url + searchPath)).text()];
  await expect.poll(() => received.length).toBeGreaterThan(1);
  expect(received.map(({ authorization }) => authorization)).toEqual(received.map(() => `Bearer ${token}`));
  expect(elsewhere).toEqual([]);
  await expect.poll(() => site.log.join()).toContain('status 307');
  expect([...site.log, ...pages].filter((text) => text.includes(token))).toEqual([]);
});

test.each(['https://user:secret-password@api.example.com', 'http://:secret-password@localhost:3001'])(
  'the site does not start with credentials in API_URL (%s), and says what to set instead',
  async (url) => {
    const { code, errors, output } = await runProgram('server.ts', [], { PORT: '0', DESK: 'api', API_URL: url });
    expect(code).not.toBe(0);
    expect(errors).toContain('API_URL must not contain a user or password: set API_TOKEN');
    expect(errors + output).not.toContain('secret-password');
  },
);

describe('the check against docs/openapi.json', () => {
  const headers = {
    'content-type': 'multipart/form-data; boundary=x',
    'idempotency-key': 'key',
    'enquiry-reference': 'W3FR-G49H',
    'enquiry-purpose': 'enquiry',
    'enquiry-received-at': '2031-03-27T14:05:00.000Z',
    'enquiry-attempt': '1',
    'enquiry-privacy-notice': 'contact-2026-11',
  };
  const fields = { name: 'A', email: 'a@b.example', phone: '+966501234567', message: '', language: 'ar' };
  const partsOf = (values: Record<string, string>) => Object.entries(values).map(([name, value]) => ({ name, value }));
  const message: DescribedRequest = { method: 'POST', target: '/contact', headers, body: { parts: partsOf(fields) } };
  const search: DescribedRequest = { method: 'GET', target: '/flight-link/a/b?locale=ar', headers: {} };
  const withFile = (type: string) => ({ parts: [...partsOf(fields), { name: 'files', value: 'x', type }] });

  test('accepts valid requests', () => {
    expect(findUndescribed(message)).toEqual([]);
    expect(findUndescribed({ ...message, body: withFile('application/pdf') })).toEqual([]);
    expect(findUndescribed(search)).toEqual([]);
  });

  test.each<[string, DescribedRequest]>([
    ['another path', { ...message, target: '/other' }],
    ['another method', { ...message, method: 'PUT' }],
    ['a query', { ...message, target: '/contact?x=1' }],
    ['another header', { ...message, headers: { ...headers, 'enquiry-more': 'x' } }],
    ['a missing header', { ...message, headers: { ...headers, 'idempotency-key': undefined } }],
    ['another purpose', { ...message, headers: { ...headers, 'enquiry-purpose': 'question' } }],
    ['attempt 0', { ...message, headers: { ...headers, 'enquiry-attempt': '0' } }],
    [
      'a trace id of zeros',
      { ...message, headers: { ...headers, traceparent: `00-${'0'.repeat(32)}-${'1'.repeat(16)}-00` } },
    ],
    [
      'a trace id in capitals',
      { ...message, headers: { ...headers, traceparent: `00-${'A'.repeat(32)}-${'1'.repeat(16)}-00` } },
    ],
    ['a time without a zone', { ...message, headers: { ...headers, 'enquiry-received-at': '2031-03-27T14:05:00' } }],
    ['basic authentication', { ...message, headers: { ...headers, authorization: 'Basic eA==' } }],
    ['another type of body', { ...message, headers: { ...headers, 'content-type': 'application/json' } }],
    ['no body', { ...message, body: undefined }],
    ['another field', { ...message, body: { parts: partsOf({ ...fields, more: 'x' }) } }],
    ['a missing field', { ...message, body: { parts: partsOf({ name: 'A', message: '' }) } }],
    ['a repeated field', { ...message, body: { parts: [...partsOf(fields), { name: 'name', value: 'B' }] } }],
    ['another language', { ...message, body: { parts: partsOf({ ...fields, language: 'ru' }) } }],
    ['a file of another type', { ...message, body: withFile('image/svg+xml') }],
    [
      'an erasure with a name',
      { ...message, body: { parts: partsOf({ name: 'A', message: 'please erase W3FR-G49H' }) } },
    ],
    ['a GET with a body', { ...search, body: { json: {} } }],
    ['a missing query', { ...search, target: '/flight-link/a/b' }],
    ['a flight link in another language', { ...search, target: '/flight-link/a/b?locale=ru' }],
  ])('reports %s', (_, request) => {
    expect(findUndescribed(request)).not.toEqual([]);
  });

  test.each([
    ['another status', 201, { searchId: 'x' }, 0],
    ['a missing search id', 200, {}, 1],
  ])('reports in a response: %s', (_, status, json, count) => {
    expect(findUndescribedInResponse('POST', '/flights', status, json)).toHaveLength(count);
  });
});
