import { expect, test } from 'vitest';
import { readErrorReport } from './read-error-report.server.ts';

const fault = { id: 'ABCDEF0123', kind: 'page', name: 'TypeError', places: ['index-x_1.js:1:200'] };

test('accepts a well-formed error report', () => {
  expect(readErrorReport(JSON.stringify(fault))).toEqual(fault);
});

test.each([
  ['invalid JSON', '{'],
  ['nothing', ''],
  ['something else', '[]'],
  ['an id that is a sentence', JSON.stringify({ ...fault, id: 'call 555 me' })],
  ['another kind', JSON.stringify({ ...fault, kind: 'x' })],
  ['a name with additional text', JSON.stringify({ ...fault, name: 'Error: Ahmad' })],
  ['a URL as a location', JSON.stringify({ ...fault, places: ['https://site.example/ar/requests/x:1:2'] })],
  ['too many locations', JSON.stringify({ ...fault, places: Array(9).fill('a.js:1:1') })],
])('rejects %s', (_what, body) => {
  expect(readErrorReport(body)).toBeUndefined();
});

test('drops unknown properties', () => {
  expect(readErrorReport(JSON.stringify({ ...fault, message: 'Ahmad Ali' }))).toEqual(fault);
});
