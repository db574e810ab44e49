import { isolate, isolateLtr } from '#app/i18n/format/bidi.ts';
import { withoutBidiMarks } from '#app/i18n/input/digits.ts';
import { type FormLanguage, isLanguage, languages, pageLanguage, type StaffLanguage } from '#app/i18n/languages.ts';
import { airportInFull, listed } from './airports/airport.ts';
import { isSameWriting, type Meaning, understandPlace } from './meaning/understand-place.ts';
import { inKilometres, placeWords, type Reader } from './place-words.ts';
import { type NearAirport, townOfAirport } from './towns/towns.ts';

/** The origin or destination of a journey as typed; an open destination may have a text. */
export interface WrittenPlace {
  written: string;
  isOpen: boolean;
}

/** The text of a place. */
export interface PlaceLines {
  /** The typed text; undefined if it adds nothing to the interpretation. */
  words?: string;
  /** The interpretation, or that it is open; undefined if it adds nothing to the text. */
  note?: string;
}

/**
 * The typed text of a place and its interpretation.
 * @param language of the names
 */
export function placeLines(
  { written, isOpen }: WrittenPlace,
  language: StaffLanguage,
  reader: Reader = 'desk',
): PlaceLines {
  const open = isOpen ? placeWords[language].open[reader] : undefined;
  if (isOpen && written === '') return { note: open };
  const { words, note } = understoodLines(written, language, reader);
  const both = [open, note].filter((text) => text !== undefined);
  return { words, note: both.length > 0 ? both.join(languages[language].semicolon) : undefined };
}

/** The same in one line: `Mecca (Mecca, Saudi Arabia; nearest airports: Jeddah JED 75 km)`. */
export function placeText(place: WrittenPlace, language: StaffLanguage, reader: Reader = 'desk'): string {
  const { words, note } = placeLines(place, language, reader);
  if (words === undefined) return note ?? '';
  return note === undefined ? words : `${isolate(words)} (${note})`;
}

/** The same for a program that is told the airport's code beside it: without marks that isolate directions. */
export function plainPlaceText(place: WrittenPlace, language: FormLanguage): string {
  const text = withoutBidiMarks(placeText(place, language));
  return placeLines(place, language).words === undefined ? text.replace(/ \([A-Z]{3}\)$/, '') : text;
}

function understoodLines(written: string, language: StaffLanguage, reader: Reader): PlaceLines {
  const words = placeWords[language];
  const { meanings, isLikely } = understandPlace(written);
  const [first] = meanings;
  if (!first) return { words: written, note: words.unknown[reader] };
  if (meanings.length === 1 && !isLikely && first.kind === 'country') {
    const name = first.country.names[language];
    const note = words.onlyCountry[reader];
    return { words: written, note: isSameWriting(name, written) ? note : name + languages[language].semicolon + note };
  }
  const isSingle = meanings.length === 1;
  // A code, alone or behind its city, says no more than the full name.
  const isCode = first.kind === 'airport' && new RegExp(`(^|\\()\\s*${first.airport.code}\\s*\\)?$`, 'i').test(written);
  if (isSingle && !isLikely && isCode)
    return { note: `${nameInFull(first, language)} (${isolateLtr(first.airport.code)})` };
  const note = meanings.map((meaning) => inWords(meaning, language, isSingle)).join(words.or);
  return { words: written, note: isLikely ? `${words.likely}: ${note}` : note };
}

/** @param isSingle then a town brings its airports along; among several they would hide the question */
function inWords(meaning: Meaning, language: StaffLanguage, isSingle: boolean): string {
  const country = meaning.country.names[language];
  switch (meaning.kind) {
    case 'country':
      return country;
    case 'airport': {
      return listed([isolateLtr(meaning.airport.code), nameInFull(meaning, language)], language);
    }
    case 'town': {
      const name = listed([meaning.town.names[language], country], language);
      if (!isSingle) return name;
      const { nearestAirport, nearestAirports } = placeWords[language];
      const label = meaning.airports.length === 1 ? nearestAirport : nearestAirports;
      const airports = meaning.airports.map((near) => nearInWords(near, language));
      return `${name}${languages[language].semicolon}${label}: ${listed(airports, language)}`;
    }
  }
}

/** `Munich Airport, Munich, Germany`; airports have names of their own in the languages of pages only. */
function nameInFull({ airport, country }: Meaning & { kind: 'airport' }, language: StaffLanguage): string {
  if (isLanguage(language)) return airportInFull(airport, language);
  const name = airport.name[pageLanguage(language)];
  return listed([name, townOfAirport(airport).names[language], country.names[language]], language);
}

/** `Jeddah JED 75 km` */
function nearInWords({ airport, kilometres }: NearAirport, language: StaffLanguage): string {
  return `${townOfAirport(airport).names[language]} ${isolateLtr(airport.code)} ${inKilometres(kilometres, language)}`;
}
