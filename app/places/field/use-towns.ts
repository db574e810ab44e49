import { useCallback, useState } from 'react';
import type { FormLanguage } from '#app/i18n/languages.ts';
import { type TownMatches, townsFor } from './town-suggestions.ts';
import { townsPath } from './towns-path.ts';

/** Towns by the path from which they were loaded, shared by all fields for as long as the page is open. */
const loaded = new Map<string, TownMatches>();
const loading = new Set<string>();

/**
 * Loads the towns that typed text may refer to. The list of all towns would be half the size of the page, so the server
 * returns only those that start with the first two letters, or with more letters if two match too many towns.
 */
export function useTowns(formLanguage: FormLanguage) {
  const [version, setVersion] = useState(0);

  /** Returns the towns loaded so far that typed text may refer to. */
  const loadedTowns = useCallback(
    (typed: string) => find(typed, formLanguage).found,
    // eslint-disable-next-line react-hooks/exhaustive-deps -- must change when towns have been loaded
    [formLanguage, version],
  );

  /** Loads the towns that typed text may refer to, unless they have been loaded. */
  const loadTowns = useCallback(
    (typed: string) => {
      const { missing } = find(typed, formLanguage);
      if (missing === undefined) return;
      const path = townsPath(missing, formLanguage);
      if (loading.has(path)) return;
      loading.add(path);
      load(path)
        .then(
          () => setVersion((count) => count + 1),
          // The field suggests only airports until the next attempt, and still accepts any text.
          (error: unknown) => console.warn('Could not load towns; suggesting airports only.', error),
        )
        .finally(() => loading.delete(path));
    },
    [formLanguage],
  );
  return { loadedTowns, loadTowns };
}

function find(typed: string, formLanguage: FormLanguage) {
  return townsFor(typed, (letters) => loaded.get(townsPath(letters, formLanguage)));
}

async function load(path: string): Promise<void> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
  loaded.set(path, (await response.json()) as TownMatches);
}
