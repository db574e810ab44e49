/** Whether a JSON value is an object (not an array or null). */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const writtenNumber = /^-?\d+(?:\.\d+)?$/;

/** Parses a finite number or a numeric string, as responses of 2015 had. JSON may contain an infinite one: `1e999`. */
export function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && writtenNumber.test(value.trim()) ? Number(value) : value;
  // Adding 0 turns -0, which JSON does not preserve, into 0.
  return typeof number === 'number' && Number.isFinite(number) ? number + 0 : undefined;
}
