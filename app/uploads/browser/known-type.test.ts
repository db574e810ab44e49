import { expect, test } from 'vitest';
import { pdfAfter } from '#tests/support/files-as-they-come.ts';
import { dicom, discArchive, jpeg, pdf, png } from '#tests/support/medical-files.ts';
import { isDisc } from '../disc.ts';
import { evacuationFileLimits } from '../limits.ts';
import { withTypeByContent } from './known-type.ts';

test.each([
  ['report', pdf(9_000), false],
  ['SCAN0001', pdfAfter(700), false],
  ['تقرير', pdf(300), false],
  ['1000012345', jpeg, false],
  ['photo', png, false],
  ['IM000001', dicom(), true],
  ['1.2.840.10008', dicom(), true],
  ['study.zip', discArchive(5_000), true],
  ['DICOM/IM1', Buffer.alloc(3), true],
])('by its content, the file %s without a type is one from a disc or not', async (name, bytes, expected) => {
  const file = new File([bytes as BlobPart], name, { lastModified: 123 });
  const known = await withTypeByContent(file);
  expect(isDisc(known, evacuationFileLimits)).toBe(expected);
  expect([known.name, known.size, known.lastModified]).toEqual([file.name, file.size, file.lastModified]);
  expect(Buffer.from(await known.arrayBuffer()).equals(bytes)).toBe(true);
});
