import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { docx, jpeg, pdf, png, program } from '#tests/support/medical-files.ts';
import { diskStore } from './disk-store.server.ts';
import { isSoundDocument } from './docx.server.ts';
import { docxType } from './docx-type.ts';
import { letterFileType } from './file-type.server.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docx-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Whether the bytes, stored as what their beginning says they are, are taken. */
async function isTaken(bytes: Buffer): Promise<boolean> {
  const type = await letterFileType(bytes.subarray(0, 4100));
  if (!type) return false;
  const store = diskStore(folder);
  const writer = await store.create();
  await writer.write(bytes);
  await writer.commit();
  return isSoundDocument({ name: 'x', type, size: bytes.length, sha256: '', storageKey: writer.key }, store);
}

describe('an attachment of a message', () => {
  test.each([
    ['a PDF', pdf()],
    ['a JPG picture', jpeg],
    ['a Word document', docx()],
    ['a Word document with a picture', docx({ 'word/media/image1.png': 'x'.repeat(9000) })],
  ])('may be %s', async (_, bytes) => {
    expect(await isTaken(bytes)).toBe(true);
  });

  test.each([
    ['a PNG picture', png],
    ['a program', program],
    ['an archive of other things', docx({ 'word/document.xml': null, 'run.exe': 'MZ' })],
    ['an archive without a list of its types', docx({ '[Content_Types].xml': null })],
    ['a document with macros', docx({ 'word/vbaProject.bin': 'x' })],
    ['a document with ActiveX controls', docx({ 'word/activeX/activeX1.bin': 'x' })],
    ['a document that unpacks to something enormous', docx({ 'word/bomb.xml': '0'.repeat(201 * 1024 * 1024) })],
    ['one of countless parts', docx(Object.fromEntries(Array.from({ length: 2001 }, (_, i) => [`word/${i}`, ''])))],
    ['a document that was cut off', docx().subarray(0, 200)],
    ['a document that leads out of its folder', docx({ '../../etc/x': 'x' })],
  ])('may not be %s', async (_, bytes) => {
    expect(await isTaken(bytes)).toBe(false);
  });
});

test('a document is known by its first bytes, however it is called', async () => {
  expect(await letterFileType(docx().subarray(0, 4100))).toBe(docxType);
});
