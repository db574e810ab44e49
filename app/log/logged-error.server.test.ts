import { expect, test } from 'vitest';
import { loggedError } from './logged-error.server.ts';

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
  ['an invalid URL', () => new URL(secret)],
  ['a message with several quotations', () => new Error(`no "x" for '${secret}' in "y"`)],
  ['an unclosed quotation', () => new Error(`bad value "x", '${secret}'`)],
  ['more than one line', () => new Error(`failed\n${secret}`)],
  ['a cause', () => new Error('failed', { cause: new TypeError(`"${secret}"`) })],
  ['a thrown string', () => secret],
])('the log of %s does not contain what was quoted', (_what, action) => {
  const logged = loggedError(thrown(action));
  expect(JSON.stringify(logged)).not.toMatch(/Ahmad|4567/);
});

test('keeps name, code, message, stack frames and causes', () => {
  const cause = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const logged = loggedError(new RangeError('A file could not be written', { cause }));
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
  expect(JSON.stringify(loggedError(error)).match(/"again"/g)).toHaveLength(5);
});
