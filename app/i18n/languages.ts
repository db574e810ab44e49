import {
  type FormLanguage,
  type FormOnlyLanguage,
  hasPage,
  isFormOnlyLanguage,
  isLanguage,
  type Language,
  languages,
} from './language-profiles.ts';

export * from './language-profiles.ts';

/** Matches the two kinds of paths with a language: `/ar/…` and `/treatment/ar/…` (spec, section 2). */
const languageInPath = /^(?:\/(treatment))?\/([^/?#]+)(?=[/?#]|$)/;
/** The hand-off page has its language in the query (spec, section 7). */
const languageInQuery = /^(\/deeplink\?(?:[^#]*&)?locale=)([^&#]*)/;
/** The query parameter that selects a form-only language. */
const formOnlyLanguageInQuery = /^([^#]*[?&])wording=([^&#]*)&?/;

/** Returns the language of a path, which may include query and fragment; undefined if it has none. */
export function languageOfPath(path: string): Language | undefined {
  const code = languageInQuery.exec(path)?.[2] ?? languageInPath.exec(path)?.[2];
  return isLanguage(code) ? code : undefined;
}

/**
 * Returns the language of the page at a path: that of the path, or the form-only language that the query selects if the
 * page exists in it; undefined if the path has no language.
 */
export function documentLanguageOfPath(path: string): FormLanguage | undefined {
  const language = languageOfPath(path);
  const selected = formOnlyLanguageOfPath(path);
  return language && selected && isPageIn(selected, path) ? selected : language;
}

/** Returns the form-only language that the query of a path selects, if any. */
export function formOnlyLanguageOfPath(path: string): FormOnlyLanguage | undefined {
  const code = formOnlyLanguageInQuery.exec(path)?.[2];
  return isFormOnlyLanguage(code) ? code : undefined;
}

/** Adds the query that selects a language to a path without a query, if the language is a form-only one. */
export function withFormOnlyLanguage(path: string, language: FormLanguage): string {
  return isFormOnlyLanguage(language) ? `${path}?wording=${language}` : path;
}

/**
 * Returns the URL path of a page in a language. In a form-only language, the first of its pages serves as the home
 * page, and for a page that does not exist in it, the path is that of its page language.
 * @param page the page's path without a language, such as `/`, `/about` or `/treatment/oncology` (whose URL is
 * `/treatment/ar/oncology`, while `/treatment/request` is not a specialty); a bare fragment, such as `#form`, is
 * returned unchanged
 */
export function pathIn(language: FormLanguage, page: string): string {
  if (page.startsWith('#')) return page;
  if (isFormOnlyLanguage(language)) {
    const { pageLanguage, pages } = languages[language];
    const [path = '', fragment] = (page === '/' ? pages[0] : page).split('#');
    const address = pathIn(pageLanguage, path);
    return (
      (hasPage(language, path) ? withFormOnlyLanguage(address, language) : address) + (fragment ? `#${fragment}` : '')
    );
  }
  const category = /^\/treatment(\/(?!request(?:[?#]|$)).+)$/.exec(page)?.[1];
  if (category) return `/treatment/${language}${category}`;
  return `/${language}${page.replace(/^\/(?=[?#]|$)/, '')}`;
}

/**
 * Returns the URL of the same page in another language: `/en/about?x=1` for `/ar/about?x=1`. For a path without a
 * language, and for a page that does not exist in a form-only language, it returns the home page.
 */
export function inLanguage(path: string, language: FormLanguage): string {
  if (isFormOnlyLanguage(language)) {
    return pathIn(language, isPageIn(language, path) ? pageOfPath(path) : '/');
  }
  if (!languageOfPath(path)) return `/${language}`;
  if (languageInQuery.test(path)) return path.replace(languageInQuery, `$1${language}`);
  return path
    .replace(formOnlyLanguageInQuery, '$1')
    .replace(/[?&](?=#|$)/, '')
    .replace(languageInPath, (_, treatment?: string) => `${treatment ? '/treatment' : ''}/${language}`);
}

/** Returns whether the page at a path exists in a language. */
export function isPageIn(language: FormLanguage, path: string): boolean {
  return hasPage(language, pageOfPath(path));
}

/** Returns a path without its language, query and fragment: `/about` for `/en/about?x=1`. */
function pageOfPath(path: string): string {
  return path
    .replace(languageInPath, (_, treatment?: string) => (treatment ? '/treatment' : ''))
    .replace(/[?#][^]*/, '')
    .replace(/\/$/, '');
}
