const airport = /^[A-Z0-9]{3}$/;
const carrier = /^[A-Z0-9]{2,3}$/;

/** Upper case; empty for what is no airport's code. */
export function readAirport(value: unknown): string {
  return readCode(value, airport);
}

/** Of an airline, a bus or a train company. Upper case; empty for what is no such code. */
export function readCarrier(value: unknown): string {
  return readCode(value, carrier);
}

function readCode(value: unknown, shape: RegExp): string {
  if (typeof value !== 'string') return '';
  if (shape.test(value)) return value;
  const code = value.trim().toUpperCase();
  return shape.test(code) ? code : '';
}
