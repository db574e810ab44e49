import type { Allowance } from '../flight.ts';
import { readNumber } from './json-values.ts';

/** Pieces, kilograms each, and `x` with the size: `1PC`, `2PC10`, `1PCx36x30x27`, `1PC10x55x40x20`. */
const pieceCode = /^(\d{1,2})PC(\d{1,3})?(?:X(\d{1,3}X\d{1,3}X\d{1,3}))?$/;
const mostKilograms = 200;

/**
 * What a code of checked baggage means. Unknown (null) is every code that says nothing or cannot be read: `""`, null,
 * `true`. Nothing is `false`, `"0PC"`, and 0 kg.
 */
export function readBaggageCode(code: unknown): Allowance {
  if (code === false) return { pieces: 0 };
  const kilograms = readNumber(code);
  if (kilograms !== undefined) return readWeight(kilograms);
  const match = typeof code === 'string' ? pieceCode.exec(code.trim().toUpperCase()) : null;
  if (!match) return null;
  const [, pieces, kgEach, size] = match;
  const allowance: Allowance = { pieces: Number(pieces) };
  if (allowance.pieces === 0) return allowance;
  if (Number(kgEach) > 0) allowance.kgEach = Number(kgEach);
  if (size) allowance.centimetres = size.toLowerCase();
  return allowance;
}

/** As {@link readBaggageCode}, but an empty code means nothing (spec, section 9). */
export function readHandBaggageCode(code: unknown): Allowance {
  return typeof code === 'string' && code.trim() === '' ? { pieces: 0 } : readBaggageCode(code);
}

function readWeight(kilograms: number): Allowance {
  if (kilograms < 0 || kilograms > mostKilograms) return null;
  return kilograms === 0 ? { pieces: 0 } : { kgTotal: kilograms };
}
