import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Enquiry, OutboxMessage } from '#app/enquiries/enquiry.ts';
import { flightApiFields } from '#app/enquiries/kinds/flight-api-fields.ts';
import { openDiskStore } from '#app/uploads/storage/disk-store.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';
import { type Behaviour, startStandInApi } from '#tests/support/stand-in-api.ts';
import { apiDesk } from './api-desk.server.ts';
import type { DeliveryResult } from './desk.server.ts';

const receivedAt = Date.UTC(2027, 2, 20);

let folder: string;
let store: FileStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'api-desk-'));
  store = openDiskStore(folder);
});

afterEach(() => rmSync(folder, { recursive: true }));

async function storeFile(name: string, bytes: Buffer, type = 'application/pdf'): Promise<StoredFile> {
  const writer = await store.create();
  await writer.write(bytes);
  await writer.commit();
  return {
    name,
    type,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    storageKey: writer.key,
  };
}

function enquiryWith(attachments: StoredFile[] = []): Enquiry & { kind: 'evacuation' } {
  return {
    id: 'id',
    reference: '4KQ7M01Z',
    kind: 'evacuation',
    language: 'ar',
    fields: {
      name: 'أحمد',
      phone: '+966501234567',
      email: 'a@b.example',
      origin: 'RUH',
      destination: 'MUC',
      destinationOpen: false,
      date: '2027-03-27',
      asSoonAsPossible: false,
    },
    attachments,
    receivedAt,
    privacyNotice: 'evacuation-2026-11-23',
  };
}

/** Starts a server that stops at the end of the test, when its open connections are closed. @returns its URL */
async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Returns an API that reads the whole request and then responds. */
function apiResponding(status: number, body: string): Server {
  return createHttpServer((request, response) => {
    request.resume().on('end', () => response.writeHead(status).end(body));
  });
}

const deliver = (url: string, attachments?: StoredFile[]): Promise<DeliveryResult> =>
  apiDesk(url, store).deliver(
    { number: 0, createdAt: receivedAt, purpose: 'enquiry', enquiry: enquiryWith(attachments) },
    { idempotencyKey: 'key-1', number: 1 },
  );

describe('the stand-in for the product’s API', () => {
  async function standIn(behaviour: Behaviour = 'ok') {
    const api = await startStandInApi();
    onTestFinished(() => api.close());
    api.setBehaviour(behaviour);
    return api;
  }

  test('receives the fields in the order of the specification, then the unchanged files', async () => {
    const api = await standIn();
    const files = [
      await storeFile('تقرير "1".pdf', Buffer.alloc(300_000, 'x')),
      await storeFile('x.png', Buffer.from('png'), 'image/png'),
    ];
    expect(await deliver(api.url, files)).toEqual({ outcome: 'accepted' });
    expect(api.received).toHaveLength(1);
    const [call] = api.received;
    expect(call).toMatchObject({ path: '/ambulance', idempotencyKey: 'key-1' });
    expect(call?.contentType).toMatch(/^multipart\/form-data; boundary=/);
    expect(call?.parts).toEqual([
      ...flightApiFields(enquiryWith().fields, 'ar').map(([name, value]) => ({ name, value })),
      { name: 'files', value: 'تقرير %221%22.pdf' },
      { name: 'files', value: 'x.png' },
    ]);
    expect(call?.files.map(({ type, size, sha256 }) => ({ type, size, sha256 }))).toEqual(
      files.map(({ type, size, sha256 }) => ({ type, size, sha256 })),
    );
    expect(Number(call?.contentLength)).toBeGreaterThan(300_003);
  });

  test('receives the names of disc files, which the call does not include', async () => {
    const api = await standIn();
    const files = [
      await storeFile('report.pdf', Buffer.alloc(100, 'x')),
      await storeFile('أشعة.zip', Buffer.alloc(3 * 1024 * 1024), 'application/zip'),
      await storeFile('IM1.dcm', Buffer.alloc(2048), 'application/dicom'),
    ];
    expect(await deliver(api.url, files)).toEqual({ outcome: 'accepted' });
    const [call] = api.received;
    expect(call?.files.map(({ name }) => name)).toEqual(['report.pdf']);
    const message = call?.parts.find(({ name }) => name === 'message')?.value;
    expect(message).toMatch(
      /\n\nFiles that are only at the site’s desk, with request 4KQ7-M01Z: أشعة\.zip \(3 MB\), IM1\.dcm \(2 kB\)\.$/,
    );
  });

  test.each<[Behaviour, DeliveryResult]>([
    ['ok', { outcome: 'accepted' }],
    ['error', { outcome: 'unavailable', reason: 'status 500' }],
    ['refuses', { outcome: 'refused', reason: 'status 422' }],
    ['unsuccessful', { outcome: 'unavailable', reason: 'success: false' }],
    ['not-json', { outcome: 'unavailable', reason: 'unexpected response' }],
    ['connection-reset', { outcome: 'unavailable', reason: expect.stringMatching(/^(?:ECONNRESET|EPIPE)$/) as string }],
  ])('that behaves as "%s" leads to %j', async (behaviour, result) => {
    const api = await standIn(behaviour);
    expect(await deliver(api.url, [await storeFile('a.pdf', Buffer.alloc(1_000_000))])).toEqual(result);
  });
});

