const currencyCode = /^[A-Z]{3}$/;

/** Parses an ISO 4217 currency code. @returns the code in upper case; empty if invalid */
export function readCurrency(value: unknown): string {
  const code = typeof value === 'string' ? value.trim().toUpperCase() : '';
  return currencyCode.test(code) ? code : '';
}
