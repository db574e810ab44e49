import { fold } from '#app/i18n/input/fold.ts';
import type { FaqItem } from '../copy/content-schema.ts';
import { plainText } from '../copy/rich-text.ts';

/** Longer queries are truncated to bound CPU time (characters). */
const maxQueryLength = 200;

/**
 * Returns the items whose question and answer together contain every word of the query; all items for an empty query.
 */
export function searchFaq<Item extends Pick<FaqItem, 'q' | 'a'>>(items: Item[], query: string): Item[] {
  const words = fold(query.slice(0, maxQueryLength)).split(' ').filter(Boolean);
  return items.filter(({ q, a }) => {
    const text = fold(`${q} ${plainText(a)}`);
    return words.every((word) => text.includes(word));
  });
}
