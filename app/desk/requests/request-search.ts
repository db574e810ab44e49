import { timestampAt } from '#app/clock/wall-clock.ts';
import { parseReference } from '#app/enquiries/reference.ts';
import type { IsoDate } from '#app/i18n/format/dates.ts';
import { fold, withPlainLetters } from '#app/i18n/input/fold.ts';
import { normalisePhone } from '#app/i18n/input/phone-number.ts';

/** The part of a request's content that a search looks at. */
interface SearchedContent {
  email?: string | undefined;
  /** See `fold`. */
  foldedName: string;
  /** See {@link digitsOf}. */
  phoneDigits: string;
}

/** Returns a predicate for arrival times on a day in German time; without a day, it accepts all of them. */
export function createDayFilter(day: IsoDate | undefined): (receivedAt: number) => boolean {
  if (day === undefined) return () => true;
  const midnightAfter = (days: number) => timestampAt(Date.parse(day) / 1000 + days * 86_400, 'Europe/Berlin') * 1000;
  const [start, end] = [midnightAfter(0), midnightAfter(1)];
  return (receivedAt) => receivedAt >= start && receivedAt < end;
}

/** Returns a predicate for the requests that match what somebody has typed. */
export function createMatcher(search: string): (reference: string, content: SearchedContent | undefined) => boolean {
  const typed = withPlainLetters(search).trim();
  if (typed === '') return () => true;
  const reference = parseReference(typed);
  const foldedName = fold(typed);
  const digits = digitsOf(typed);
  // Numbers copied from a messenger app contain bidi control characters and unusual hyphens.
  const isNumber = /^[\s\p{Cf}\p{Pd}\d٠-٩۰-۹+()/.]+$/u.test(typed) && digits.length >= 3;
  const email = typed.toLowerCase();
  const isEmail = email.includes('@') || email.includes('.');
  return (candidate, content) => {
    if (candidate === reference) return true;
    if (!content) return false;
    if (isNumber && content.phoneDigits.includes(digits)) return true;
    if (isEmail && content.email?.toLowerCase().includes(email)) return true;
    return foldedName !== '' && content.foldedName.includes(foldedName);
  };
}

/**
 * Returns the digits of a phone number without the international prefix and leading zeros, including a bracketed one as
 * in `+49 (0)30`: people write numbers in all of these ways.
 */
export function digitsOf(phone: string): string {
  return normalisePhone(phone.replace(/\([0٠۰]\)/g, ''))
    .replace(/\D/g, '')
    .replace(/^0+/, '');
}
