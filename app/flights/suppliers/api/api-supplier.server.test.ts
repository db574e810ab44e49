import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type StandInApi, startStandInApi } from '#tests/support/stand-in-api.ts';
import type { FlightCall, FlightFault } from '#tests/support/stand-in-flights.ts';
import type { FlightQuery } from '../../model/flight-query.ts';
import { type FlightSupplier, SupplierError, type SupplierProblem } from '../supplier.server.ts';
import { apiSupplier } from './api-supplier.server.ts';
import type { FetchLimits } from './fetch-limited.server.ts';

const query: FlightQuery = {
  origin: 'RUH',
  destination: 'FRA',
  departDate: '2027-03-20',
  returnDate: '2027-04-02',
  adults: 2,
  children: 1,
  infants: 1,
  travelClass: 'C',
};
const { returnDate: _, ...oneWay } = query;

/** Timeout in these tests (ms). */
const timeoutMs = 300;

let api: StandInApi;
let supplier: FlightSupplier;

beforeEach(async () => {
  api = await startStandInApi(0, 2 * timeoutMs);
  supplier = apiSupplier(api.url);
  onTestFinished(() => api.close());
});

/** Returns the SupplierError that the promise rejects with. */
async function rejectionOf(promise: Promise<unknown>): Promise<SupplierError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof SupplierError)) throw new Error('Expected a SupplierError', { cause: error });
  return error;
}

describe('a search', () => {
  test('starts with the request body from the specification', async () => {
    await supplier.start(query, { language: 'ar', currency: 'EUR' });
    await supplier.start(oneWay, { language: 'en', currency: 'EUR' });
    expect(api.flights.received.start).toEqual([
      {
        origin: 'RUH',
        destination: 'FRA',
        depart_date: '2027-03-20',
        return_date: '2027-04-02',
        trip_class: 'C',
        locale: 'ar',
        passengers: { adults: 2, children: 1, infants: 1 },
        segments: [
          { origin: 'RUH', destination: 'FRA', date: '2027-03-20' },
          { origin: 'FRA', destination: 'RUH', date: '2027-04-02' },
        ],
      },
      {
        origin: 'RUH',
        destination: 'FRA',
        depart_date: '2027-03-20',
        trip_class: 'C',
        locale: 'en',
        passengers: { adults: 2, children: 1, infants: 1 },
        segments: [{ origin: 'RUH', destination: 'FRA', date: '2027-03-20' }],
      },
    ]);
  });

  test('yields each chunk once until it is complete', async () => {
    api.flights.speedUp(100);
    const { cursor: id } = await supplier.start(query, { language: 'ar', currency: 'EUR' });
    const ids: string[] = [];
    let isComplete = false;
    for (let polls = 0; !isComplete && polls < 100; polls += 1) {
      const response = await supplier.poll(id, query);
      ids.push(...response.chunks.map((chunk) => chunk.id));
      isComplete = response.isComplete;
      await pause(20);
    }
    expect(isComplete).toBe(true);
    expect(ids).toHaveLength(6);
    expect(new Set(ids).size).toBe(6);
    expect(api.flights.received.poll.every(({ searchId }) => searchId === id)).toBe(true);
    expect(supplier.isSample).toBe(false);
  });

  test('yields the chunks of the API', async () => {
    api.flights.setResults([{ after: 0, chunk: { chunk_id: '7', search_id: 'x', proposals: [] } }]);
    const { cursor: id } = await supplier.start(query, { language: 'ar', currency: 'EUR' });
    expect(await supplier.poll(id, query)).toMatchObject({ chunks: [{ id: '7', proposals: [] }], isComplete: false });
    expect(await supplier.poll(id, query)).toMatchObject({ chunks: [], isComplete: false });
    api.flights.setBehaviour('poll', 'empty');
    expect(await supplier.poll(id, query)).toMatchObject({ chunks: [], isComplete: false });
  });

  test('with an unknown id is refused', async () => {
    expect((await rejectionOf(supplier.poll('nobody', query))).problem).toBe('refused');
  });
});

