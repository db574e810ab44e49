import { isolate, isolateLtr } from '#app/i18n/format/bidi.ts';
import { withoutBidiMarks } from '#app/i18n/input/digits.ts';
import { type FormLanguage, isLanguage, languages, pageLanguage, type StaffLanguage } from '#app/i18n/languages.ts';
import { airportInFull, joinNames } from './airports/airport.ts';
import { isSameText, type Meaning, understandPlace } from './meaning/understand-place.ts';
import { type Audience, formatKilometres, placePhrases } from './place-phrases.ts';
import { type NearbyAirport, townOfAirport } from './towns/towns.ts';

/** The origin or destination of a journey as typed. An open destination may have text, too. */
export interface WrittenPlace {
  written: string;
  isOpen: boolean;
}

/** A place as the desk or the family reads it. */
export interface PlaceLines {
  /** The typed text; undefined if it adds nothing to the note. */
  words?: string;
  /** How we interpret the text, or that the destination is open; undefined if that adds nothing to the text. */
  note?: string;
}

/**
 * Returns the typed text of a place and our interpretation of it.
 * @param language the language of the note and of the names in it
 * @param audience who reads the note
 */
export function placeLines(
  { written, isOpen }: WrittenPlace,
  language: StaffLanguage,
  audience: Audience = 'desk',
): PlaceLines {
  const open = isOpen ? placePhrases[language].open[audience] : undefined;
  if (isOpen && written === '') return { note: open };
  const { words, note } = interpretedLines(written, language, audience);
  const notes = [open, note].filter((text) => text !== undefined);
  return { words, note: notes.length > 0 ? notes.join(languages[language].semicolon) : undefined };
}

/** Returns a place as one line of text: `Mecca (Mecca, Saudi Arabia; nearest airports: Jeddah JED 75 km)`. */
export function placeText(place: WrittenPlace, language: StaffLanguage, audience: Audience = 'desk'): string {
  const { words, note } = placeLines(place, language, audience);
  if (words === undefined) return note ?? '';
  return note === undefined ? words : `${isolate(words)} (${note})`;
}

/**
 * Returns a place as one line of plain text, for a program that receives the airport's code separately: without bidi
 * isolates and without a code at the end.
 */
export function plainPlaceText(place: WrittenPlace, language: FormLanguage): string {
  const text = withoutBidiMarks(placeText(place, language));
  return placeLines(place, language).words === undefined ? text.replace(/ \([A-Z]{3}\)$/, '') : text;
}

function interpretedLines(written: string, language: StaffLanguage, audience: Audience): PlaceLines {
  const phrases = placePhrases[language];
  const { meanings, needsConfirmation } = understandPlace(written);
  const [first] = meanings;
  if (!first) return { words: written, note: phrases.unknown[audience] };
  if (meanings.length === 1 && !needsConfirmation && first.kind === 'country') {
    const name = first.country.names[language];
    const note = phrases.onlyCountry[audience];
    return { words: written, note: isSameText(name, written) ? note : name + languages[language].semicolon + note };
  }
  const isSingle = meanings.length === 1;
  // A code, alone or after its city, adds nothing to the full name.
  const isAirportCode =
    first.kind === 'airport' && new RegExp(`(^|\\()\\s*${first.airport.code}\\s*\\)?$`, 'i').test(written);
  if (isSingle && !needsConfirmation && isAirportCode)
    return { note: `${fullAirportName(first, language)} (${isolateLtr(first.airport.code)})` };
  const note = meanings.map((meaning) => meaningText(meaning, language, isSingle)).join(phrases.or);
  return { words: written, note: needsConfirmation ? `${phrases.likely}: ${note}` : note };
}

/**
 * Returns a meaning as text.
 * @param isSingle whether the place has no other meaning; the airports of a town are listed only in this case, because
 *   with several they would distract from the question which place is meant
 */
function meaningText(meaning: Meaning, language: StaffLanguage, isSingle: boolean): string {
  const country = meaning.country.names[language];
  switch (meaning.kind) {
    case 'country':
      return country;
    case 'airport': {
      return joinNames([isolateLtr(meaning.airport.code), fullAirportName(meaning, language)], language);
    }
    case 'town': {
      const name = joinNames([meaning.town.names[language], country], language);
      if (!isSingle) return name;
      const { nearestAirport, nearestAirports } = placePhrases[language];
      const label = meaning.airports.length === 1 ? nearestAirport : nearestAirports;
      const airports = meaning.airports.map((near) => nearAirportText(near, language));
      return `${name}${languages[language].semicolon}${label}: ${joinNames(airports, language)}`;
    }
  }
}

/** Returns `Munich Airport, Munich, Germany`. The airport's own name exists in the page languages only. */
function fullAirportName({ airport, country }: Meaning & { kind: 'airport' }, language: StaffLanguage): string {
  if (isLanguage(language)) return airportInFull(airport, language);
  const name = airport.name[pageLanguage(language)];
  return joinNames([name, townOfAirport(airport).names[language], country.names[language]], language);
}

/** Returns `Jeddah JED 75 km`. */
function nearAirportText({ airport, kilometres }: NearbyAirport, language: StaffLanguage): string {
  return `${townOfAirport(airport).names[language]} ${isolateLtr(airport.code)} ${formatKilometres(kilometres, language)}`;
}
