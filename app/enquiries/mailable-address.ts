import { z } from 'zod';

const address = z.email();

/**
 * A visitor's e-mail address where a mail client is sure to understand it. The forms take more than that: an address
 * must not be the reason why somebody's request does not arrive.
 */
export function mailableAddress(typed: string): string | undefined {
  return address.safeParse(typed).data;
}
