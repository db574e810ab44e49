import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type Airport, airports } from './airport.ts';
import { packAirports, unpackAirports } from './packed-airports.ts';

test('the packed list unpacks to the same airports, and is a quarter smaller', () => {
  const packed = packAirports(airports);
  expect(unpackAirports(packed)).toEqual(airports);
  const sizeOf = (text: string) => brotliCompressSync(text).length;
  expect(sizeOf(packed) / sizeOf(JSON.stringify(airports))).toBeLessThan(0.76);
});

test('a list that would not unpack to itself is rejected', () => {
  const [first] = airports;
  const damaged = { ...first, name: { ar: 'مطار * ^', en: 'Airport *' } } as Airport;
  expect(() => packAirports([damaged])).toThrow('do not unpack');
  expect(() => packAirports([...airports].reverse())).toThrow('do not unpack');
});
