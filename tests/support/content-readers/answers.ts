import { type AddressInfo, createServer } from 'node:net';
import type { Database } from '#app/database/database.server.ts';
import type { Log } from '#app/log/log.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import { png } from '../medical-files.ts';
import { scaleForSoak } from '../scale-for-soak.ts';
import { type ContentReader, largestContent, type OpenReader } from './content-reader.ts';
import { jsonInDisorder, jsonTexts, repeatedIn } from './json-texts.ts';
import { startService } from './service.ts';

const json = [...jsonTexts, ...jsonInDisorder(Array.from({ length: scaleForSoak(1, 60) }, (_, index) => index))];

async function openCallback(): Promise<OpenReader> {
  const { handleCallback } = await import('#app/callback/handle-callback.server.ts');
  const site = { database: undefined as unknown as Database, log: undefined as unknown as Log };
  return {
    read(content) {
      const headers = { Authorization: 'Bearer token' };
      const request = new Request('http://localhost/', { method: 'POST', headers, body: content.toString() });
      // No request has such a reference, so whatever is accepted ends before the database.
      return handleCallback(request, 'none', 'token', site);
    },
  };
}

async function openErrorReports(): Promise<OpenReader> {
  const { readErrorReport } = await import('#app/problems/report/read-error-report.server.ts');
  return { read: (content) => Promise.resolve(readErrorReport(content.toString())) };
}

/** What the company's API answers to a request for erasure, whose own body is small. */
async function openDesk(): Promise<OpenReader> {
  const { apiDesk } = await import('#app/delivery/channels/api-desk.server.ts');
  const service = await startService();
  const desk = apiDesk(service.url, undefined as unknown as FileStore);
  return {
    read(content) {
      service.setAnswer(content);
      return desk.deliver({ purpose: 'erasure', kind: 'contact', reference: 'AAAAAAAA', createdAt: 0 } as never, {
        idempotencyKey: 'a',
        number: 1,
      });
    },
    close: () => service.close(),
  };
}

async function openLogos(): Promise<OpenReader> {
  const { fetchLogo } = await import('#app/airlines/logos/fetch-logo.server.ts');
  const service = await startService();
  return {
    read(content) {
      service.setAnswer(content);
      return fetchLogo(`${service.url}/{code}`, 'SV', new AbortController().signal);
    },
    close: () => service.close(),
  };
}

async function openScanner(): Promise<OpenReader> {
  const { clamd } = await import('#app/uploads/virus-check/clamd.server.ts');
  let answer: Buffer = Buffer.alloc(0);
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.end(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const scanner = clamd(`tcp://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return {
    async read(content) {
      answer = content;
      await scanner.ping();
      await scanner.scan(oneChunk());
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function* oneChunk(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.alloc(1_000));
}

export const answerReaders: readonly ContentReader[] = [
  {
    name: 'reports of the company’s system',
    sources: ['callback/handle-callback.server.ts'],
    // The site reads no more of a body (`app/callback/callback-address.ts`).
    maxBytes: 1024,
    readsJson: true,
    contents: [
      ['an honest report', () => Buffer.from('{"state":"read","at":"2031-03-27T14:05:00Z"}')],
      ['a long time', repeatedIn('{"state":"read","at":"2031-03-27T14:05:00.', '1', 'Z"}')],
      ...json,
    ],
    open: openCallback,
  },
  {
    name: 'error reports of browsers',
    sources: ['problems/report/read-error-report.server.ts'],
    // The site reads no more of a body without files (`app/server/guard/body-limits.server.ts`).
    maxBytes: 64 * 1024,
    readsJson: true,
    contents: [
      [
        'many places',
        repeatedIn('{"id":"ABCDEFGHIJ","kind":"error","name":"Error","places":[', '"a:1:1",', '"a:1:1"]}'),
      ],
      ['a long place', repeatedIn('{"id":"ABCDEFGHIJ","kind":"error","name":"Error","places":["', 'a.', ':1:1"]}')],
      ...json,
    ],
    open: openErrorReports,
  },
  {
    name: 'answers of the company’s API',
    sources: ['delivery/channels/api-desk.server.ts'],
    // Four times the size of the longest answer that is read to its end.
    maxBytes: 4 * 64 * 1024,
    readsJson: true,
    contents: [['an honest answer', () => Buffer.from('{"success":true}')], ...json],
    open: openDesk,
  },
  {
    name: 'airline logos',
    sources: ['airlines/logos/fetch-logo.server.ts', 'airlines/logos/raster-type.server.ts'],
    maxBytes: largestContent,
    contents: [
      ['a logo', () => Buffer.concat([png, Buffer.alloc(5_000)])],
      ['a large logo', (size) => Buffer.concat([png, Buffer.alloc(size - png.length)])],
      ['text', (size) => Buffer.alloc(size, '<svg ')],
    ],
    open: openLogos,
  },
  {
    name: 'answers of the virus scanner',
    sources: ['uploads/virus-check/clamd.server.ts'],
    maxBytes: largestContent,
    contents: [
      ['an honest answer', () => Buffer.from('stream: OK\0')],
      ['an answer without an end', (size) => Buffer.alloc(size, 'stream: ')],
      ['a long finding', repeatedIn('stream: ', 'a FOUND', ' FOUND\0')],
      ['line breaks', (size) => Buffer.alloc(size, '\n')],
    ],
    open: openScanner,
  },
];