test('the first poll includes the currency rates of the start response, and later polls do not', async () => {
  const paths: string[] = [];
  const custom = await supplierWith((request, response) => {
    paths.push(request.url ?? '');
    if (request.method !== 'POST') return void response.end('[]');
    response.end('{"searchId":"s","currency_rates":{"sar":25.5,"eur":"101.2","usd":0,"rub":1}}');
  });
  const { cursor } = await custom.start(query, { language: 'ar', currency: 'EUR' });
  await rejectionOf(custom.bookingLink(cursor, '7', { language: 'ar' }));
  const first = await custom.poll(cursor, query);
  expect(first).toMatchObject({ chunks: [{ proposals: [], rates: { SAR: 25.5, EUR: 101.2 } }], cursor: 's' });
  expect(first.chunks[0]?.rates).not.toHaveProperty('USD');
  expect((await custom.poll(first.cursor, query)).chunks).toEqual([]);
  expect(paths.slice(1)).toEqual(['/v1/flight-link/s/7?locale=ar', '/v1/flight-results/s', '/v1/flight-results/s']);
});

describe('a booking link', () => {
  test('may be a GET request', async () => {
    const { cursor: id } = await supplier.start(query, { language: 'ar', currency: 'EUR' });
    const link = await supplier.bookingLink(id, '10003', { language: 'ar' });
    expect(link).toEqual({ url: `${api.url}/partner?search=${id}&fare=10003`, method: 'GET', params: {} });
    expect(api.flights.received.link).toEqual([{ searchId: id, urlId: '10003', locale: 'ar' }]);
    expect(await (await fetch(link.url)).text()).toContain('<dd>10003</dd>');
  });

  test('may be a POST request', async () => {
    api.flights.setBookingMethod('POST');
    const { cursor: id } = await supplier.start(query, { language: 'en', currency: 'EUR' });
    const { url, method, params } = await supplier.bookingLink(id, '"&/..?#', { language: 'en' });
    expect({ url, method, params }).toEqual({
      url: `${api.url}/partner`,
      method: 'POST',
      params: { search: id, fare: '"&/..?#' },
    });
    const page = await (await fetch(url, { method, body: new URLSearchParams(params) })).text();
    expect(page).toContain('<span id="method">POST</span>');
    expect(page).toContain('<dd>&#34;&#38;/..?#</dd>');
  });

  test.each(['javascript:alert(1)', 'ftp://partner.example/', 'data:text/html,x', '//partner.example', 'partner', ''])(
    'to %j is not bookable',
    async (url) => {
      api.flights.setBookingMethod('GET', url);
      const { cursor: id } = await supplier.start(query, { language: 'ar', currency: 'EUR' });
      expect((await rejectionOf(supplier.bookingLink(id, '1', { language: 'ar' }))).problem).toBe('not_bookable');
    },
  );

  test('of an unknown search is not bookable', async () => {
    expect((await rejectionOf(supplier.bookingLink('gone', '1', { language: 'ar' }))).problem).toBe('not_bookable');
  });
});