describe('the headers of a request', () => {
  /** Delivers a message to an API that records headers. */
  async function headersOf(outboxMessage: OutboxMessage, number = 1, token?: string) {
    const received: IncomingHttpHeaders[] = [];
    const url = await listen(
      createHttpServer((request, response) => {
        received.push(request.headers);
        request.resume().on('end', () => response.end('{"success":true}'));
      }),
    );
    await apiDesk(url, store, token).deliver(outboxMessage, { idempotencyKey: 'key-1', number });
    return Object.fromEntries(
      Object.entries(received[0] ?? {}).filter(([name]) => /^(?:enquiry-|idempotency-|authorization$)/.test(name)),
    );
  }

  const message = { number: 0, createdAt: Date.UTC(2027, 2, 21, 9, 30), purpose: 'enquiry' } as const;
  const common = {
    'idempotency-key': 'key-1',
    'enquiry-reference': '4KQ7-M01Z',
    'enquiry-received-at': '2027-03-21T09:30:00.000Z',
    'enquiry-attempt': '1',
  };

  test.each(['enquiry', 'documents', 'correction'] as const)('describe the message: %s', async (purpose) => {
    expect(await headersOf({ ...message, purpose, enquiry: enquiryWith() })).toEqual({
      ...common,
      'enquiry-purpose': purpose,
      'enquiry-privacy-notice': 'evacuation-2026-11-23',
    });
  });

  test('of an erasure say nothing more about the erased enquiry', async () => {
    const erased = { enquiryId: 'id', reference: '4KQ7M01Z', kind: 'evacuation' } as const;
    expect(await headersOf({ ...message, ...erased, purpose: 'erasure' })).toEqual({
      ...common,
      'enquiry-purpose': 'erasure',
    });
  });

  test('count the attempts and contain the token', async () => {
    expect(await headersOf({ ...message, enquiry: enquiryWith() }, 3, 'secret-token')).toMatchObject({
      'enquiry-attempt': '3',
      authorization: 'Bearer secret-token',
    });
  });
});

test('neither follows a redirect nor names its target', async () => {
  const elsewhere: (string | undefined)[] = [];
  const other = await listen(
    createHttpServer((request, response) => {
      elsewhere.push(request.url);
      response.end('{"success":true}');
    }),
  );
  for (const status of [301, 302, 307, 308]) {
    const url = await listen(
      createHttpServer((request, response) => {
        request.resume().on('end', () => response.writeHead(status, { Location: `${other}/elsewhere` }).end());
      }),
    );
    expect(await deliver(url)).toEqual({ outcome: 'unavailable', reason: `status ${status}` });
  }
  expect(elsewhere).toEqual([]);
});

describe('a response', () => {
  test.each<[number, string, DeliveryResult['outcome']]>([
    [200, '{"success":true}', 'accepted'],
    [201, '{"success":true,"id":7}', 'accepted'],
    [200, '{"success":"true"}', 'unavailable'],
    [200, '{"success":1}', 'unavailable'],
    [200, '[]', 'unavailable'],
    [200, '', 'unavailable'],
    [204, '', 'unavailable'],
    [302, '{"success":true}', 'unavailable'],
    [400, '{"success":true}', 'refused'],
    [413, '', 'refused'],
    [408, '{"success":true}', 'unavailable'],
    [429, '', 'unavailable'],
    [500, '{"success":true}', 'unavailable'],
    [503, '', 'unavailable'],
  ])('with status %i and the body %j is %s', async (status, body, outcome) => {
    expect((await deliver(await listen(apiResponding(status, body)))).outcome).toBe(outcome);
  });

  test('that is too long counts as a failure', async () => {
    const body = `{"success":true,"more":"${'x'.repeat(70_000)}"}`;
    expect(await deliver(await listen(apiResponding(200, body)))).toEqual({
      outcome: 'unavailable',
      reason: 'response too long',
    });
  });
});

