import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import en from '../../locales/en/forms.json' with { type: 'json' };
import { send, validRequest } from '../support/evacuation-request.ts';
import { pdf } from '../support/medical-files.ts';
import { readPage } from '../support/page.ts';
import { responsesIn, sendBytes } from '../support/raw-socket.ts';
import { type Site, startSite } from '../support/site.ts';
import { keepFilesInFolders } from '../support/stored-files.ts';
import { waitFor } from '../support/wait-for.ts';

keepFilesInFolders();

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());
afterEach(async () => {
  expect((await send(site)).status, 'the site still works').toBe(303);
});

const path = '/en/services/evacuation';

function encodeMultipart(
  boundary: string,
  fields: Record<string, string>,
  file?: { name: string; bytes: Buffer },
): Buffer {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = file
    ? `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${file.name}"\r\nContent-Type: application/pdf\r\n\r\n`
    : '';
  return Buffer.concat([
    Buffer.from(parts.join('') + head),
    file?.bytes ?? Buffer.alloc(0),
    Buffer.from(`${file ? '\r\n' : ''}--${boundary}--\r\n`),
  ]);
}

function postRaw(body: Buffer, contentType?: string): Promise<Response> {
  const headers: Record<string, string> = contentType ? { 'Content-Type': contentType } : {};
  return fetch(site.url + path, { method: 'POST', body: new Uint8Array(body), headers, redirect: 'manual' });
}

describe('a form in an unusual encoding', () => {
  test('with a quoted boundary is read', async () => {
    const body = encodeMultipart('a b:c', validRequest(), { name: 'report.pdf', bytes: pdf() });
    const response = await postRaw(body, 'multipart/form-data; boundary="a b:c"');
    expect(response.status).toBe(303);
    const receipt = await readPage(await fetch(response.headers.get('Location') ?? ''));
    expect(receipt.text).toContain('report.pdf');
  });

  test('from a text browser, without multipart, is read', async () => {
    const body = new URLSearchParams(validRequest()).toString();
    expect((await postRaw(Buffer.from(body), 'application/x-www-form-urlencoded')).status).toBe(303);
  });
});

test.each([
  ['with data after its closing boundary', Buffer.concat([Buffer.from('--xyz--\r\n'), Buffer.alloc(8_000_000, 'a')])],
  [
    'whose first part header never ends',
    Buffer.concat([Buffer.from('--xyz\r\nContent-'), Buffer.alloc(8_000_000, 'a')]),
  ],
])('an 8 MB body %s is read completely, so that the response arrives', async (_case, body) => {
  const page = await readPage(await postRaw(body, 'multipart/form-data; boundary=xyz'));
  expect(page.status).toBe(400);
  expect(page.document.querySelector('[role=alert] h2')).not.toBeNull();
});

describe('malformed bodies are rejected:', () => {
  const completeBody = encodeMultipart('xyz', validRequest({ email: '' }), { name: 'report.pdf', bytes: pdf(9000) });

  test('truncated within a file: the file is named, the fields are kept', async () => {
    const page = await readPage(
      await postRaw(completeBody.subarray(0, completeBody.length - 3000), 'multipart/form-data; boundary=xyz'),
    );
    expect(page.status).toBe(400);
    expect(page.document.querySelector('[role=alert] h2')?.textContent).toBe(en.form.unreadable);
    expect(page.text).toContain(en.form.file_incomplete.replace('{{name}}', '\u2068report.pdf\u2069'));
    expect(page.value('phone')).toBe('+966 50 123 4567');
  });

  test.each([
    ['with a boundary that does not occur in it', completeBody, 'multipart/form-data; boundary=other'],
    ['without a boundary', completeBody, 'multipart/form-data'],
    [
      'that ends in a part’s headers and continues after them',
      Buffer.from('--xyz\r\nContent-Disposition: form-data\r\n--xyz--\r\n\r\n--xyz\r\nname: x\r\n\r\nx\r\n'.repeat(3)),
      'multipart/form-data; boundary=xyz',
    ],
    ['with an empty boundary', completeBody, 'multipart/form-data; boundary='],
    ['with an empty quoted boundary', completeBody, 'multipart/form-data; boundary=""'],
    ['with an unclosed quote before its boundary', completeBody, 'multipart/form-data; charset=utf-8; boundary="'],
    ['without a content type', completeBody, undefined],
    ['of another content type', Buffer.from('{"name":"Ahmad"}'), 'application/json'],
    ['without a body', Buffer.alloc(0), 'multipart/form-data; boundary=xyz'],
  ])('%s', async (_case, body, contentType) => {
    const page = await readPage(await postRaw(body, contentType));
    expect(page.status).toBe(400);
    expect(page.document.querySelector('[role=alert] h2')?.textContent).toBe(en.form.unreadable);
  });

  test('with a part whose header is a megabyte long', async () => {
    const body = Buffer.from(
      `--xyz\r\nContent-Disposition: form-data; name="name"; x="${'a'.repeat(1_000_000)}"\r\n\r\nAhmad\r\n--xyz--\r\n`,
    );
    const page = await readPage(await postRaw(body, 'multipart/form-data; boundary=xyz'));
    expect(page.status).toBe(400);
    expect(page.errors.length + Number(page.html.includes(en.form.unreadable))).toBeGreaterThan(0);
  });
});

