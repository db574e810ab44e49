import { expect, test } from 'vitest';
import { newTraceparent, readTraceparent, requestIdOf } from './trace-context.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentId = 'b7ad6b7169203331';

test.each([
  [`00-${traceId}-${parentId}-01`, '01'],
  [`00-${traceId}-${parentId}-00`, '00'],
  // A later version, with and without a field that this site does not know.
  [`01-${traceId}-${parentId}-03`, '03'],
  [`cc-${traceId}-${parentId}-01-what-comes-later`, '01'],
])('%s is valid', (header, flags) => {
  expect(readTraceparent(header)).toEqual({ traceId, flags });
});

test.each([
  undefined,
  '',
  traceId,
  `00-${traceId}-${parentId}`,
  `00-${traceId}-${parentId}-01-more`,
  `01-${traceId}-${parentId}-01.more`,
  `01-${traceId}-${parentId}-01-with space`,
  `ff-${traceId}-${parentId}-01`,
  `00-${'0'.repeat(32)}-${parentId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${parentId}-01`,
  `00-${traceId}\n-${parentId}-01`,
  ` 00-${traceId}-${parentId}-01`,
  // Node joins repeated headers like this.
  `00-${traceId}-${parentId}-01, 00-${traceId}-${parentId}-01`,
  [`00-${traceId}-${parentId}-01`],
])('%j is invalid', (header) => {
  expect(readTraceparent(header)).toBeUndefined();
});

test('each request that belongs to a trace gets its own parent id', () => {
  const headers = Array.from({ length: 100 }, () => newTraceparent({ traceId, flags: '01' }));
  expect(new Set(headers).size).toBe(100);
  for (const header of headers) {
    expect(readTraceparent(header)).toEqual({ traceId, flags: '01' });
    expect(header).not.toContain(parentId);
  }
});

test('the request id is the end of the trace id, in ten readable characters', () => {
  // The last 50 bits in groups of five.
  const bits = BigInt(`0x${traceId}`) & ((1n << 50n) - 1n);
  const digits = Array.from({ length: 10 }, (_, index) => Number((bits >> BigInt(45 - 5 * index)) & 31n));
  const expected = digits.map((digit) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[digit]).join('');
  expect(requestIdOf({ traceId, flags: '01' })).toBe(expected);
  expect(requestIdOf({ traceId: 'f'.repeat(32), flags: '01' })).toBe('Z'.repeat(10));
  expect(requestIdOf({ traceId: `${'f'.repeat(16)}${'0'.repeat(15)}1`, flags: '01' })).toBe('0000000001');
});
