const airportPattern = /^[A-Z0-9]{3}$/;
const carrierPattern = /^[A-Z0-9]{2,3}$/;

/** Parses an airport code. @returns the code in upper case; empty if invalid */
export function parseAirportCode(value: unknown): string {
  return parseCode(value, airportPattern);
}

/** Parses the code of an airline, bus or train company. @returns the code in upper case; empty if invalid */
export function parseCarrierCode(value: unknown): string {
  return parseCode(value, carrierPattern);
}

function parseCode(value: unknown, pattern: RegExp): string {
  if (typeof value !== 'string') return '';
  if (pattern.test(value)) return value;
  const code = value.trim().toUpperCase();
  return pattern.test(code) ? code : '';
}
