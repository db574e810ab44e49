import type { TextsShapedLike } from '#app/i18n/texts-shaped-like.ts';
import type { company } from './en.ts';

/** The texts of the company page in one language. */
export type CompanyTexts = TextsShapedLike<typeof company>;
