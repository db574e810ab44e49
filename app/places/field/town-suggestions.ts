import { fold } from '#app/i18n/input/fold.ts';

/** Minimum number of letters for which towns are suggested: fewer match too many. */
const minLetters = 2;
/** Maximum number of letters for which towns are suggested. */
const maxLetters = 60;
/** Maximum number of suggested towns: more would be too many to read, and the visitor can type more letters instead. */
const maxTowns = 6;

/** A town that a place field may suggest, with the airports near it. */
export interface TownSuggestion {
  /** The folded names of the town that match. */
  names: string[];
  /** The names of the town and its country in the form's language; missing if only the airports are suggested. */
  town?: [name: string, country: string];
  /**
   * The codes of the nearest airports, nearest first, with their distances (km), and their names if the language is
   * form-only. Browsers already have the names in languages with pages.
   */
  airports: [code: string, kilometres: number, names?: [city: string, detail: string]][];
}

/** The towns with a name, or a word in a name, that starts with the given letters. */
export interface TownMatches {
  /** Largest first; if there are too many, those that match best. */
  towns: TownSuggestion[];
  /** Whether these are all such towns. */
  isComplete: boolean;
  /** Words in the form's language. */
  words: { nearestAirport: string; kilometres: string };
}

/**
 * Returns the loaded towns that typed text may refer to, and the letters whose towns have to be loaded to find more.
 * Two letters are enough unless too many towns start with them.
 * @param loaded returns the towns that start with folded letters, if they have been loaded
 */
export function townsFor(
  typed: string,
  loaded: (letters: string) => TownMatches | undefined,
): { found?: TownMatches; missing?: string } {
  const folded = fold(typed);
  let found: TownMatches | undefined;
  if (!canStartTown(folded)) return {};
  for (let length = minLetters; length <= folded.length; length += 1) {
    const letters = folded.slice(0, length).trim();
    const towns = loaded(letters);
    if (!towns) return { found, missing: letters };
    found = towns;
    if (towns.isComplete) break;
  }
  return { found };
}

/** Returns whether folded text is long enough to be the start of a town's name, and not too long. */
export function canStartTown(letters: string): boolean {
  return letters.length >= minLetters && letters.length <= maxLetters;
}

/**
 * Returns how well a folded name matches folded letters: 0 if it is equal, 1 if it starts with them, 2 if a word in it
 * does, otherwise Infinity.
 */
export function rankOfName(name: string, letters: string): number {
  if (name === letters) return 0;
  if (name.startsWith(letters)) return 1;
  return ` ${name}`.includes(` ${letters}`) || ` ${name}`.includes(` ال${letters}`) ? 2 : Infinity;
}

/** Returns the towns that match typed text, best match first. */
export function matchingTowns(towns: readonly TownSuggestion[], typed: string): TownSuggestion[] {
  const letters = fold(typed);
  if (!canStartTown(letters)) return [];
  return towns
    .map((town) => ({ town, rank: Math.min(...town.names.map((name) => rankOfName(name, letters))) }))
    .filter(({ rank }) => rank < Infinity)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, maxTowns)
    .map(({ town }) => town);
}
