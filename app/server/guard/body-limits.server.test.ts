import { expect, test } from 'vitest';
import { bodyProblem } from './body-limits.server.ts';

const megabyte = 1024 * 1024;
const announced = (bytes: number) => ({ length: String(bytes), hasChunkedEncoding: false, isUploadChunk: false });

test.each([
  '/ar',
  '/en/contact',
  '/en/contact/',
  '/ar/services/evacuation',
  '/en/services/booking',
  '/ar/medical-flight/incubator',
  '/en/requests/abc',
])('%s takes files: files that are too large are reported by the form', (path) => {
  expect(bodyProblem(path, announced(900 * megabyte))).toBeUndefined();
  expect(bodyProblem(path, announced(1100 * megabyte))).toBe(413);
  expect(bodyProblem(path, { length: undefined, hasChunkedEncoding: true, isUploadChunk: false })).toBeUndefined();
});

test.each(['/deeplink', '/ar/cookie-preferences', '/en/requests/abc/delete', '/faults', '/ar/about', '/de/contact'])(
  '%s accepts only small bodies',
  (path) => {
    expect(bodyProblem(path, announced(1000))).toBeUndefined();
    expect(bodyProblem(path, announced(megabyte))).toBe(413);
    expect(bodyProblem(path, { length: undefined, hasChunkedEncoding: true, isUploadChunk: false })).toBe(411);
  },
);

test('an upload chunk may be as large as a whole file, but not larger', () => {
  const problem = (bytes: number) => bodyProblem('/uploads/abc', { ...announced(bytes), isUploadChunk: true });
  expect(problem(30 * megabyte)).toBeUndefined();
  expect(problem(33 * megabyte)).toBe(413);
});
