import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findUndescribed, findUndescribedInResponse } from '../support/api-description.ts';
import { send, validRequest } from '../support/evacuation-request.ts';
import { rawRequest } from '../support/raw-request.ts';
import { runEnquiries, type Site, startSite } from '../support/site.ts';
import { storedRows } from '../support/stored-rows.ts';

// The company's system reports to the site what has happened to a request.

const token = 'callback-token-0123456789-abcdefgh';
const authorized = { Authorization: `Bearer ${token}` };
const json = { 'Content-Type': 'application/json' };
const unknown = 'ZZZZ-ZZZZ';

let site: Site;
beforeAll(async () => {
  site = await startSite({ env: { API_CALLBACK_TOKEN: token, RATE_LIMIT_FACTOR: '100' } });
});
afterAll(() => site.close());

interface ShownEnquiry {
  reference: string;
  name?: string;
  takenAt: string | null;
  events: { kind: string; at: string; source: string }[];
}

async function runJson<Shown>(...args: string[]): Promise<Shown> {
  return JSON.parse((await runEnquiries(site, ...args, '--json')).output) as Shown;
}

/** Sends a request. @returns its reference and the address of its receipt */
async function sendRequest() {
  const fields = validRequest();
  const response = await send(site, fields);
  expect(response.status).toBe(303);
  const enquiries = await runJson<ShownEnquiry[]>('list');
  const { reference = '' } = enquiries.find(({ name }) => name === fields.name) ?? {};
  return { reference, name: fields.name ?? '', receipt: response.headers.get('Location') ?? '' };
}

const pathOf = (reference: string) => `/api/requests/${reference}/status`;

interface Callback {
  method?: string;
  body?: string;
  headers?: Record<string, string>;
}

/** Sends a callback, and expects that docs/openapi.json describes the response. Without a body, it reports `taken`. */
async function call(path: string, { method = 'POST', body = '{"state":"taken"}', headers }: Callback = {}, at = site) {
  const response = await rawRequest(at.url + path, {
    method,
    headers: { ...json, ...authorized, ...headers },
    // Node sends no length with the body of another method.
    body: ['POST', 'PUT', 'PATCH'].includes(method) ? body : '',
  });
  expect(response.headers['cache-control']).toBe('no-store');
  const content: unknown = method === 'HEAD' ? undefined : JSON.parse(response.body.toString());
  if (content !== undefined)
    expect(findUndescribedInResponse('POST', path.split('?')[0] ?? '', response.status, content)).toEqual([]);
  return { status: response.status, headers: response.headers, content };
}