describe('an API that rejects a request before it has read all of it', () => {
  const refusal = 'HTTP/1.1 422 Unprocessable Content\r\nContent-Type: application/json\r\nContent-Length: 17\r\n';
  const body = '{"success":false}';
  let large: StoredFile;

  beforeEach(async () => {
    large = await storeFile('large.pdf', Buffer.alloc(20 * 1024 * 1024, 1));
  });

  test('and reads the rest is reported as a rejection', async () => {
    const url = await listen(createHttpServer((_, response) => response.writeHead(422).end(body)));
    expect(await deliver(url, [large])).toEqual({ outcome: 'refused', reason: 'status 422' });
  });

  test('and stops reading is reported as a rejection immediately', async () => {
    const url = await listen(
      createServer((socket) => {
        socket.once('data', () => socket.pause().write(`${refusal}\r\n${body}`));
      }),
    );
    expect(await deliver(url, [large])).toEqual({ outcome: 'refused', reason: 'status 422' });
  });

  test('and closes the connection is reported as a rejection', async () => {
    const url = await listen(
      createServer((socket) => {
        socket.once('data', () => socket.end(`${refusal}Connection: close\r\n\r\n${body}`));
      }),
    );
    expect(await deliver(url, [large])).toEqual({ outcome: 'refused', reason: 'status 422' });
  });
});

test('success before the API has read the whole request does not count', async () => {
  const large = await storeFile('large.pdf', Buffer.alloc(20 * 1024 * 1024, 1));
  const url = await listen(
    createHttpServer((request, response) => {
      request.once('data', () => response.end('{"success":true}'));
    }),
  );
  expect(await deliver(url, [large])).toEqual({
    outcome: 'unavailable',
    reason: 'response before the request was complete',
  });
});

describe('the desk is unavailable, with a reason that contains no personal data,', () => {
  test('if the connection is refused', async () => {
    const server = createServer();
    const url = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    expect(await deliver(url)).toEqual({ outcome: 'unavailable', reason: 'ECONNREFUSED' });
  });

  test('if the response is truncated', async () => {
    const url = await listen(
      createHttpServer((request, response) => {
        request.resume().on('end', () => {
          response.writeHead(200, { 'Content-Length': 100 }).write('{"success":true');
          setTimeout(() => response.destroy(), 10);
        });
      }),
    );
    expect((await deliver(url)).outcome).toBe('unavailable');
  });
});

test('delivers a message without its missing and truncated files, which it lists in the text', async () => {
  const api = await startStandInApi();
  onTestFinished(() => api.close());
  const names = ['gone.pdf', 'cut.pdf', 'whole.pdf', 'cut.jpg'];
  const files = await Promise.all(names.map((name) => storeFile(name, Buffer.alloc(1000, name), typeOf(name))));
  await store.remove(files[0]?.storageKey ?? '');
  for (const truncated of [files[1], files[3]]) truncateSync(join(folder, truncated?.storageKey ?? ''), 10);
  expect(await deliver(api.url, files)).toEqual({ outcome: 'accepted' });
  expect(api.received).toMatchObject([{ withheld: 'missing=3', files: [{ name: 'whole.pdf', size: 1000 }] }]);
  const apiMessage = api.received[0]?.parts.find(({ name }) => name === 'message')?.value;
  expect(apiMessage).toContain('Lost files (please request them again): gone.pdf, cut.pdf, cut.jpg.');
});

const typeOf = (name: string) => (name.endsWith('.jpg') ? 'image/jpeg' : 'application/pdf');

test('appends call paths to a base URL with a path', async () => {
  const paths: (string | undefined)[] = [];
  const url = await listen(
    createHttpServer((request, response) => {
      paths.push(request.url);
      request.resume().on('end', () => response.end('{"success":true}'));
    }),
  );
  await deliver(`${url}/v1`);
  expect(paths).toEqual(['/v1/ambulance']);
});

describe('check', () => {
  test('opens a connection without sending a request', async () => {
    const received: Buffer[] = [];
    const server = createServer();
    const closed = new Promise((resolve) => {
      server.on('connection', (socket) => socket.on('close', resolve).on('data', (chunk) => received.push(chunk)));
    });
    expect(await apiDesk(await listen(server), store).check?.()).toEqual({ outcome: 'accepted' });
    await closed;
    expect(received).toEqual([]);
  });

  test('reports why the API cannot be reached', async () => {
    const api = await startStandInApi();
    await api.close();
    expect(await apiDesk(api.url, store).check?.()).toEqual({ outcome: 'unavailable', reason: 'ECONNREFUSED' });
  });

  test('fails if the connection cannot be encrypted', async () => {
    const url = await listen(
      createServer((socket) => {
        socket.on('error', () => undefined);
        socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      }),
    );
    const result = await apiDesk(url.replace('http:', 'https:'), store).check?.();
    expect(result).toMatchObject({ outcome: 'unavailable', reason: expect.stringMatching(/SSL|ECONN/) as string });
  });
});
