import { isLanguage, type Language } from './language-profiles.ts';

export * from './language-profiles.ts';

/** The two forms of a path with a language: `/ar/…` and `/treatment/ar/…` (spec, section 2). */
const languageInPath = /^(?:\/(treatment))?\/([^/?#]+)(?=[/?#]|$)/;
/** The hand-off page has its language in the query (spec, section 7). */
const languageInQuery = /^(\/deeplink\?(?:[^#]*&)?locale=)([^&#]*)/;

/** Returns the language of a path, which may include query and fragment; undefined if it has none. */
export function languageOfPath(path: string): Language | undefined {
  const code = languageInQuery.exec(path)?.[2] ?? languageInPath.exec(path)?.[2];
  return isLanguage(code) ? code : undefined;
}

/**
 * Returns the URL path of a page in a language.
 * @param page the page's path without a language, such as `/`, `/about` or `/treatment/oncology` (whose URL is
 *   `/treatment/ar/oncology`, while `/treatment/request` is no specialty); a bare fragment, such as `#form`, is returned
 *   unchanged
 */
export function pathIn(language: Language, page: string): string {
  if (page.startsWith('#')) return page;
  const category = /^\/treatment(\/(?!request(?:[?#]|$)).+)$/.exec(page)?.[1];
  if (category) return `/treatment/${language}${category}`;
  return `/${language}${page.replace(/^\/(?=[?#]|$)/, '')}`;
}

/**
 * Returns the URL of the same page in another language: `/en/about?x=1` for `/ar/about?x=1`. For a path without a
 * language it returns the home page.
 */
export function inLanguage(path: string, language: Language): string {
  if (!languageOfPath(path)) return `/${language}`;
  if (languageInQuery.test(path)) return path.replace(languageInQuery, `$1${language}`);
  return path.replace(languageInPath, (_, treatment?: string) => `${treatment ? '/treatment' : ''}/${language}`);
}