describe.each<FlightCall>(['start', 'poll', 'link'])('a failed %s request', (call) => {
  const faults: [FlightFault, SupplierProblem, RegExp][] = [
    ['error', 'refused', /^Status 500$/],
    ['redirect', 'refused', /^Status 302$/],
    ['hanging', 'unreachable', /within 300 ms/],
    ['hanging-body', 'unreachable', /within 300 ms/],
    ['slow', 'unreachable', /within 300 ms/],
    ['connection-reset', 'unreachable', /UND_ERR_SOCKET|ECONNRESET/],
    ['not-json', 'unreadable', /JSON/],
    ['huge', 'too_large', /larger than 200000 bytes/],
    ['bomb', 'too_large', /larger than 200000 bytes/],
  ];
  if (call === 'start') faults.push(['no-search-id', 'no_search_id', /id/]);
  if (call === 'link') faults.push(['gone', 'not_bookable', /410/]);

  test.each(faults)('(%s) is reported as %s', async (fault, problem, message) => {
    const { cursor: id } = await supplier.start(query, { language: 'ar', currency: 'EUR' });
    api.flights.setBehaviour(call, fault);
    // Only faults that must time out get the short timeout; immediate responses may take longer on a busy machine.
    const mustTimeOut = problem === 'unreachable' && fault !== 'connection-reset';
    const limited = apiSupplier(api.url, undefined, { ...(mustTimeOut && { timeoutMs }), maxBytes: 200_000 });
    const requests = {
      start: (to: FlightSupplier) => to.start(query, { language: 'ar', currency: 'EUR' }),
      poll: (to: FlightSupplier) => to.poll(id, query),
      link: (to: FlightSupplier) => to.bookingLink(id, '10003', { language: 'ar' }),
    };
    const error = await rejectionOf(requests[call](limited));
    expect(error.problem).toBe(problem);
    expect(error.message).toMatch(message);
    expect(`${error.message} ${String(error.cause)}`).not.toMatch(new RegExp(`${id}|RUH|FRA|10003|127\\.0\\.0\\.1`));
    expect(api.flights.received[call]).toHaveLength(call === 'start' ? 2 : 1);

    api.flights.setBehaviour(call, 'ok');
    await expect(requests[call](supplier)).resolves.toBeDefined();
  });
});

/** Starts an API with custom responses and returns a supplier that uses it. */
async function supplierWith(
  listener: RequestListener,
  limits: Partial<FetchLimits> = {},
  token?: string,
): Promise<FlightSupplier> {
  const server = createHttpServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return apiSupplier(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, token, limits);
}

const supplierWithBody = (body: string) => supplierWith((_request, response) => void response.end(body));

describe('the search id', () => {
  test.each([
    ['{"searchId":"a-b"}', 'a-b'],
    ['{"searchId":7,"more":true}', '7'],
    ['{"searchId":12345678901234567890}', '12345678901234567890'],
    [`{"searchId":"${'x'.repeat(200)}"}`, 'x'.repeat(200)],
  ])('is read from %s', async (body, id) => {
    expect(await (await supplierWithBody(body)).start(query, { language: 'ar', currency: 'EUR' })).toEqual({
      cursor: id,
      pause: 0,
    });
  });

  test.each([
    '{}',
    '[]',
    'null',
    '{"searchId":""}',
    '{"searchId":null}',
    '{"searchId":{"id":1}}',
    '{"searchId":1e999}',
    '{"searchId":".."}',
    '{"searchId":"a\\u0000"}',
    '{"searchId":"\\ud800"}',
    `{"searchId":"${'x'.repeat(201)}"}`,
  ])('is missing in %s', async (body) => {
    const error = await rejectionOf((await supplierWithBody(body)).start(query, { language: 'ar', currency: 'EUR' }));
    expect(error.problem).toBe('no_search_id');
  });
});

describe('the response to a booking link request', () => {
  test.each([
    ['{"url":"https://p.example/x?a=1"}', { url: 'https://p.example/x?a=1', method: 'GET', params: {} }],
    [
      '{"url":"https://p.example","method":null,"params":null}',
      { url: 'https://p.example/', method: 'GET', params: {} },
    ],
    ['{"url":"http://localhost:1"}', { url: 'http://localhost:1/', method: 'GET', params: {} }],
    [
      '{"url":"https://p.example/","method":"post","params":{"a":"<b>","n":7,"click_id":12345678901234567890}}',
      { url: 'https://p.example/', method: 'POST', params: { a: '<b>', n: '7', click_id: '12345678901234567890' } },
    ],
  ])('is read from %s', async (body, link) => {
    expect(await (await supplierWithBody(body)).bookingLink('s', 'u', { language: 'ar' })).toEqual(link);
  });

  test.each<[string, SupplierProblem]>([
    ['{}', 'not_bookable'],
    ['{"url":null}', 'not_bookable'],
    ['{"url":"http://p.example/"}', 'not_bookable'],
    ['{"url":"javascript:alert(1)"}', 'not_bookable'],
    ['{"url":7}', 'unreadable'],
    ['{"url":"https://p.example/","method":"DELETE"}', 'unreadable'],
    ['{"url":"https://p.example/","params":{"a":{"b":1}}}', 'unreadable'],
    ['[]', 'unreadable'],
    ['', 'unreadable'],
  ])('%s is reported as %s', async (body, problem) => {
    expect((await rejectionOf((await supplierWithBody(body)).bookingLink('s', 'u', { language: 'ar' }))).problem).toBe(
      problem,
    );
  });
});

