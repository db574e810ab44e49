import { defaultLanguage, isLanguage, languageOfPath, type Language } from './languages.ts';

/**
 * The language a visitor chose before. The browser writes the cookie together with the local storage key
 * of the same name (spec, section 4), so it is readable by scripts and unsigned: it is a preference only.
 */
const languageCookie = /(?:^|;\s*)language=([a-z]{2})(?:;|$)/;

/** The language chosen earlier, or the default. Decides where `/` leads and how an unknown address is answered. */
export function chosenLanguage(request: Request): Language {
  return languageInCookie(request.headers.get('Cookie'));
}

/** The language to answer a request in. The address is the truth; only where it names none the choice decides. */
export function languageOfRequest(request: Request): Language {
  const { pathname, search } = new URL(request.url);
  return languageOfAddress(pathname + search, request.headers.get('Cookie'));
}

/**
 * The same for what has not become a request of Remix yet.
 * @param address path and query
 * @param cookies the header, if there is one
 */
export function languageOfAddress(address: string, cookies: string | null | undefined): Language {
  return languageOfPath(address) ?? languageInCookie(cookies);
}

function languageInCookie(cookies: string | null | undefined): Language {
  const value = languageCookie.exec(cookies ?? '')?.[1];
  return isLanguage(value) ? value : defaultLanguage;
}
