import { expect, test } from 'vitest';
import { problemOfBody } from './post-rules.server.ts';

const megabyte = 1024 * 1024;
const announced = (bytes: number) => ({ length: String(bytes), isChunked: false, isPiece: false });

test.each([
  '/ar',
  '/en/contact',
  '/ar/services/evacuation',
  '/en/services/booking',
  '/ar/medical-flight/incubator',
  '/en/requests/abc',
])('%s takes files: what is too large for a form is told by the form', (path) => {
  expect(problemOfBody(path, announced(900 * megabyte))).toBeUndefined();
  expect(problemOfBody(path, announced(1100 * megabyte))).toBe(413);
  expect(problemOfBody(path, { length: undefined, isChunked: true, isPiece: false })).toBeUndefined();
});

test.each(['/deeplink', '/ar/cookie-preferences', '/en/requests/abc/delete', '/faults', '/ar/about', '/de/contact'])(
  '%s takes a few fields',
  (path) => {
    expect(problemOfBody(path, announced(1000))).toBeUndefined();
    expect(problemOfBody(path, announced(megabyte))).toBe(413);
    expect(problemOfBody(path, { length: undefined, isChunked: true, isPiece: false })).toBe(411);
  },
);

test('a piece of a file is as large as a whole one at most', () => {
  const piece = (bytes: number) => problemOfBody('/uploads/abc', { ...announced(bytes), isPiece: true });
  expect(piece(30 * megabyte)).toBeUndefined();
  expect(piece(33 * megabyte)).toBe(413);
});
