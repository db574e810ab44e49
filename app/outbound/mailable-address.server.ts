import { domainToASCII } from 'node:url';
import { z } from 'zod';

/** What every mail client understands before the @ (RFC 5321 without quotes). */
const plainAddress = z.email();
/** A domain in its ASCII form, whose last label may be an international one (RFC 5890, A-label). */
const asciiDomain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$/;

/**
 * Returns the address to which a visitor's email can be sent by every mail server, with an international domain in its ASCII
 * form (Punycode): `a@xn--mgbh0fb.xn--mgberp4a5d4ar` for `a@مثال.السعودية`. The forms accept other addresses too, so that
 * an unusual one never prevents a request; whoever gave one is not promised any email.
 * @returns undefined if there is none
 */
export function mailableAddress(input: string): string | undefined {
  const [, local = '', domain = ''] = /^([^@]+)@([^@]+)$/.exec(input) ?? [];
  const ascii = domainToASCII(domain);
  return asciiDomain.test(ascii) && plainAddress.safeParse(`${local}@example.com`).success
    ? `${local}@${ascii}`
    : undefined;
}
