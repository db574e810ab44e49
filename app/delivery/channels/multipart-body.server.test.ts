import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { beforeEach, expect, test } from 'vitest';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';
import { memoryStore } from '#tests/support/memory-storage.ts';
import { buildMultipartBody, type MultipartBody } from './multipart-body.server.ts';

let store: FileStore;

beforeEach(() => {
  store = memoryStore();
});

async function storeFile(name: string, bytes: Buffer, type = 'application/pdf'): Promise<StoredFile> {
  const writer = await store.create();
  await writer.write(bytes);
  await writer.commit();
  return { name, type, size: bytes.length, sha256: '', storageKey: writer.key };
}

/** Parses a body with an independent parser. @returns the parts in order */
async function parse(contentType: string, bytes: Buffer) {
  const parts: { name: string; filename?: string; type: string; value: string | Buffer }[] = [];
  const reads: Promise<unknown>[] = [];
  const parser = new Busboy({ headers: { 'content-type': contentType } });
  parser.on('field', (name, value, _nameCut, _valueCut, _encoding, type) => parts.push({ name, type, value }));
  parser.on('file', (name, stream, filename, _encoding, type) => {
    const part = { name, filename, type, value: Buffer.alloc(0) };
    parts.push(part);
    reads.push(buffer(stream).then((value) => (part.value = value)));
  });
  await pipeline(Readable.from([bytes]), parser);
  await Promise.all(reads);
  return parts;
}

const readBytes = ({ chunks }: MultipartBody) => buffer(Readable.from(chunks));

test('contains the fields, then the files in order with the agreed field name and their types', async () => {
  const content = Buffer.alloc(200_000, 'pdf ');
  const files = [await storeFile('تقرير.pdf', content), await storeFile('x.png', Buffer.from('png'), 'image/png')];
  const body = buildMultipartBody(
    [
      ['name', 'أحمد'],
      ['empty', ''],
    ],
    'files',
    files,
    store,
  );
  expect(await parse(body.contentType, await readBytes(body))).toEqual([
    { name: 'name', type: 'text/plain', value: 'أحمد' },
    { name: 'empty', type: 'text/plain', value: '' },
    { name: 'files', filename: 'تقرير.pdf', type: 'application/pdf', value: content },
    { name: 'files', filename: 'x.png', type: 'image/png', value: Buffer.from('png') },
  ]);
});

test.each<[string, number]>([
  ['without files', 0],
  ['with an empty file', 1],
  ['with two files', 2],
])('declares the correct length (%s)', async (_, count) => {
  const files = [await storeFile('empty.pdf', Buffer.alloc(0)), await storeFile('ملف 🩻.pdf', Buffer.alloc(70_000, 1))];
  const body = buildMultipartBody([['name', 'Zoë – أحمد']], 'files', files.slice(0, count), store);
  expect(body.contentLength).toBe((await readBytes(body)).length);
});

test('escapes quotes and line breaks in names as browsers do', async () => {
  const file = await storeFile('a"b\r\nX-Evil: 1\r\n\r\n.pdf', Buffer.from('x'));
  const body = buildMultipartBody([['we"ird\n', 'v']], 'files', [file], store);
  const bytes = await readBytes(body);
  expect(body.contentLength).toBe(bytes.length);
  expect((await parse(body.contentType, bytes)).map(({ name, filename }) => [name, filename])).toEqual([
    ['we%22ird%0A', undefined],
    ['files', 'a%22b%0D%0AX-Evil: 1%0D%0A%0D%0A.pdf'],
  ]);
});

test('leaves values unchanged, including line breaks and dashes', async () => {
  const value = 'one\r\n--form\r\nContent-Disposition: form-data; name="x"\r\n\r\ntwo--';
  const body = buildMultipartBody([['name', value]], 'files', [], store);
  expect(await parse(body.contentType, await readBytes(body))).toEqual([{ name: 'name', type: 'text/plain', value }]);
});

test('uses a different boundary for each body', () => {
  const [first, second] = [buildMultipartBody([], 'files', [], store), buildMultipartBody([], 'files', [], store)];
  expect(first.contentType).toMatch(/^multipart\/form-data; boundary=[\w-]{20,70}$/);
  expect(first.contentType).not.toBe(second.contentType);
});

test('fails if a file is missing', async () => {
  const file = await storeFile('gone.pdf', Buffer.from('x'));
  await store.remove(file.storageKey);
  await expect(readBytes(buildMultipartBody([], 'files', [file], store))).rejects.toThrow('ENOENT');
});
