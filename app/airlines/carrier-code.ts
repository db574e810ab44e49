/** Whether it is written as an IATA airline code: `QR`, `3O`. No airline need have it. */
export function isCarrierCode(code: string): boolean {
  return /^[A-Z0-9]{2}$/.test(code);
}
