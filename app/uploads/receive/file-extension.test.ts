import { expect, test } from 'vitest';
import { docxType } from './docx-type.ts';
import { withMatchingExtension } from './file-extension.ts';

test.each([
  ['report.pdf', 'application/pdf', 'report.pdf'],
  ['REPORT.PDF', 'application/pdf', 'REPORT.PDF'],
  ['تقرير طبي.pdf', 'application/pdf', 'تقرير طبي.pdf'],
  ['IMG_1.JPEG', 'image/jpeg', 'IMG_1.JPEG'],
  ['IMG_1.heic', 'image/heif', 'IMG_1.heic'],
  ['letter.docx', docxType, 'letter.docx'],
  ['study.ZIP', 'application/zip', 'study.ZIP'],
])('%s of the type %s keeps its name', (name, type, expected) => {
  expect(withMatchingExtension(name, type)).toBe(expected);
});

test.each([
  ['report.hta', 'application/pdf', 'report.hta.pdf'],
  ['befund.pdf.exe', 'application/pdf', 'befund.pdf.exe.pdf'],
  ['photo.png', 'image/jpeg', 'photo.png.jpg'],
  ['scan', 'image/tiff', 'scan.tif'],
  ['pdf', 'application/pdf', 'pdf.pdf'],
  ['viewer.jar', 'application/zip', 'viewer.jar.zip'],
  ['IM000001', 'application/dicom', 'IM000001.dcm'],
  ['letter.docm', docxType, 'letter.docm.docx'],
])('%s of the type %s is renamed to %3$s', (name, type, expected) => {
  expect(withMatchingExtension(name, type)).toBe(expected);
});
