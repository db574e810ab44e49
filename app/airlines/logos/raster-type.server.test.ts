import { expect, test } from 'vitest';
import { gifWith, jpegWith, pngWith, webpWith } from '#tests/support/located-pictures.ts';
import { pdf, svg } from '#tests/support/medical-files.ts';
import { rasterType } from './raster-type.server.ts';

test.each([
  ['image/png', pngWith()],
  ['image/jpeg', jpegWith()],
  ['image/gif', gifWith(Buffer.alloc(0))],
  ['image/webp', webpWith()],
])('%s is recognised by its first bytes', (type, picture) => {
  expect(rasterType(picture)).toBe(type);
});

test.each([
  ['an SVG', svg],
  ['an HTML page', Buffer.from('<!DOCTYPE html><title>GIF89a</title>')],
  ['a PDF', pdf()],
  ['another RIFF file', Buffer.from('RIFF\0\0\0\0WAVEfmt ')],
  ['a PNG after a space', Buffer.concat([Buffer.from(' '), pngWith()])],
  ['a truncated signature', pngWith().subarray(0, 7)],
  ['nothing', Buffer.alloc(0)],
])('%s is not a raster image', (_title, bytes) => {
  expect(rasterType(bytes)).toBeUndefined();
});
