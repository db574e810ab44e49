import { expect, test } from 'vitest';
import { discBytesByName, discBytesByType, isDisc, remainingLimits } from './disc.ts';
import { contactFileLimits, evacuationFileLimits } from './limits.ts';

const mebibyte = 1024 * 1024;

test.each([
  [{ name: 'study.zip', type: 'application/zip' }, true],
  [{ name: 'STUDY.ZIP', type: 'application/x-zip-compressed' }, true],
  [{ name: 'أشعة.dcm', type: '' }, true],
  [{ name: 'IM000001', type: '' }, true],
  [{ name: '1.2.840.113619.2.55', type: '' }, true],
  [{ name: 'image', type: 'application/dicom' }, true],
  [{ name: 'photo', type: 'image/jpeg' }, false],
  [{ name: 'report', type: 'application/pdf' }, false],
  [{ name: 'report.pdf', type: 'application/pdf' }, false],
  [{ name: 'IMG_1.heic', type: '' }, false],
  [{ name: 'letter.docx', type: '' }, false],
])('%j is treated as a file from a disc: %s', (file, expected) => {
  expect(isDisc(file, evacuationFileLimits)).toBe(expected);
  expect(isDisc(file, contactFileLimits), 'in a form that accepts none').toBe(false);
});

test('only files from discs count towards their limit', () => {
  const files = [
    { name: 'a.zip', type: 'application/zip', size: 3 },
    { name: 'b.dcm', type: 'application/dicom', size: 4 },
    { name: 'c.pdf', type: 'application/pdf', size: 50 },
  ];
  expect(discBytesByType(files)).toBe(7);
  expect(discBytesByName(files, evacuationFileLimits)).toBe(7);
});

test('the files that a request already has reduce what may be added', () => {
  const files = [
    { name: 'a.zip', size: 400 * mebibyte },
    { name: 'report.pdf', size: 20 * mebibyte },
  ];
  expect(remainingLimits(files, evacuationFileLimits).disc?.maxTotalBytes).toBe(624 * mebibyte);
  expect(remainingLimits([...files, ...files, ...files], evacuationFileLimits).disc?.maxTotalBytes).toBe(0);
  expect(remainingLimits(files, contactFileLimits)).toEqual(contactFileLimits);
});
