import type { ContactChange } from '../company/contact-changes.server.ts';
import type { DeskLanguage } from '../people/person.ts';
import { deskTexts, fill } from '../texts/desk-texts.ts';
import { formatDeskTime } from './desk-time.ts';

/** Returns a sentence that says who changed what and when, from what and to what. */
export function contactChangeText({ changedBy, fact, at, from, to }: ContactChange, language: DeskLanguage): string {
  const t = deskTexts[language].company;
  return fill(t.contactChange, {
    name: `\u2068${changedBy}\u2069`,
    fact: t.field[fact],
    date: formatDeskTime(at, language),
    from: from === null ? t.none : leftToRight(from),
    to: to === null ? t.none : leftToRight(to),
  });
}

/**
 * Isolates a phone number or email address in a sentence of either direction, so that it is shown left to right (UAX #9).
 */
function leftToRight(text: string): string {
  return `\u2066${text.replace(/ /g, '\u00a0')}\u2069`;
}
