import { minutesAheadOfGermany, shiftPeriod } from '#app/i18n/format/period-in-zone.ts';
import { type FormLanguage, type Language, languages } from '#app/i18n/languages.ts';
import { type CompanyFacts, type OpeningHours, textIn, weekdays } from '../facts/company-facts.ts';
import type { CompanyTimes, ShownMembership, ShownPartner, ShownPerson } from './shown-facts.ts';

/** The path below which the site serves the pictures of the company facts. */
const picturesPath = '/company-pictures';

/**
 * Returns when the company can be reached and how soon it replies.
 * @param now the time for which to compute the time difference (Unix time in ms)
 */
export function companyTimes(
  { hours, replyTime = {} }: CompanyFacts,
  language: FormLanguage,
  now: number,
): CompanyTimes {
  const riyadhAhead = hours && minutesAheadOfGermany('Asia/Riyadh', now);
  return {
    hours: hours && hoursRows(hours, language, riyadhAhead ?? 0),
    riyadhAhead,
    urgentReply: replyTime.urgent && textIn(replyTime.urgent, language),
    otherReply: replyTime.other && textIn(replyTime.other, language),
  };
}

/** Returns how soon the company replies to a request; undefined if it does not say. */
export function replyTimeOf(
  { replyTime }: CompanyFacts,
  isUrgent: boolean,
  language: FormLanguage,
): string | undefined {
  const text = isUrgent ? replyTime?.urgent : replyTime?.other;
  return text && textIn(text, language);
}

/** Returns the people that the company features. */
export function shownPeople({ people = [] }: CompanyFacts, language: Language): ShownPerson[] {
  const names = new Intl.DisplayNames(languages[language].locale, { type: 'language' });
  return people.map(({ name, role, languages: spoken = [], picture }) => ({
    name: textIn(name, language),
    role: textIn(role, language),
    languages: spoken.map((code) => names.of(code) ?? code).join(languages[language].comma),
    picture: picture && picturePath(picture),
  }));
}

/** Returns the partners that the company features. */
export function shownPartners({ partners = [] }: CompanyFacts, language: Language): ShownPartner[] {
  return partners.map(({ name, description, address, website, logo }) => ({
    name: textIn(name, language),
    description: description && textIn(description, language),
    address: address && textIn(address, language),
    website,
    logo: logo && picturePath(logo),
  }));
}

/** Returns the company's memberships. */
export function shownMemberships({ memberships = [] }: CompanyFacts, language: Language): ShownMembership[] {
  return memberships.map(({ name, website }) => ({ name: textIn(name, language), website }));
}

function picturePath(name: string): string {
  return `${picturesPath}/${name}`;
}

function sameHours(a: { germany: string }[], b: { germany: string }[]): boolean {
  return a.map(({ germany }) => germany).join() === b.map(({ germany }) => germany).join();
}

/** Returns one row for each series of consecutive days with the same hours: `Monday – Friday`. */
function hoursRows(
  hours: OpeningHours,
  language: FormLanguage,
  riyadhAhead: number,
): NonNullable<CompanyTimes['hours']> {
  const rows: { first: number; last: number; periods: { germany: string; riyadh: string }[] }[] = [];
  for (const [day, weekday] of weekdays.entries()) {
    const periods = (hours[weekday] ?? []).map(({ from, to }) => {
      const germany = `${from}–${to}`;
      return { germany, riyadh: shiftPeriod(germany, riyadhAhead) };
    });
    const previous = rows[rows.length - 1];
    if (previous && sameHours(previous.periods, periods)) previous.last = day;
    else rows.push({ first: day, last: day, periods });
  }
  const format = new Intl.DateTimeFormat(languages[language].locale, { weekday: 'long', timeZone: 'UTC' });
  // 1 January 2024 was a Monday.
  const nameOf = (day: number) => format.format(Date.UTC(2024, 0, 1 + day));
  return rows.map(({ first, last, periods }) => ({
    days: first === last ? nameOf(first) : `${nameOf(first)} – ${nameOf(last)}`,
    periods,
  }));
}
