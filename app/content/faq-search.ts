import { fold } from '#app/i18n/fold.ts';
import type { FaqItem } from './content-schema.ts';
import { plainText } from './rich-text.ts';

/** The questions that hold every word of the query, in question or answer; all of them for an empty one. */
export function searchFaq(items: FaqItem[], query: string): FaqItem[] {
  const words = fold(query).split(' ').filter(Boolean);
  return items.filter(({ q, a }) => {
    const text = fold(`${q} ${plainText(a)}`);
    return words.every((word) => text.includes(word));
  });
}
