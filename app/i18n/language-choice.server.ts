import { defaultLanguage, isLanguage, type Language, languageOfPath } from './languages.ts';

/**
 * The visitor's language preference. The browser writes this cookie together with the local storage key of the same
 * name (spec, section 4), so it is readable by scripts and unsigned.
 */
const languageCookies = /(?:^|;\s*)language=([\w-]+)(?=;|$)/g;

/** The preferred language, else the default. Decides where `/` redirects to and the language of 404 pages. */
export function chosenLanguage(request: Request): Language {
  return languageInCookie(request.headers.get('Cookie'));
}

/**
 * The language to answer a request in. It is taken from the address once; the request's loaders, actions and page share it.
 * @param context what Remix hands to all of them
 */
export function languageOf({ request, context }: { request: Request; context: { language?: Language } }): Language {
  return (context.language ??= languageOfRequest(request));
}

/** The address is the truth; only where it names no language the choice decides. */
export function languageOfRequest(request: Request): Language {
  const { pathname, search } = new URL(request.url);
  return languageOfAddress(pathname + search, request.headers.get('Cookie'));
}

/**
 * Like {@link languageOfRequest}, for requests that have not reached Remix.
 * @param address path and query
 * @param cookies the Cookie header, if any
 */
export function languageOfAddress(address: string, cookies: string | null | undefined): Language {
  return languageOfPath(address) ?? languageInCookie(cookies);
}

function languageInCookie(cookies: string | null | undefined): Language {
  // Another application on the parent domain may set a cookie of the same name.
  const values = Array.from((cookies ?? '').matchAll(languageCookies), ([, value]) => value);
  return values.find(isLanguage) ?? defaultLanguage;
}
