import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { dicom, discArchive, docx, pdf } from '#tests/support/medical-files.ts';
import { discType } from './disc-type.server.ts';

const archiveOf = (...names: string[]) =>
  Buffer.from(zipSync(Object.fromEntries(names.map((name) => [name, Buffer.from('x')]))));

test.each<[string, Uint8Array, string | undefined]>([
  ['an archive of a disc', archiveOf('DICOMDIR', 'DICOM/IM000001'), 'application/zip'],
  ['an archive with an Arabic name', archiveOf('أشعة/صورة.dcm'), 'application/zip'],
  ['an archive of a disc with a viewer that is written in Java', archiveOf('viewer/META-INF/x'), 'application/zip'],
  ['the start of a large archive', discArchive(4100), 'application/zip'],
  ['a DICOM file', dicom(), 'application/dicom'],
  [
    'a DICOM file whose first bytes are those of a TIFF',
    Buffer.concat([Buffer.from('II*\0'), dicom().subarray(4)]),
    'application/dicom',
  ],
  ['a Word document', docx(), undefined],
  ['an OpenDocument text', archiveOf('mimetype', 'content.xml'), undefined],
  ['a Java program', archiveOf('META-INF/MANIFEST.MF'), undefined],
  ['an archive without files', archiveOf(), undefined],
  ['part of an archive', Buffer.concat([Buffer.from('PK\x07\x08PK\x03\x04'), Buffer.alloc(60)]), undefined],
  ['a truncated header', Buffer.from('PK\x03\x04'), undefined],
  ['DICM in the wrong place', Buffer.concat([Buffer.alloc(127), Buffer.from('DICM'), Buffer.alloc(60)]), undefined],
  ['a RAR archive', Buffer.concat([Buffer.from('Rar!\x1a\x07\x01\x00'), Buffer.alloc(200)]), undefined],
  ['a PDF', pdf(300), undefined],
  ['an empty file', Buffer.alloc(0), undefined],
])('%s', (_name, bytes, type) => {
  expect(discType(bytes)).toBe(type);
});
