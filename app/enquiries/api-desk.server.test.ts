import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startStandInApi, type Behaviour } from '#tests/support/stand-in-api.ts';
import { diskStore } from '#app/uploads/disk-store.server.ts';
import type { FileStore } from '#app/uploads/file-store.server.ts';
import type { StoredFile } from '#app/uploads/keep-file.server.ts';
import { apiDesk } from './api-desk.server.ts';
import type { DeskAnswer } from './desk.server.ts';
import type { Enquiry } from './enquiry.ts';
import { flightCall } from './flight-call.ts';

let folder: string;
let store: FileStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'api-desk-'));
  store = diskStore(folder);
});

afterEach(() => rmSync(folder, { recursive: true }));

async function stored(name: string, bytes: Buffer, type = 'application/pdf'): Promise<StoredFile> {
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
      date: '2027-03-27',
    },
    attachments,
    receivedAt: Date.UTC(2027, 2, 20),
  };
}

/** Listens until the test is over; open connections end with it. */
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

/** An API that reads the whole call and then answers. */
function answering(status: number, body: string): Server {
  return createHttpServer((request, response) => {
    request.resume().on('end', () => response.writeHead(status).end(body));
  });
}

const deliver = (url: string, attachments?: StoredFile[]): Promise<DeskAnswer> =>
  apiDesk(url, store).deliver({ purpose: 'enquiry', enquiry: enquiryWith(attachments) }, 'key-1');

describe('the stand-in of the product’s API', () => {
  async function standIn(behaviour: Behaviour = 'ok') {
    const api = await startStandInApi();
    onTestFinished(() => api.close());
    api.behave(behaviour);
    return api;
  }

  test('receives the fields of the specification in their order, then the files, unchanged', async () => {
    const api = await standIn();
    const files = [
      await stored('تقرير "1".pdf', Buffer.alloc(300_000, 'x')),
      await stored('x.png', Buffer.from('png'), 'image/png'),
    ];
    expect(await deliver(api.url, files)).toEqual({ outcome: 'accepted' });
    expect(api.received).toHaveLength(1);
    const [call] = api.received;
    expect(call).toMatchObject({ path: '/ambulance', idempotencyKey: 'key-1' });
    expect(call?.contentType).toMatch(/^multipart\/form-data; boundary=/);
    expect(call?.parts).toEqual([
      ...flightCall(enquiryWith()).map(([name, value]) => ({ name, value })),
      { name: 'files', value: 'تقرير %221%22.pdf' },
      { name: 'files', value: 'x.png' },
    ]);
    expect(call?.files.map(({ type, size, sha256 }) => ({ type, size, sha256 }))).toEqual(
      files.map(({ type, size, sha256 }) => ({ type, size, sha256 })),
    );
    expect(Number(call?.contentLength)).toBeGreaterThan(300_003);
  });

  test.each<[Behaviour, DeskAnswer]>([
    ['ok', { outcome: 'accepted' }],
    ['error', { outcome: 'unavailable', reason: 'status 500' }],
    ['refuses', { outcome: 'refused', reason: 'status 422' }],
    ['unsuccessful', { outcome: 'unavailable', reason: 'success: false' }],
    ['not-json', { outcome: 'unavailable', reason: 'not the agreed answer' }],
    ['breaks', { outcome: 'unavailable', reason: expect.stringMatching(/^(?:ECONNRESET|EPIPE)$/) as string }],
  ])('that behaves as "%s" is %j', async (behaviour, answer) => {
    const api = await standIn(behaviour);
    expect(await deliver(api.url, [await stored('a.pdf', Buffer.alloc(1_000_000))])).toEqual(answer);
  });
});

describe('success is HTTP ok and success: true', () => {
  test.each<[number, string, DeskAnswer['outcome']]>([
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
  ])('%i with the body %j is %s', async (status, body, outcome) => {
    expect((await deliver(await listen(answering(status, body)))).outcome).toBe(outcome);
  });

  test('and an answer without end is none', async () => {
    const body = `{"success":true,"more":"${'x'.repeat(70_000)}"}`;
    expect(await deliver(await listen(answering(200, body)))).toEqual({
      outcome: 'unavailable',
      reason: 'answer too long',
    });
  });
});

describe('an API that refuses before it has read everything', () => {
  const refusal = 'HTTP/1.1 422 Unprocessable Content\r\nContent-Type: application/json\r\nContent-Length: 17\r\n';
  const body = '{"success":false}';
  let large: StoredFile;

  beforeEach(async () => {
    large = await stored('large.pdf', Buffer.alloc(20 * 1024 * 1024, 1));
  });

  test('and lets the rest come has refused', { timeout: 2000 }, async () => {
    const url = await listen(createHttpServer((_, response) => response.writeHead(422).end(body)));
    expect(await deliver(url, [large])).toEqual({ outcome: 'refused', reason: 'status 422' });
  });

  test('and reads no more has refused, at once', { timeout: 2000 }, async () => {
    const url = await listen(
      createServer((socket) => {
        socket.once('data', () => socket.pause().write(`${refusal}\r\n${body}`));
      }),
    );
    expect(await deliver(url, [large])).toEqual({ outcome: 'refused', reason: 'status 422' });
  });

  test('and closes the connection has refused', async () => {
    const url = await listen(
      createServer((socket) => {
        socket.once('data', () => socket.end(`${refusal}Connection: close\r\n\r\n${body}`));
      }),
    );
    expect(await deliver(url, [large])).toEqual({ outcome: 'refused', reason: 'status 422' });
  });
});

test('an API that says success before it has everything has not accepted', { timeout: 4000 }, async () => {
  const large = await stored('large.pdf', Buffer.alloc(20 * 1024 * 1024, 1));
  const url = await listen(
    createHttpServer((request, response) => {
      request.once('data', () => response.end('{"success":true}'));
    }),
  );
  expect((await deliver(url, [large])).outcome).toBe('unavailable');
});

describe('no answer is not the end, and the reason names no visitor', () => {
  test('nobody listens', async () => {
    const server = createServer();
    const url = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    expect(await deliver(url)).toEqual({ outcome: 'unavailable', reason: 'ECONNREFUSED' });
  });

  test('the answer breaks off', async () => {
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

  test('a file is gone from the store: the API is not told half of the enquiry', async () => {
    const url = await listen(answering(200, '{"success":true}'));
    const gone = await stored('gone.pdf', Buffer.from('x'));
    await store.remove(gone.storageKey);
    expect(await deliver(url, [gone])).toEqual({ outcome: 'refused', reason: 'a file is missing here' });
  });
});

test('the API may live below a path', async () => {
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
