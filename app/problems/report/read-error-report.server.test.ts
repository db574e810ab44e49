import { expect, test } from 'vitest';
import { readErrorReport } from './read-error-report.server.ts';

const report = { id: 'ABCDEF0123', kind: 'page', name: 'TypeError', places: ['index-x_1.js:1:200'] };

test('accepts a well-formed error report', () => {
  expect(readErrorReport(JSON.stringify(report))).toEqual(report);
});

test.each([
  ['invalid JSON', '{'],
  ['an empty body', ''],
  ['an array', '[]'],
  ['an id that is a sentence', JSON.stringify({ ...report, id: 'call 555 me' })],
  ['an unknown kind', JSON.stringify({ ...report, kind: 'x' })],
  ['a name with additional text', JSON.stringify({ ...report, name: 'Error: Ahmad' })],
  ['a URL as a location', JSON.stringify({ ...report, places: ['https://site.example/ar/requests/x:1:2'] })],
  ['too many locations', JSON.stringify({ ...report, places: Array(9).fill('a.js:1:1') })],
])('rejects %s', (_case, body) => {
  expect(readErrorReport(body)).toBeUndefined();
});

test('drops unknown properties', () => {
  expect(readErrorReport(JSON.stringify({ ...report, message: 'Ahmad Ali' }))).toEqual(report);
});
