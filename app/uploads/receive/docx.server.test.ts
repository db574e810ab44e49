import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contentTypes, docx, executable, jpeg, pdf, png } from '#tests/support/medical-files.ts';
import { openDiskStore } from '../storage/disk-store.server.ts';
import { findDocumentProblem } from './docx.server.ts';
import { docxType } from './docx-type.ts';
import { letterFileType } from './file-type.server.ts';

const schemas = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const vba = 'application/vnd.ms-office.vbaProject';
const macroEnabled = 'application/vnd.ms-word.document.macroEnabled.main+xml';
const override = (part: string, type: string) => `<Override PartName="/word/${part}" ContentType="${type}"/>`;
/** Cases that are rejected because of their first bytes alone. */
const rejectedByHead = /^(?:a PNG picture|a program|a macro-enabled document)$/;

/** A document with a part of 300 MB whose directory entry declares 1,000 bytes. */
function documentWithFalseSize(): Buffer {
  const bytes = docx({ 'word/bomb.xml': '0'.repeat(300 * 1024 * 1024) });
  const name = Buffer.from('word/bomb.xml');
  // The uncompressed size is at byte 24 of the central directory entry, the name at byte 46 (APPNOTE 4.3.12).
  const at = bytes.lastIndexOf(name) - 46;
  bytes.writeUInt32LE(1000, at + 24);
  return bytes;
}

function docxInUtf16(): Buffer {
  const rels = `<Relationships><Relationship Type="${schemas}/attachedTemplate" Target="x" TargetMode="External"/></Relationships>`;
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(rels, 'utf16le')]);
  return docx({ 'word/_rels/settings.xml.rels': utf16 });
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docx-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Stores a file with the type that its first bytes indicate, and returns its problem. */
async function findProblem(bytes: Buffer): Promise<string | undefined> {
  const type = await letterFileType(bytes.subarray(0, 4100));
  if (!type) return 'unknown type';
  const store = openDiskStore(folder);
  const writer = await store.create();
  await writer.write(bytes);
  await writer.commit();
  return findDocumentProblem({ name: 'x', type, size: bytes.length, sha256: '', storageKey: writer.key }, store);
}

describe('an attachment of the contact form', () => {
  test.each([
    ['a PDF', pdf()],
    ['a JPEG picture', jpeg],
    ['a Word document', docx()],
    ['a Word document with a picture', docx({ 'word/media/image1.png': 'x'.repeat(9000) })],
  ])('may be %s', async (_, bytes) => {
    expect(await findProblem(bytes)).toBeUndefined();
  });

  test.each([
    ['a PNG picture', png],
    ['a program', executable],
    ['an archive with other content', docx({ 'word/document.xml': null, 'run.exe': 'MZ' })],
    ['an archive without [Content_Types].xml', docx({ '[Content_Types].xml': null })],
    ['a document with the wrong content type', docx({ '[Content_Types].xml': contentTypes('text/plain') })],
    ['a macro-enabled document', docx({ '[Content_Types].xml': contentTypes(macroEnabled) })],
    ['a truncated document', docx().subarray(0, 200)],
  ])('may not be %s', async (title, bytes) => {
    expect(await findProblem(bytes)).toBe(rejectedByHead.test(title) ? 'unknown type' : 'file_wrong_type');
  });

  test.each([
    [
      'a document whose relationships declare entities',
      docx({ '_rels/.rels': '<!DOCTYPE x [<!ENTITY e "External">]><x/>' }),
    ],
    ['a document that declares a false size', documentWithFalseSize()],
    ['a document that unpacks to more than 200 MB', docx({ 'word/bomb.xml': '0'.repeat(201 * 1024 * 1024) })],
    [
      'a document with thousands of parts',
      docx(Object.fromEntries(Array.from({ length: 2001 }, (_, i) => [`word/${i}`, '']))),
    ],
    ['a document with a path outside its folder', docx({ '../../etc/x': 'x' })],
  ])('may not be %s, which cannot be checked', async (_, bytes) => {
    expect(await findProblem(bytes)).toBe('file_unchecked');
  });
});

/** A document with one relationship, as written by Word. */
const docxWithRelationship = (type: string, attributes = '') =>
  docx({
    'word/_rels/document.xml.rels': `<Relationships><Relationship Id="r1" Type="${schemas}/${type}" Target="x"${attributes}/></Relationships>`,
  });

test.each([
  ['macros', docx({ 'word/vbaProject.bin': 'x' })],
  ['ActiveX controls', docx({ 'word/activeX/activeX1.bin': 'x' })],
  ['an OLE object', docx({ 'word/embeddings/oleObject1.bin': 'x' })],
  ['macros under another name', docx({ '[Content_Types].xml': contentTypes(undefined, override('macro', vba)) })],
  ['an OLE object under another name', docxWithRelationship('oleObject')],
  ['an embedded workbook under another name', docxWithRelationship('package')],
  ['an external template', docxWithRelationship('attachedTemplate', ' TargetMode="External"')],
  [
    'an external template, written with character references',
    docxWithRelationship('x', ` TargetMode = '&#69;&#x78;ternal'`),
  ],
  ['an external picture', docxWithRelationship('image', ' TargetMode="External"')],
  ['an external template, in UTF-16', docxInUtf16()],
])('a document with %s is rejected as active content', async (_, bytes) => {
  expect(await findProblem(bytes)).toBe('file_active');
});

test('a document with an external hyperlink is accepted', async () => {
  expect(await findProblem(docxWithRelationship('hyperlink', ' TargetMode="External"'))).toBeUndefined();
});

test('a document is recognised by its first bytes', async () => {
  expect(await letterFileType(docx().subarray(0, 4100))).toBe(docxType);
});
