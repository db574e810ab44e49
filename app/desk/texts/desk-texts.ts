import type { DeskLanguage } from '../people/person.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import type { DeskTexts } from './desk-texts-shape.ts';
import { en } from './en.ts';

export type { DeskTexts };

export const deskTexts: Record<DeskLanguage, DeskTexts> = { en, de, ar };

/** Replaces `{name}` in a text of the desk. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}
