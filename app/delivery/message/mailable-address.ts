import { z } from 'zod';

const address = z.email();

/**
 * Returns a visitor's e-mail address if every mail client understands it, otherwise undefined. The forms accept more, so
 * that an unusual address never prevents a request.
 */
export function mailableAddress(typed: string): string | undefined {
  return address.safeParse(typed).data;
}
