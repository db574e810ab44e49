import { expect } from 'vitest';
import { visitDesk } from './desk-pages.ts';
import { saveEveryState } from './every-state.ts';
import { startSite } from './site.ts';

/** How much a form of a visitor may send (bytes). */
const maxBytes = 64 * 1024;

/**
 * Reads the HTML of every page of a new site: the public pages in every state, and the desk with the responses to its
 * forms.
 * @param look called with each page, and a name that can be the name of a file
 */
export async function visitEveryPage(look: (name: string, html: string) => void): Promise<void> {
  const names = new Set<string>();
  const site = await startSite({ env: { RATE_LIMIT_FACTOR: '1000' } });
  try {
    await saveEveryState(site, async (name, response, status) => {
      expect(response.status, name).toBe(status);
      expect(names, 'a page may not replace another').not.toContain(name);
      names.add(name);
      look(name, await response.text());
    });
    let count = 0;
    await visitDesk(site, { maxBytes }, ({ html }, path) => {
      count += 1;
      look(`${count}${path.replace(/\W/g, '_')}`, html);
    });
  } finally {
    await site.close();
  }
}

/** An error that a checker found in a page. */
export interface MarkupError {
  message: string;
  /** The name of the page. */
  page: string;
  /** Where it is in the page. */
  place: string;
}

/** Describes each error once, with an example and the number of affected pages. */
export function summarizeErrors(found: MarkupError[]): string[] {
  const errors = new Map<string, { place: string; pages: Set<string> }>();
  for (const { message, page, place } of found) {
    const error = errors.get(message) ?? { place, pages: new Set() };
    error.pages.add(page);
    errors.set(message, error);
  }
  return Array.from(
    errors,
    ([message, { place, pages }]) => `${message} On ${pages.size} pages, for example ${[...pages][0]}: ${place}`,
  );
}
