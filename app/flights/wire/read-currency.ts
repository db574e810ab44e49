const currencyCode = /^[A-Z]{3}$/;

/** ISO 4217, upper case; empty for what is no such code. */
export function readCurrency(value: unknown): string {
  const code = typeof value === 'string' ? value.trim().toUpperCase() : '';
  return currencyCode.test(code) ? code : '';
}
