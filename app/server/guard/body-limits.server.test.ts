import { expect, test } from 'vitest';
import { checkBodySize } from './body-limits.server.ts';

const megabyte = 1024 * 1024;
const bodyOf = (bytes: number) => ({ length: String(bytes), hasChunkedEncoding: false, isUploadChunk: false });

test.each([
  '/ar',
  '/en/contact',
  '/en/contact/',
  '/ar/services/evacuation',
  '/en/services/booking',
  '/ar/medical-flight/incubator',
  '/en/requests/abc',
])('%s accepts bodies with files up to a gigabyte', (path) => {
  expect(checkBodySize(path, bodyOf(900 * megabyte))).toBeUndefined();
  expect(checkBodySize(path, bodyOf(1100 * megabyte))).toBe(413);
  expect(checkBodySize(path, { length: undefined, hasChunkedEncoding: true, isUploadChunk: false })).toBeUndefined();
});

test.each(['/deeplink', '/ar/cookie-preferences', '/en/requests/abc/delete', '/faults', '/ar/about', '/de/contact'])(
  '%s accepts only small bodies',
  (path) => {
    expect(checkBodySize(path, bodyOf(1000))).toBeUndefined();
    expect(checkBodySize(path, bodyOf(megabyte))).toBe(413);
    expect(checkBodySize(path, { length: undefined, hasChunkedEncoding: true, isUploadChunk: false })).toBe(411);
  },
);

test('a callback accepts only a kilobyte', () => {
  const path = '/api/requests/W3FR-G49H/status';
  expect(checkBodySize(path, bodyOf(1024))).toBeUndefined();
  expect(checkBodySize(path, bodyOf(1025))).toBe(413);
  expect(checkBodySize(path, { length: undefined, hasChunkedEncoding: true, isUploadChunk: false })).toBe(411);
});

test('accepts an upload chunk as large as a whole file, but no larger', () => {
  const problem = (bytes: number) => checkBodySize('/uploads/abc', { ...bodyOf(bytes), isUploadChunk: true });
  expect(problem(30 * megabyte)).toBeUndefined();
  expect(problem(33 * megabyte)).toBe(413);
});

test('a form of the desk that is too large still reaches it, but nothing much larger does', () => {
  expect(checkBodySize('/desk/sign-in', bodyOf(15 * megabyte))).toBeUndefined();
  expect(checkBodySize('/desk/company', bodyOf(15 * megabyte))).toBeUndefined();
  expect(checkBodySize('/desk/company', bodyOf(17 * megabyte))).toBe(413);
  expect(checkBodySize('/desk/company', { length: undefined, hasChunkedEncoding: true, isUploadChunk: false })).toBe(
    411,
  );
  expect(checkBodySize('/desks', bodyOf(megabyte))).toBe(413);
});
