import { expect, test } from 'vitest';
import { readFault } from './read-fault.server.ts';

const fault = { id: 'ABCDEF0123', kind: 'page', name: 'TypeError', places: ['index-x_1.js:1:200'] };

test('what a browser tells of a fault is read', () => {
  expect(readFault(JSON.stringify(fault))).toEqual(fault);
});

test.each([
  ['no JSON', '{'],
  ['nothing', ''],
  ['something else', '[]'],
  ['an id that is a sentence', JSON.stringify({ ...fault, id: 'call 555 me' })],
  ['another kind', JSON.stringify({ ...fault, kind: 'x' })],
  ['a name with more in it', JSON.stringify({ ...fault, name: 'Error: Ahmad' })],
  ['an address as a place', JSON.stringify({ ...fault, places: ['https://site.example/ar/requests/x:1:2'] })],
  ['more places than a stack has', JSON.stringify({ ...fault, places: Array(9).fill('a.js:1:1') })],
])('%s is passed over', (_what, body) => {
  expect(readFault(body)).toBeUndefined();
});

test('what does not belong there is not taken along', () => {
  expect(readFault(JSON.stringify({ ...fault, message: 'Ahmad Ali' }))).toEqual(fault);
});
