import type { Language } from '#app/i18n/languages.ts';

/** Returns the path of a link that was sent to a family. @param token see `createSentLink` */
export function sentLinkPath(language: Language, token: string): string {
  return `/${language}/open/${token}`;
}
