import { expect, test } from 'vitest';
import { toLoggedError } from './logged-error.server.ts';

const secret = 'Ahmad Ali, +966 50 123 4567';

function thrown(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}

test.each([
  ['a parser error that quotes its input', () => JSON.parse(`${secret} {`) as unknown],
  ['a parser error that quotes part of its input', () => JSON.parse(`{"name": ${secret}}`) as unknown],
  ['a URL parser error', () => new URL(secret)],
  ['an error that quotes several strings', () => new Error(`no "x" for '${secret}' in "y"`)],
  ['an error with an unclosed quotation mark', () => new Error(`bad value "x", '${secret}'`)],
  ['an error message of several lines', () => new Error(`failed\n${secret}`)],
  ['an error with a cause', () => new Error('failed', { cause: new TypeError(`"${secret}"`) })],
  ['a thrown string', () => secret],
])('removes personal data from %s', (_title, action) => {
  const logged = toLoggedError(thrown(action));
  expect(JSON.stringify(logged)).not.toMatch(/Ahmad|4567/);
});

test('keeps the name, code, message, stack frames and causes of an error', () => {
  const cause = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const logged = toLoggedError(new RangeError('A file could not be written', { cause }));
  expect(logged).toMatchObject({
    name: 'RangeError',
    message: 'A file could not be written',
    cause: { code: 'ENOSPC', message: 'ENOSPC: no space left on device, write' },
  });
  expect(logged.frames[0]).toContain('logged-error.server.test.ts');
});

test('limits the depth of a circular cause chain', () => {
  const error = new Error('again');
  error.cause = error;
  expect(JSON.stringify(toLoggedError(error)).match(/"again"/g)).toHaveLength(5);
});
