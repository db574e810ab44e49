import { z } from 'zod';

const addressSchema = z.email();

/**
 * Returns a visitor's email address if every mail client understands it, otherwise undefined. The forms accept other
 * addresses too, so that an unusual one never prevents a request.
 */
export function mailableAddress(input: string): string | undefined {
  return addressSchema.safeParse(input).data;
}
