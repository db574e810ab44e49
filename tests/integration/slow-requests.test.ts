import { readdir, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import en from '../../locales/en/forms.json' with { type: 'json' };
import { formData, type SentFile, validRequest } from '../support/evacuation-request.ts';
import { pdf } from '../support/medical-files.ts';
import { readPage } from '../support/page.ts';
import { createUpload, newToken, patch, progressOf } from '../support/resumable-upload.ts';
import { type Site, startSite } from '../support/site.ts';
import { keepFilesInFolders } from '../support/stored-files.ts';
import { waitFor } from '../support/wait-for.ts';

keepFilesInFolders();

/** A rate just fast enough not to count as slow (bytes per second). */
const trickleRate = 14_000;

let site: Site;
beforeAll(async () => {
  site = await startSite({ env: { TRUST_PROXY: '1' } });
});
afterAll(() => site.close());

const forwardedFor = (address: string) => ({ 'X-Forwarded-For': address });

/** The beginning of a body that is sent at once (bytes): more than the first file of a form. */
const beginning = 2 * trickleRate;

/** A request that the site has admitted and whose body has not been sent yet. */
interface PendingRequest {
  begin(): void;
  /** Sends the rest of the body slowly, and its end only after `others`. @returns the whole response */
  trickle(others: Promise<unknown>): Promise<string>;
  /** Sends the body at once. @returns the whole response */
  send(): Promise<string>;
}

async function openRequest(head: string[], body: Buffer): Promise<PendingRequest> {
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
  const lines = [...head, 'Host: localhost', `Content-Length: ${body.length}`, 'Connection: close'];
  let response = '';
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const admitted = new Promise<void>((resolve) => socket.once('data', () => resolve()));
  socket.on('data', (chunk: Buffer) => (response += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  socket.write(`${lines.join('\r\n')}\r\nExpect: 100-continue\r\n\r\n`);
  await admitted;
  const finish = async (rest: Buffer) => {
    socket.write(rest);
    await closed;
    return response.replace('HTTP/1.1 100 Continue\r\n\r\n', '');
  };
  return {
    begin: () => void socket.write(body.subarray(0, beginning)),
    async trickle(others) {
      const end = body.length - trickleRate / 4;
      for (let at = beginning; at < end && !socket.destroyed; at += trickleRate / 4) {
        socket.write(body.subarray(at, Math.min(at + trickleRate / 4, end)));
        await pause(250);
      }
      await others;
      return finish(body.subarray(end));
    },
    send: () => finish(body),
  };
}

/** Encodes a valid form as a browser does. */
async function encodeForm(name: string, files: SentFile[]) {
  const encoded = new Response(formData(validRequest({ name }), files));
  return { type: encoded.headers.get('Content-Type') ?? '', body: Buffer.from(await encoded.arrayBuffer()) };
}

/** The first file arrives at once, the second trickles. */
const slowFiles = [
  { name: 'first.pdf', bytes: pdf(6_000, 1) },
  { name: 'second.pdf', bytes: pdf(9 * trickleRate, 2) },
];

async function openForm(address: string, name: string, files: SentFile[]): Promise<PendingRequest> {
  const { type, body } = await encodeForm(name, files);
  const head = ['POST /en/services/evacuation HTTP/1.1', `X-Forwarded-For: ${address}`, `Content-Type: ${type}`];
  return openRequest(head, body);
}

const uploadSize = 9 * trickleRate;

function openUpload(address: string, upload: string): Promise<PendingRequest> {
  const head = [`PATCH ${new URL(upload).pathname} HTTP/1.1`, `X-Forwarded-For: ${address}`];
  const tus = ['Tus-Resumable: 1.0.0', 'Upload-Offset: 0', 'Content-Type: application/offset+octet-stream'];
  return openRequest([...head, ...tus], pdf(uploadSize, 3));
}

const statusesOf = (responses: string[]) =>
  responses.map((response) => Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1]));

// Forms and uploads have separate slots.
describe.concurrent('when a few addresses occupy all slots with slow requests', () => {
  test('forms: another visitor’s form is accepted before they end, and an evicted form gets an error page with its files', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `Trickler ${index}`);
    const pending = await Promise.all(names.map((name, index) => openForm(`203.0.113.${index % 5}`, name, slowFiles)));
    for (const request of pending) request.begin();
    await waitFor(async () => (await site.storedFiles()).length >= pending.length);
    const files = [{ name: 'report.pdf', bytes: pdf(100_000, 5) }];
    const accepting = (async () => {
      const visitors = Array.from({ length: 10 }, (_, index) =>
        openForm(`198.51.100.${index}`, `Honest Visitor ${index}`, files),
      );
      // Each is admitted before any ends and leaves its place to the next.
      const admitted = await Promise.all(visitors);
      return Promise.all(admitted.map((request) => request.send()));
    })();
    const trickling = pending.map((request) => request.trickle(accepting));
    expect(statusesOf(await accepting)).toEqual(Array.from({ length: 10 }, () => 303));

    const responses = await Promise.all(trickling);
    const statuses = statusesOf(responses);
    expect(statuses.filter((status) => status === 303)).toHaveLength(90);
    expect(statuses.filter((status) => status === 503)).toHaveLength(10);
    const evicted = Buffer.from(responses[statuses.indexOf(503)] ?? '', 'latin1').toString();
    const page = await readPage(new Response(evicted.slice(evicted.indexOf('\r\n\r\n') + 4)));
    expect(page.text).toContain(en.form.busy);
    expect(page.document.querySelector('[role=alert] a[href^="tel:"]')).not.toBeNull();
    expect(page.value('name')).toBe(names[statuses.indexOf(503)]);
    expect(page.text, 'the file that had arrived is kept').toContain('first.pdf');
  });

  test('uploads: another visitor’s upload is accepted before they end, and an evicted upload can be resumed', async () => {
    const addressOf = (index: number) => `203.0.113.${100 + (index % 4)}`;
    const uploads = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        createUpload(site, {
          draft: newToken(),
          name: 'a.pdf',
          size: uploadSize,
          headers: forwardedFor(addressOf(index)),
        }),
      ),
    );
    const pending = await Promise.all(uploads.map((upload, index) => openUpload(addressOf(index), upload)));
    for (const request of pending) request.begin();
    // A request for the progress would end an upload.
    const folder = join(site.dataDir, 'uploads');
    const received = async () => Promise.all((await readdir(folder)).map((name) => stat(join(folder, name))));
    await waitFor(async () => (await received()).filter(({ size }) => size > trickleRate).length >= uploads.length);
    const size = 300_000;
    const accepting = (async () => {
      const headers = forwardedFor('198.51.100.50');
      const honest = await createUpload(site, { draft: newToken(), name: 'b.pdf', size, headers });
      return patch(honest, 0, pdf(size, 6), headers);
    })();
    const trickling = pending.map((request) => request.trickle(accepting));
    expect((await accepting).status).toBe(200);

    const statuses = statusesOf(await Promise.all(trickling));
    expect(statuses.filter((status) => status === 200)).toHaveLength(199);
    const upload = uploads[statuses.findIndex((status) => status !== 200)] ?? '';
    const { offset = 0 } = (await progressOf(upload)) ?? {};
    expect(offset).toBeGreaterThan(trickleRate);
    expect((await patch(upload, offset, pdf(uploadSize, 3).subarray(offset))).status).toBe(200);
  });
});