describe('a report from the company’s system', () => {
  test('is recorded once, and matches docs/openapi.json', async () => {
    const { reference, name } = await sendRequest();
    const at = new Date().toISOString().replace('Z', '+00:00');
    const reports: [body: object, recorded: boolean][] = [
      [{ state: 'read' }, true],
      [{ state: 'read' }, false],
      [{ state: 'called', at }, true],
      [{ state: 'called', at }, false],
      ...['taken', 'waiting', 'answered', 'closed'].map((state): [object, boolean] => [{ state }, true]),
      [{ state: 'closed' }, false],
    ];
    for (const [body, recorded] of reports) {
      const { state } = body as { state: string };
      const headers = { 'content-type': 'application/json', authorization: authorized.Authorization };
      const request = { method: 'POST', target: pathOf(reference), headers, body: { json: body } };
      expect(findUndescribed(request)).toEqual([]);
      expect(await call(pathOf(reference), { body: JSON.stringify(body) })).toMatchObject({
        status: 200,
        content: { reference, state, recorded },
      });
    }
    const { events } = await runJson<ShownEnquiry>('show', reference);
    expect(events.map(({ kind }) => kind).sort()).toEqual(['answered', 'called', 'closed', 'read', 'taken', 'waiting']);
    expect(events.find(({ kind }) => kind === 'called')?.at).toBe(new Date(at).toISOString());
    expect(new Set(events.map(({ source }) => source))).toEqual(new Set(['api']));
    expect(site.log.filter((line) => line.includes(token) || line.includes(name))).toEqual([]);
  });

  test('that somebody has read the request does not stop its reminders; that somebody has taken it does', async () => {
    const { reference } = await sendRequest();
    await call(pathOf(reference), { body: '{"state":"read"}' });
    expect((await runJson<ShownEnquiry>('show', reference)).takenAt).toBeNull();
    await call(pathOf(reference), { body: '{"state":"called"}' });
    expect((await runJson<ShownEnquiry>('show', reference)).takenAt).not.toBeNull();
    expect((await runEnquiries(site, 'take', reference)).output).toContain('had already been taken');
  });

  test('may write the reference as people do', async () => {
    const { reference } = await sendRequest();
    const path = pathOf(reference.replace('-', '').toLowerCase());
    expect(await call(path)).toMatchObject({ status: 200, content: { reference } });
  });

  test('counts towards the limit on posts', async () => {
    // This factor allows twelve posts an hour.
    const limited = await startSite({ env: { API_CALLBACK_TOKEN: token, RATE_LIMIT_FACTOR: '0.01' } });
    onTestFinished(() => limited.close());
    const wrong = { headers: { Authorization: 'Bearer wrong' } };
    for (let count = 0; count < 12; count += 1) {
      expect((await call(pathOf(unknown), wrong, limited)).status).toBe(401);
    }
    const refused = await call(pathOf(unknown), wrong, limited);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('changes nothing and is refused:', () => {
  let reference: string;
  let erased: string;
  beforeAll(async () => {
    ({ reference } = await sendRequest());
    const other = await sendRequest();
    erased = other.reference;
    await fetch(`${other.receipt}/delete`, { method: 'POST', redirect: 'manual' });
  });

  /** Sends callbacks that must be refused, and compares all tables before and after. */
  async function expectRefused(status: number, callbacks: [path: string, callback?: Callback][]) {
    const before = await storedRows(site);
    expect(before.enquiries?.length).toBeGreaterThan(1);
    const responses = [];
    for (const [path, callback] of callbacks) {
      const response = await call(path, callback);
      expect(response.status, JSON.stringify([path, callback])).toBe(status);
      responses.push(response);
    }
    const after = await storedRows(site);
    expect(Object.keys(after)).toEqual(Object.keys(before));
    for (const [table, rows] of Object.entries(after)) expect(rows, table).toEqual(before[table]);
    return responses;
  }

  test('a wrong token, without revealing which references exist', async () => {
    const tokens = [
      ...['', 'Bearer', 'Bearer ', `Basic ${token}`, token, `Bearer${token}`, `Bearer ${token} ${token}`],
      ...[`Bearer ${token}x`, `Bearer ${token.slice(0, -1)}`, `Bearer ${token.toUpperCase()}`, `Bearer "${token}"`],
      ...[`Bearer ${token}, Bearer ${token}`, 'Bearer undefined', `Bearer ${'x'.repeat(token.length)}`],
    ];
    const send = (path: string) =>
      expectRefused(
        401,
        tokens.map((Authorization) => [path, { headers: { Authorization } }]),
      );
    const [known, ...others] = await Promise.all(
      [reference, unknown, erased, 'x', '%F0%9F%9A%91'].map(pathOf).map(send),
    );
    const withoutTime = (responses: typeof known) =>
      responses?.map(({ headers, ...others }) => [
        others,
        Object.entries(headers).filter(([name]) => name !== 'date' && name !== 'request-id'),
      ]);
    for (const responses of others) expect(withoutTime(responses)).toEqual(withoutTime(known));
    expect(known?.[0]?.headers['www-authenticate']).toBe('Bearer');
    await expectRefused(401, [
      [`${pathOf(reference)}?token=${token}`, { headers: { Authorization: '' } }],
      [pathOf(reference), { headers: { Authorization: '' }, body: 'not JSON' }],
    ]);
  });

  test('a wrong reference', async () => {
    const references = [unknown, erased, 'x', `${reference}0`, reference.slice(1), '%20', '%F0%9F%9A%91', `'--`];
    await expectRefused(
      404,
      references.map((wrong) => [pathOf(wrong)]),
    );
  });

  test('a wrong method', async () => {
    const methods = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
    const responses = await expectRefused(
      405,
      methods.map((method) => [pathOf(reference), { method }]),
    );
    expect(responses.map(({ headers }) => headers.allow)).toEqual(methods.map(() => 'POST'));
  });

  test('a wrong state or time', async () => {
    const day = 24 * 60 * 60 * 1000;
    const bodies: unknown[] = [
      ...['new', 'READ', 'read ', '', null, 1, true, ['read'], {}].map((state) => ({ state })),
      ...[{}, { at: new Date().toISOString() }, { state: 'read', note: 'x' }, { state: 'read', personId: 'x' }],
      ...['2031-03-27', '2031-03-27T14:05:00', '2031-02-30T14:05:00Z', 'now', '', null, Date.now()].map((at) => ({
        state: 'read',
        at,
      })),
      ...[day, -day].map((offset) => ({ state: 'read', at: new Date(Date.now() + offset).toISOString() })),
    ];
    await expectRefused(
      422,
      bodies.map((body) => [pathOf(reference), { body: JSON.stringify(body) }]),
    );
  });

  test('a body that is not a JSON object', async () => {
    const bodies = ['', ' ', 'read', '"read"', 'null', '[]', '[{"state":"read"}]', '{"state":"read"', 'state=read'];
    await expectRefused(
      422,
      bodies.map((body) => [pathOf(reference), { body }]),
    );
  });

  test('a large body, or one of unknown length', async () => {
    const padded = (bytes: number) => '{"state":"read"}'.padEnd(bytes);
    await expectRefused(413, [
      [pathOf(reference), { body: padded(1025) }],
      [pathOf(reference), { body: padded(100_000) }],
    ]);
    await expectRefused(411, [[pathOf(reference), { headers: { 'Transfer-Encoding': 'chunked' } }]]);
    expect(await call(pathOf(reference), { body: padded(1024) })).toMatchObject({ status: 200 });
  });

  test('a call from another site’s page', async () => {
    await expectRefused(403, [
      [pathOf(reference), { headers: { Origin: 'https://other.example' } }],
      [pathOf(reference), { headers: { 'Sec-Fetch-Site': 'cross-site' } }],
    ]);
  });

  test('anything if API_CALLBACK_TOKEN is not set', async () => {
    const closed = await startSite();
    onTestFinished(() => closed.close());
    for (const callback of [{}, { method: 'GET' }, { headers: { Authorization: 'Bearer undefined' } }, { body: 'x' }]) {
      expect((await call(pathOf(reference), callback, closed)).status).toBe(404);
    }
  });
});
