import { fold } from '#app/i18n/input/fold.ts';
import { type Airport, airports } from '../airports/airport.ts';
import { countries, type Country } from '../towns/countries.ts';
import { type Town, townNames, towns } from '../towns/towns.ts';
import { editDistance, letterSet, mayBeWithin } from './edit-distance.ts';
import { soundKey } from './sound-key.ts';

/** What a name may stand for. */
export type Named = Airport | Town | Country;

interface NameIndex {
  /** By the folded name. */
  exact: Map<string, Set<Named>>;
  /** By the name's sound. */
  sounds: Map<string, Set<Named>>;
  /** The folded names of towns and countries, for what is misspelt. */
  names: { name: string; letters: number }[];
}

let index: NameIndex | undefined;

/** Built when it is first asked for. */
function nameIndex(): NameIndex {
  if (index) return index;
  const exact = new Map<string, Set<Named>>();
  const sounds = new Map<string, Set<Named>>();
  const add = (named: Named, names: readonly string[]) => {
    for (const name of names) {
      put(exact, fold(name), named);
      put(sounds, soundKey(name), named);
    }
  };
  for (const town of towns) add(town, townNames(town));
  for (const country of countries) add(country, [...Object.values(country.names), ...country.spellings]);
  const names = [...exact.keys()].map((name) => ({ name, letters: letterSet(name) }));
  // An airport's name is long, and a hospital may share half of it: only the whole of it counts.
  for (const airport of airports) add(airport, Object.values(airport.name));
  index = { exact, sounds, names };
  return index;
}

function put(map: Map<string, Set<Named>>, key: string, named: Named): void {
  if (key === '') return;
  const known = map.get(key);
  if (known) known.add(named);
  else map.set(key, new Set([named]));
}

/** Places with this name, in any spelling variant; empty if there are none. */
export function namedExactly(text: string): readonly Named[] {
  const { exact, sounds } = nameIndex();
  const name = fold(text);
  const found = exact.get(name) ?? (name.length < 4 ? undefined : sounds.get(soundKey(text)));
  if (found) return [...found];
  // Written in one word with its article: Alkhobar, Elqatif.
  const glued = /^[ae]l(?=\p{L}{4})/iu;
  const apart = glued.test(text) ? sounds.get(soundKey(text.replace(glued, ''))) : undefined;
  return [...(apart ?? [])];
}

/** Maximum edit distance: short words are close to too many names, longer ones may have more errors. */
function maxDistance(word: string): number {
  return word.length < 5 ? 0 : word.length < 8 ? 1 : 2;
}

/** Places with the name nearest to a misspelt one, assuming that the first letter is right. */
export function namedNearly(text: string): readonly Named[] {
  const word = fold(text);
  const most = maxDistance(word);
  if (most === 0 || word.length > 40) return [];
  const letters = letterSet(word);
  const { exact, names } = nameIndex();
  const found = new Set<Named>();
  let best = most;
  for (const candidate of names) {
    if (Math.abs(candidate.name.length - word.length) > best) continue;
    if (!candidate.name.startsWith(word.charAt(0)) || !mayBeWithin(candidate.letters, letters, best)) continue;
    const distance = editDistance(word, candidate.name, best);
    if (distance > best) continue;
    if (distance < best) found.clear();
    best = distance;
    for (const named of exact.get(candidate.name) ?? []) found.add(named);
  }
  return [...found];
}
