import type { TextsShapedLike } from '#app/i18n/texts-shaped-like.ts';
import type { DeskLanguage } from '../people/person.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';

/** The texts of the desk in one language. */
export type DeskTexts = TextsShapedLike<typeof en>;

export const deskTexts: Record<DeskLanguage, DeskTexts> = { en, de, ar };

/** Replaces `{name}` in a text of the desk. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}
