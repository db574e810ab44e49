import {
  defaultLanguage,
  documentLanguageOfPath,
  type FormLanguage,
  isLanguage,
  type Language,
  languageOfPath,
} from './languages.ts';

/**
 * Matches the cookie with the visitor's language preference. Scripts write the cookie together with the local storage
 * key of the same name (spec, section 4), so it is unsigned and not `HttpOnly`.
 */
const languageCookies = /(?:^|;\s*)language=([\w-]+)(?=;|$)/g;

/**
 * Returns the visitor's preferred language, or else the default. It determines where `/` redirects, and the language of
 * 404 pages.
 */
export function preferredLanguage(request: Request): Language {
  return languageInCookie(request.headers.get('Cookie'));
}

/**
 * Returns the language in which to respond to a request. It is determined once per request and stored in the context.
 * @param context the context that the request's loaders, actions and page share
 */
export function languageOf({ request, context }: { request: Request; context: { language?: Language } }): Language {
  return (context.language ??= languageOfRequest(request));
}

/**
 * Returns the language of the response's page: that of its URL, which may select a form-only language, or the one that
 * `findDocumentLanguage` has found.
 * @param context the context that the request's loaders, actions and page share
 */
export function documentLanguageOf({
  request,
  context,
}: {
  request: Request;
  context: { language?: Language; documentLanguage?: FormLanguage };
}): FormLanguage {
  const { pathname, search } = new URL(request.url);
  return (context.documentLanguage ??= documentLanguageOfPath(pathname + search) ?? languageOf({ request, context }));
}

/** Returns the language of the request's URL, or else the preferred language. */
export function languageOfRequest(request: Request): Language {
  const { pathname, search } = new URL(request.url);
  return languageOfPath(pathname + search) ?? languageInCookie(request.headers.get('Cookie'));
}

/**
 * Like {@link documentLanguageOf}, but for requests that have not reached Remix.
 * @param address the path and query of the URL
 * @param cookieHeader the Cookie header, if any
 */
export function documentLanguageOfAddress(address: string, cookieHeader: string | null | undefined): FormLanguage {
  return documentLanguageOfPath(address) ?? languageInCookie(cookieHeader);
}

function languageInCookie(cookieHeader: string | null | undefined): Language {
  // Another application on the parent domain may set a cookie of the same name.
  const values = Array.from((cookieHeader ?? '').matchAll(languageCookies), ([, value]) => value);
  return values.find(isLanguage) ?? defaultLanguage;
}
