import { newSpokenCode } from '#app/i18n/spoken-code.ts';

/** The number of one request, or of one fault in a browser, as a visitor may read it to us: 10 characters, 50 bits. */
export function newFaultId(): string {
  return newSpokenCode(10);
}
