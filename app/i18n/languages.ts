import { isLanguage, type Language } from './language-profiles.ts';

export * from './language-profiles.ts';

/** The two URL schemes with a language: `/ar/…`, and `/treatment/ar/…` (spec, section 2). */
const languageInPath = /^(?:\/(treatment))?\/([^/?#]+)(?=[/?#]|$)/;
/** The hand-off page takes its language from the query (spec, section 7). */
const languageInQuery = /^(\/deeplink\?(?:[^#]*&)?locale=)([^&#]*)/;

/** The language of a path (query and fragment may follow); undefined if it has none. */
export function languageOfPath(path: string): Language | undefined {
  const found = languageInQuery.exec(path)?.[2] ?? languageInPath.exec(path)?.[2];
  return isLanguage(found) ? found : undefined;
}

/**
 * The URL path of a page in a language. Pages are named by their path without a language: `/` is home, `/about`,
 * `/treatment/oncology` (whose URL is `/treatment/ar/oncology`). A bare fragment, `#form`, is returned unchanged.
 */
export function pathIn(language: Language, page: string): string {
  if (page.startsWith('#')) return page;
  const category = /^\/treatment(\/.+)$/.exec(page)?.[1];
  if (category) return `/treatment/${language}${category}`;
  return `/${language}${page.replace(/^\/(?=[?#]|$)/, '')}`;
}

/**
 * The same page in another language: `/ar/about?x=1` becomes `/en/about?x=1`. Paths without a language become the home
 * page.
 */
export function inLanguage(path: string, language: Language): string {
  if (!languageOfPath(path)) return `/${language}`;
  if (languageInQuery.test(path)) return path.replace(languageInQuery, `$1${language}`);
  return path.replace(languageInPath, (_, treatment?: string) => `${treatment ? '/treatment' : ''}/${language}`);
}
