/** An object of JSON, no array: the only value whose fields are looked at. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const writtenNumber = /^-?\d+(?:\.\d+)?$/;

/** A finite number, also one written as text, as in answers of 2015. JSON can hold an infinite one: `1e999`. */
export function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && writtenNumber.test(value.trim()) ? Number(value) : value;
  // Adding 0 turns -0, which JSON does not give back, into 0.
  return typeof number === 'number' && Number.isFinite(number) ? number + 0 : undefined;
}
