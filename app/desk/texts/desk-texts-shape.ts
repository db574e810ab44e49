import type { TextsShapedLike } from '#app/i18n/texts-shaped-like.ts';
import type { en } from './en.ts';

/** The texts of the desk in one language. */
export type DeskTexts = TextsShapedLike<typeof en>;
