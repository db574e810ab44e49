import { fold } from '#app/i18n/input/fold.ts';
import { type Airport, airports } from '../airports/airport.ts';
import { countries, type Country } from '../towns/countries.ts';
import { type Town, townNames, towns } from '../towns/towns.ts';
import { editDistance, letterSet, mayBeWithin } from './edit-distance.ts';
import { phoneticKey } from './phonetic-key.ts';

/** A place that a name may refer to. */
export type NamedPlace = Airport | Town | Country;

interface NameIndex {
  /** The places by folded name. */
  byName: Map<string, Set<NamedPlace>>;
  /** The places by the phonetic key of their name. */
  bySound: Map<string, Set<NamedPlace>>;
  /** The folded names of towns and countries with their letter sets, for misspelt names. */
  names: { name: string; letters: number }[];
}

let index: NameIndex | undefined;

/** Returns the index, which is built on first use. */
function nameIndex(): NameIndex {
  if (index) return index;
  const byName = new Map<string, Set<NamedPlace>>();
  const bySound = new Map<string, Set<NamedPlace>>();
  const add = (place: NamedPlace, names: readonly string[]) => {
    for (const name of names) {
      addTo(byName, fold(name), place);
      addTo(bySound, phoneticKey(name), place);
    }
  };
  for (const town of towns) add(town, townNames(town));
  for (const country of countries) add(country, [...Object.values(country.names), ...country.spellings]);
  const names = [...byName.keys()].map((name) => ({ name, letters: letterSet(name) }));
  // The long name of an airport may share words with a hospital, so airport names are not matched by edit distance.
  for (const airport of airports) add(airport, Object.values(airport.name));
  index = { byName, bySound, names };
  return index;
}

function addTo(map: Map<string, Set<NamedPlace>>, key: string, place: NamedPlace): void {
  if (key === '') return;
  const places = map.get(key);
  if (places) places.add(place);
  else map.set(key, new Set([place]));
}

/** The places that a name may refer to. */
export interface NameMatch {
  places: readonly NamedPlace[];
  /** Whether none of the names and spellings in our lists is the same, but some sound the same. */
  isBySound: boolean;
}

const noMatch: NameMatch = { places: [], isBySound: false };

/**
 * Returns the places with a name, even without the Arabic article that is part of it (رياض), or with one; if there are
 * none, those with a name that sounds the same.
 */
export function placesNamed(text: string): NameMatch {
  const { byName, bySound } = nameIndex();
  const name = fold(text);
  const isShort = name.length < 4;
  const exact = byName.get(name) ?? (isShort ? undefined : byName.get(withOtherArticle(name)));
  if (exact) return { places: [...exact], isBySound: false };
  // The article may be part of the word: Alkhobar, Elqatif.
  const article = /^[ae]l(?=\p{L}{4})/iu;
  const similar =
    (isShort ? undefined : bySound.get(phoneticKey(text))) ??
    (article.test(text) ? bySound.get(phoneticKey(text.replace(article, ''))) : undefined);
  return similar ? { places: [...similar], isBySound: true } : noMatch;
}

/** Removes the Arabic article of a folded name, or adds it if there is none. */
function withOtherArticle(name: string): string {
  return name.startsWith('ال') ? name.slice(2) : `ال${name}`;
}

/**
 * Returns the maximum edit distance for a word: short words are close to too many names, long words may have more
 * errors.
 */
function maxDistance(word: string): number {
  return word.length < 5 ? 0 : word.length < 8 ? 1 : 2;
}

/** Returns the places whose name is closest to a misspelt one, assuming that the first letter is correct. */
export function placesWithSimilarNames(text: string): readonly NamedPlace[] {
  const word = fold(text);
  const limit = maxDistance(word);
  if (limit === 0 || word.length > 40) return [];
  const letters = letterSet(word);
  const { byName, names } = nameIndex();
  const matches = new Set<NamedPlace>();
  let best = limit;
  for (const candidate of names) {
    if (Math.abs(candidate.name.length - word.length) > best) continue;
    if (!candidate.name.startsWith(word.charAt(0)) || !mayBeWithin(candidate.letters, letters, best)) continue;
    const distance = editDistance(word, candidate.name, best);
    if (distance > best) continue;
    if (distance < best) matches.clear();
    best = distance;
    for (const place of byName.get(candidate.name) ?? []) matches.add(place);
  }
  return [...matches];
}
