const airport = /^[A-Z0-9]{3}$/;
const carrier = /^[A-Z0-9]{2,3}$/;

/** Parses an airport code; upper case, or empty if invalid. */
export function readAirport(value: unknown): string {
  return readCode(value, airport);
}

/** Parses the code of an airline, bus or train company; upper case, or empty if invalid. */
export function readCarrier(value: unknown): string {
  return readCode(value, carrier);
}

function readCode(value: unknown, shape: RegExp): string {
  if (typeof value !== 'string') return '';
  if (shape.test(value)) return value;
  const code = value.trim().toUpperCase();
  return shape.test(code) ? code : '';
}
