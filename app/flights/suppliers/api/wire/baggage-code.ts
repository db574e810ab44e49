import type { BaggageAllowance } from '../../../model/flight.ts';
import { readNumber } from './json-values.ts';

/** Pieces, kilograms per piece, and dimensions after `x`: `1PC`, `2PC10`, `1PCx36x30x27`, `1PC10x55x40x20`. */
const pieceCode = /^(\d{1,2})PC(\d{1,3})?(?:X(\d{1,3}X\d{1,3}X\d{1,3}))?$/;
const maxKilograms = 200;

/**
 * Parses a checked-baggage code.
 * @returns no pieces for `false`, `"0PC"` and 0 kg; null (unknown) for a code that cannot be parsed or states nothing,
 *   such as `""`, null or `true`
 */
export function readBaggageCode(code: unknown): BaggageAllowance {
  if (code === false) return { pieces: 0 };
  const kilograms = readNumber(code);
  if (kilograms !== undefined) return readWeight(kilograms);
  const match = typeof code === 'string' ? pieceCode.exec(code.trim().toUpperCase()) : null;
  if (!match) return null;
  const [, pieces, kgEach, size] = match;
  const allowance: BaggageAllowance = { pieces: Number(pieces) };
  if (allowance.pieces === 0) return allowance;
  if (Number(kgEach) > 0) allowance.kgEach = Number(kgEach);
  if (size) allowance.centimetres = size.toLowerCase();
  return allowance;
}

/** Parses a hand-baggage code like {@link readBaggageCode}, except that an empty code means none (spec, section 9). */
export function readHandBaggageCode(code: unknown): BaggageAllowance {
  return typeof code === 'string' && code.trim() === '' ? { pieces: 0 } : readBaggageCode(code);
}

function readWeight(kilograms: number): BaggageAllowance {
  if (kilograms < 0 || kilograms > maxKilograms) return null;
  return kilograms === 0 ? { pieces: 0 } : { kgTotal: kilograms };
}
