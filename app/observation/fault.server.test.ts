import { expect, test } from 'vitest';
import { loggedFault } from './fault.server.ts';

const secret = 'Ahmad Ali, +966 50 123 4567';

function thrown(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}

test.each([
  ['a parser that quotes what it could not read', () => JSON.parse(`${secret} {`) as unknown],
  ['a parser that quotes the inside', () => JSON.parse(`{"name": ${secret}}`) as unknown],
  ['an address', () => new URL(secret)],
  ['a sentence with several quotations', () => new Error(`no "x" for '${secret}' in "y"`)],
  ['an unfinished quotation', () => new Error(`bad value "x", '${secret}'`)],
  ['more than one line', () => new Error(`failed\n${secret}`)],
  ['a cause', () => new Error('failed', { cause: new TypeError(`"${secret}"`) })],
  ['something that is no error', () => secret],
])('of %s the log does not repeat what was quoted', (_what, action) => {
  const fault = loggedFault(thrown(action));
  expect(JSON.stringify(fault)).not.toMatch(/Ahmad|4567/);
});

test('what helps to find it stays: kind, code, words, places, causes', () => {
  const cause = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const fault = loggedFault(new RangeError('A file could not be written', { cause }));
  expect(fault).toMatchObject({
    name: 'RangeError',
    message: 'A file could not be written',
    cause: { code: 'ENOSPC', message: 'ENOSPC: no space left on device, write' },
  });
  expect(fault.frames[0]).toContain('fault.server.test.ts');
});

test('an error that is its own cause ends somewhere', () => {
  const error = new Error('again');
  error.cause = error;
  expect(JSON.stringify(loggedFault(error)).match(/"again"/g)).toHaveLength(5);
});
