import { isolate, isolateLtr } from '#app/i18n/format/bidi.ts';
import { withoutBidiMarks } from '#app/i18n/input/digits.ts';
import {
  type FormLanguage,
  isFormOnlyLanguage,
  isLanguage,
  languages,
  pageLanguage,
  type StaffLanguage,
} from '#app/i18n/languages.ts';
import { fullAirportName, joinNames } from './airports/airport.ts';
import { interpretPlace, isSameText } from './interpretation/interpret-place.ts';
import type { Interpretation } from './interpretation/interpretation.ts';
import { type Audience, formatKilometres, placePhrases } from './place-phrases.ts';
import { formOnlyAirportNames } from './towns/form-only-airport-names.ts';
import { type NearbyAirport, townOfAirport } from './towns/towns.ts';

/** The origin or destination of a journey as typed. An undecided destination may have text, too. */
export interface TypedPlace {
  typed: string;
  isUndecided: boolean;
}

/** A place, as shown to the desk or the family. */
export interface PlaceLines {
  /** The typed text; undefined if it adds nothing to the note. */
  text?: string;
  /** How we interpret the text, or that the destination is undecided; undefined if that adds nothing to the text. */
  note?: string;
}

/**
 * Returns the typed text of a place and our interpretation of it.
 * @param language the language of the note and of the names in it
 * @param audience who reads the note
 */
export function placeLines(
  { typed, isUndecided }: TypedPlace,
  language: StaffLanguage,
  audience: Audience = 'desk',
): PlaceLines {
  const undecided = isUndecided ? placePhrases[language].undecided[audience] : undefined;
  if (isUndecided && typed === '') return { note: undecided };
  const { text, note } = interpretedLines(typed, language, audience);
  const notes = [undecided, note].filter((line) => line !== undefined);
  return { text, note: notes.length > 0 ? notes.join(languages[language].semicolon) : undefined };
}

/** Returns a place as one line of text: `Mecca (Mecca, Saudi Arabia; nearest airports: Jeddah JED 75 km)`. */
export function placeText(place: TypedPlace, language: StaffLanguage, audience: Audience = 'desk'): string {
  return joinLines(placeLines(place, language, audience));
}

function joinLines({ text, note }: PlaceLines): string {
  if (text === undefined) return note ?? '';
  return note === undefined ? text : `${isolate(text)} (${note})`;
}

/**
 * Returns a place as one line of plain text, for a program that receives the airport's code separately: without bidi
 * isolates and without a code at the end.
 */
export function plainPlaceText(place: TypedPlace, language: FormLanguage): string {
  const lines = placeLines(place, language);
  const text = withoutBidiMarks(joinLines(lines));
  return lines.text === undefined ? text.replace(/ \([A-Z]{3}\)$/, '') : text;
}

function interpretedLines(typed: string, language: StaffLanguage, audience: Audience): PlaceLines {
  const phrases = placePhrases[language];
  const { interpretations, needsConfirmation } = interpretPlace(typed);
  const [first] = interpretations;
  if (!first) return { text: typed, note: phrases.unknown[audience] };
  const likely = needsConfirmation ? `${phrases.likely}: ` : '';
  if (interpretations.length === 1 && first.kind === 'country') {
    const name = first.country.names[language];
    const note = phrases.onlyCountry[audience];
    const isName = !needsConfirmation && isSameText(name, typed);
    return { text: typed, note: isName ? note : likely + name + languages[language].semicolon + note };
  }
  const isSingle = interpretations.length === 1;
  // A code, alone or after its city, adds nothing to the full name.
  const isAirportCode =
    first.kind === 'airport' && new RegExp(`(^|\\()\\s*${first.airport.code}\\s*\\)?$`, 'i').test(typed);
  if (isSingle && !needsConfirmation && isAirportCode)
    return { note: `${airportInterpretationText(first, language)} (${isolateLtr(first.airport.code)})` };
  const note = interpretations
    .map((interpretation) => interpretationText(interpretation, language, isSingle))
    .join(phrases.or);
  return { text: typed, note: likely + note };
}

/**
 * Returns an interpretation as text.
 * @param isSingle whether the place has no other interpretation; the airports of a town are listed only in this case,
 *   because with several they would distract from the question of which place is meant
 */
function interpretationText(interpretation: Interpretation, language: StaffLanguage, isSingle: boolean): string {
  const country = interpretation.country.names[language];
  switch (interpretation.kind) {
    case 'country':
      return country;
    case 'airport': {
      return joinNames(
        [isolateLtr(interpretation.airport.code), airportInterpretationText(interpretation, language)],
        language,
      );
    }
    case 'town': {
      const name = joinNames([interpretation.town.names[language], country], language);
      if (!isSingle) return name;
      const { nearestAirport, nearestAirports } = placePhrases[language];
      const label = interpretation.airports.length === 1 ? nearestAirport : nearestAirports;
      const airports = interpretation.airports.map((near) => nearAirportText(near, language));
      return `${name}${languages[language].semicolon}${label}: ${joinNames(airports, language)}`;
    }
  }
}

/** Returns `Munich Airport, Munich, Germany`. In German, the airport's own name is in English. */
function airportInterpretationText(
  { airport, country }: Interpretation & { kind: 'airport' },
  language: StaffLanguage,
): string {
  if (isLanguage(language)) return fullAirportName(airport, language);
  if (isFormOnlyLanguage(language)) return joinNames(formOnlyAirportNames(airport, language).full, language);
  const name = airport.name[pageLanguage(language)];
  return joinNames([name, townOfAirport(airport).names[language], country.names[language]], language);
}

/** Returns `Jeddah JED 75 km`. */
function nearAirportText({ airport, kilometres }: NearbyAirport, language: StaffLanguage): string {
  return `${townOfAirport(airport).names[language]} ${isolateLtr(airport.code)} ${formatKilometres(kilometres, language)}`;
}
