/** Whether a JSON value is an object, as opposed to an array or null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const numericString = /^-?\d+(?:\.\d+)?$/;

/**
 * Parses a finite number, or a numeric string as in responses from 2015. JSON may contain a number that becomes
 * infinite: `1e999`.
 */
export function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && numericString.test(value.trim()) ? Number(value) : value;
  // Adding 0 turns -0 into 0, because JSON does not preserve -0.
  return typeof number === 'number' && Number.isFinite(number) ? number + 0 : undefined;
}
