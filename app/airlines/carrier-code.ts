/** Whether a string has the form of an IATA airline code, such as `QR` or `3O`. The code need not be assigned. */
export function isCarrierCode(code: string): boolean {
  return /^[A-Z0-9]{2}$/.test(code);
}