test('the API URL may have a path, and each id stays a single path segment', async () => {
  const requests: string[] = [];
  const custom = await supplierWith((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.end(request.url === '/v1/flights' ? '{"searchId":"a/../b?c#d"}' : '{"url":"https://p.example/"}');
  });
  const { cursor: id } = await custom.start(query, { language: 'ar', currency: 'EUR' });
  await custom.bookingLink(id, '../1', { language: 'en' });
  expect(requests).toEqual(['POST /v1/flights', 'GET /v1/flight-link/a%2F..%2Fb%3Fc%23d/..%2F1?locale=en']);
  for (const invalid of ['.', '..', '', '\ud800', 'x'.repeat(201)]) {
    expect((await rejectionOf(custom.poll(invalid, query))).problem).toBe('refused');
    expect((await rejectionOf(custom.bookingLink(id, invalid, { language: 'en' }))).problem).toBe('not_bookable');
  }
  expect(requests).toHaveLength(2);
});

test('each request contains the token, if there is one', async () => {
  const received: (string | undefined)[] = [];
  const listener: RequestListener = (request, response) => {
    received.push(request.headers.authorization);
    response.end(request.method === 'POST' ? '{"searchId":"s"}' : '[]');
  };
  for (const token of ['secret-token', undefined]) {
    const custom = await supplierWith(listener, {}, token);
    await custom.start(query, { language: 'ar', currency: 'EUR' });
    await custom.poll('s', query);
    await rejectionOf(custom.bookingLink('s', '1', { language: 'ar' }));
  }
  expect(received).toEqual([...Array<string>(3).fill('Bearer secret-token'), undefined, undefined, undefined]);
});

test('reads exactly up to the default limit of forty mebibytes', async () => {
  let length = 40 * 1024 * 1024;
  const custom = await supplierWith((_request, response) => void response.end(`[${' '.repeat(length - 2)}]`));
  expect(await custom.poll('x', query)).toMatchObject({ chunks: [], isComplete: false });
  length += 1;
  expect((await rejectionOf(custom.poll('x', query))).problem).toBe('too_large');
});

test('a response that arrives too slowly times out', async () => {
  const custom = await supplierWith(
    (_request, response) => {
      const trickle = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(trickle));
    },
    { timeoutMs },
  );
  expect((await rejectionOf(custom.poll('x', query))).problem).toBe('unreachable');
});

describe('a compressed response', () => {
  const supplierWithGzip = (body: Buffer) =>
    supplierWith((_request, response) => void response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(body));

  test('is decompressed', async () => {
    expect(await (await supplierWithGzip(gzipSync('[]'))).poll('x', query)).toMatchObject({
      chunks: [],
      isComplete: false,
    });
  });

  test.each([
    ['that is not actually compressed', Buffer.from('[]')],
    ['that is truncated', gzipSync(`[${' '.repeat(999)}]`).subarray(0, 20)],
  ])('%s is unreadable', async (_name, body) => {
    expect((await rejectionOf((await supplierWithGzip(body)).poll('x', query))).problem).toBe('unreadable');
  });
});

test('a refused connection is reported as unreachable', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const error = await rejectionOf(
    apiSupplier(`http://127.0.0.1:${port}`).start(query, { language: 'ar', currency: 'EUR' }),
  );
  expect(error.problem).toBe('unreachable');
  expect(error.message).toBe('No complete response: ECONNREFUSED');
});
