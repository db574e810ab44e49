import { newReadableCode } from '#app/ids/readable-code.ts';

/**
 * Generates an id for a request or for an error in a browser: 10 characters (50 random bits) that a visitor can read
 * out to us.
 */
export function newErrorId(): string {
  return newReadableCode(10);
}