test('a form with 10,000 fields is rejected with 413, and its values are kept', async () => {
  const manyFields = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field${index}`, 'x']));
  const page = await readPage(
    await postRaw(encodeMultipart('xyz', { ...validRequest(), ...manyFields }), 'multipart/form-data; boundary=xyz'),
  );
  expect(page.status).toBe(413);
  expect(page.document.querySelector('[role=alert] h2')?.textContent).toBe(en.form.too_much);
  expect(page.value('phone')).toBe('+966 50 123 4567');
});

test('field names that look like object paths are ignored', async () => {
  const names = [
    'a[99999999]',
    'b[4294967294]',
    '__intent__',
    '__proto__',
    'constructor',
    'name[length]',
    'origin.code',
  ];
  const oddFields = Object.fromEntries(names.map((name) => [name, 'x']));
  const page = await readPage(
    await postRaw(
      encodeMultipart('xyz', { ...validRequest({ email: '' }), ...oddFields }),
      'multipart/form-data; boundary=xyz',
    ),
  );
  expect(page.status).toBe(400);
  expect(page.errors.map(({ text }) => text)).toEqual([en.form.email_required]);
});

test.each([['/ar/%E0%A4%A'], ['/assets/%E0']])(
  'the address %s, which cannot be decoded, gets an error page in both languages',
  async (path) => {
    const response = await fetch(site.url + path);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('+49 30 23125 010');
  },
);

test('a form posted under an unknown language is rejected', async () => {
  const response = await fetch(`${site.url}/de/services/evacuation`, {
    method: 'POST',
    body: new URLSearchParams(validRequest()),
  });
  expect(response.status).toBe(404);
});

test('a header of a megabyte gets an error page in both languages, with the phone number', async () => {
  const { port } = new URL(site.url);
  const socket = connect(Number(port), '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  socket.on('error', () => undefined);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'a'.repeat(1_000_000)}\r\n\r\n`);
  await new Promise((resolve) => socket.once('close', resolve));
  expect(received).toMatch(/^HTTP\/1\.1 431 /);
  expect(received).toContain('+49 30 23125 010');
  expect(received).toContain('لم نتمكن من قراءة هذا الطلب');
});

test('a connection that breaks during a form leaves no files behind', async () => {
  const before = await site.storedFiles();
  const body = encodeMultipart('xyz', validRequest(), { name: 'report.pdf', bytes: pdf(5_000_000) });
  const { port } = new URL(site.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=xyz\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  socket.write(body.subarray(0, 3_000_000));
  await waitFor(async () => (await site.storedFiles()).some((name) => name.endsWith('.part')));
  socket.destroy();
  await waitFor(async () => (await site.storedFiles()).length === before.length);
});

describe.each([
  ['sent with it', 0],
  ['sent after a pause', 1200],
])('data after the end of the form, %s', (_case, delay) => {
  test.each([1_000, 3_000_000])(
    'of %i bytes gets a response, and so does the next request on the connection',
    async (size) => {
      // For the parser, the first line ends the form; the second is unexpected.
      const formEnd = '--xyz--\r\n--xyz--\r\n';
      const head = [
        `POST ${path} HTTP/1.1`,
        'Host: localhost',
        'Content-Type: multipart/form-data; boundary=xyz',
        `Content-Length: ${formEnd.length + size}`,
      ];
      const next = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
      const received = await sendBytes(site, [
        `${head.join('\r\n')}\r\n\r\n${formEnd}`,
        pause(delay, `${'a'.repeat(size)}${next}`),
      ]);
      expect(responsesIn(received).map(({ status }) => status)).toEqual([400, 200]);
    },
  );
});

test('the response to a rejected upload arrives, because the body is read completely', async () => {
  const body = encodeMultipart('xyz', validRequest(), { name: 'huge.pdf', bytes: pdf(80_000_000) });
  const page = await readPage(await postRaw(body, 'multipart/form-data; boundary=xyz'));
  expect(page.status).toBe(400);
  expect(page.text).toContain('huge.pdf');
});
