import { createHash } from 'node:crypto';
import type { NextFunction, Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from 'express';
import { consentCookie, essentialConsent, readConsentCookie } from '#app/consent/consent.ts';
import { treatmentCategories } from '#app/content/copy/content-names.ts';
import { indexablePaths, medicalFlightKinds, pagePaths } from '#app/content/site/site-pages.ts';
import { readLastSent } from '#app/enquiries/last-sent.ts';
import { flightQueryFieldNames } from '#app/flights/model/flight-query-fields.ts';
import { requestParamNames } from '#app/flights/model/request-url.ts';
import { documentLanguageOfPath, languageCodes, pathIn, withFormOnlyLanguage } from '#app/i18n/languages.ts';
import { journeyParameters } from '#app/places/journey/journey-parameters.ts';
import { bestEncoding, cacheBody, type CachedBody, type Effort } from '../compress.server.ts';
import type { HotPages } from './hot-pages.server.ts';

/**
 * Maximum number of cached pages. There are about 220 variants of content pages (by language, consent banner, specialty
 * and form language). Without SITE_URL, pages also differ by host. Result lists have many more URLs.
 */
const maxPages = 300;

const localizedPaths = (paths: readonly string[]) =>
  new Set(languageCodes.flatMap((language) => paths.map((page) => pathIn(language, page))));

/** Paths of cacheable content pages, and of all publicly linked pages. */
const contentPaths = localizedPaths(pagePaths);
const publicPaths = localizedPaths(indexablePaths);

/** Headers that stand for any consent choice: a page has two variants, with and without the consent banner. */
const anyConsent = new Headers({ Cookie: consentCookie(essentialConsent, false).split(';')[0] ?? '' });

/** A rendered page in the cache, with its response headers. */
interface CachedPage {
  headers: [string, string][];
  hash: string;
  body: CachedBody;
  /** Expiry (performance.now). */
  expiresAt: number;
  version: string;
}

/** Which pages a cache stores, and for how long. */
export interface CachePolicy {
  /**
   * Returns the current version of the content at the request's URL; undefined if the response must not be cached. Only
   * called for GET and HEAD.
   */
  versionOf: (request: ExpressRequest) => string | undefined | Promise<string | undefined>;
  /** Returns the cache key: path and query, without parameters that do not change the page. */
  keyOf: (request: ExpressRequest) => string;
  /** Compression effort: higher for pages that are served to many visitors. */
  effort: Effort;
  /** How long a rendered page is served before it is rendered again (ms). */
  lifetime: number;
  /** Replaces the page's own Cache-Control header. */
  cacheControl?: string;
}

/** Whether a path, without a query, is that of a content page. */
export const isContentPath = (path: string): boolean => contentPaths.has(path);

/** Paths of the page whose query may select a specialty. */
const specialtyPaths = localizedPaths(['/treatment/request']);
/** Paths of pages with their own search (parameter `q`). */
const searchablePaths = localizedPaths(['/help-center']);
/** Paths of pages on which the query may prefill a form with a journey. */
const journeyPaths = localizedPaths([
  '/',
  '/services/evacuation',
  ...medicalFlightKinds.map((kind) => `/medical-flight/${kind}`),
]);
/** Paths of the page whose form the query may fill in with a flight. */
const flightPaths = localizedPaths(['/book-flight']);
const flightParameters = [...requestParamNames, ...flightQueryFieldNames];
/** Query parameters of Remix's own data requests. */
const dataParameters = ['_data', '_routes'];

const parseQuery = ({ originalUrl, path }: ExpressRequest) => new URLSearchParams(originalUrl.slice(path.length));

/** Policy for content pages, which browsers revalidate each time, with a 304 if nothing has changed. */
export const contentPages: CachePolicy = {
  versionOf(request) {
    if (!contentPaths.has(request.path)) return undefined;
    const query = parseQuery(request);
    const isCommonPage =
      !dataParameters.some((name) => query.has(name)) &&
      !(searchablePaths.has(request.path) && query.has('q')) &&
      !(journeyPaths.has(request.path) && journeyParameters.some((name) => query.has(name))) &&
      !(flightPaths.has(request.path) && flightParameters.some((name) => query.has(name)));
    // After a submission, the page shows what this visitor last sent.
    const showsLastSent = readLastSent(request.get('Cookie'), request.path) !== undefined;
    return isCommonPage && !showsLastSent ? 'content' : undefined;
  },
  keyOf(request) {
    // The query may select a form-only language.
    const language = documentLanguageOfPath(request.originalUrl);
    const path = language === undefined ? request.path : withFormOnlyLanguage(request.path, language);
    const requested = specialtyPaths.has(request.path) ? parseQuery(request).get('specialty') : undefined;
    const specialty = treatmentCategories.find((category) => category === requested);
    return specialty === undefined ? path : `${path}?specialty=${specialty}`;
  },
  effort: 'small',
  // Short, because some pages show the current date or year.
  lifetime: 10 * 60 * 1000,
  // Proxies may serve a page for a while without revalidation.
  cacheControl: 'public, max-age=0, s-maxage=300, stale-while-revalidate=600',
};

/**
 * Creates middleware that keeps pages that are the same for everyone in a memory cache. A page is rendered once with and
 * once without the consent banner, compressed once, and sent with a strong ETag, so that revalidation costs a few bytes
 * (RFC 9110, status 304). Pages are rendered from a synthetic request, so that they cannot contain visitor input. Other
 * requests are left to the next handler.
 * @param render renders a page with Remix
 * @param siteUrl the public origin, if set; otherwise pages are cached for each host
 * @param siteVersion returns the version of what all pages show, such as the company's phone number
 * @param hotPages stores the complete responses, if given
 */
export function pageCache(
  render: (request: Request) => Promise<Response>,
  siteUrl: string | undefined,
  { versionOf, keyOf, effort, lifetime, cacheControl }: CachePolicy,
  siteVersion: () => string,
  hotPages?: HotPages,
): RequestHandler {
  const cached = new Map<string, Promise<CachedPage | undefined>>();

  return (request, response, next) => {
    const origin = siteUrl ?? `${request.protocol}://${request.get('Host') ?? 'localhost'}`;
    if (!['GET', 'HEAD'].includes(request.method) || !URL.canParse(origin)) {
      next();
      return;
    }
    respond(origin, request, response, next).catch(next);
  };

  async function respond(
    origin: string,
    request: ExpressRequest,
    response: ExpressResponse,
    next: NextFunction,
  ): Promise<void> {
    // Read before the page is rendered, so that no page is stored under a newer version than its own.
    const currentSiteVersion = siteVersion();
    const contentVersion = await versionOf(request);
    const hasConsentChoice = readConsentCookie(request.get('Cookie') ?? null) !== undefined;
    const page =
      contentVersion === undefined
        ? undefined
        : await loadPage(origin + keyOf(request), `${currentSiteVersion} ${contentVersion}`, hasConsentChoice);
    if (page) {
      const body = await send(page, cacheControl, request, response);
      const { expiresAt } = page;
      if (body) hotPages?.store(request, response, body, { siteVersion: currentSiteVersion, expiresAt });
    } else {
      next();
    }
  }

  async function loadPage(url: string, version: string, hasConsentChoice: boolean): Promise<CachedPage | undefined> {
    const key = hasConsentChoice ? `chosen ${url}` : url;
    const entry = cached.get(key);
    const page = await entry;
    if (entry && page && page.expiresAt > performance.now() && page.version === version) {
      store(key, entry);
      return page;
    }
    const rendering = renderPage(url, version, hasConsentChoice, page);
    store(key, rendering);
    try {
      const rendered = await rendering;
      if (!rendered) cached.delete(key);
      return rendered;
    } catch (error) {
      cached.delete(key);
      throw error;
    }
  }

  /** Stores a page as the most recently used one, and evicts the least recently used one if the cache is full. */
  function store(key: string, page: Promise<CachedPage | undefined>): void {
    cached.delete(key);
    cached.set(key, page);
    const [oldest] = cached.keys();
    if (cached.size > maxPages && oldest) cached.delete(oldest);
  }

  /**
   * Renders a page.
   * @param previous what was cached until now: most pages are the same when they expire, and are not compressed again
   * @returns undefined for any status but 200, which must not be cached
   */
  async function renderPage(
    url: string,
    version: string,
    hasConsentChoice: boolean,
    previous: CachedPage | undefined,
  ): Promise<CachedPage | undefined> {
    const rendered = await render(new Request(url, hasConsentChoice ? { headers: anyConsent } : {}));
    if (rendered.status !== 200) return undefined;
    const identity = Buffer.from(await rendered.arrayBuffer());
    const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
    return {
      headers: [...rendered.headers],
      hash,
      body: previous?.hash === hash ? previous.body : cacheBody(identity, effort),
      expiresAt: performance.now() + lifetime,
      version,
    };
  }
}

/**
 * Redirects variants of a path, such as `/ar/` and `/EN/about`, to the page's canonical URL (301), so that search
 * engines index each page once.
 */
export const canonicalRedirect: RequestHandler = (request, response, next) => {
  const canonicalPath = request.path.toLowerCase().replace(/(?<=[^/]|^\/)\/+$/, '');
  if (canonicalPath === request.path || !publicPaths.has(canonicalPath)) next();
  else response.redirect(301, canonicalPath + request.originalUrl.slice(request.path.length));
};

/** Sends the headers of a page, or a 304. @returns the body to send; undefined if the browser already has it */
async function send(
  page: CachedPage,
  cacheControl: string | undefined,
  request: ExpressRequest,
  response: ExpressResponse,
): Promise<Buffer | undefined> {
  const encoding = bestEncoding(request);
  for (const [name, value] of page.headers) response.append(name, value);
  if (cacheControl) response.set('Cache-Control', cacheControl);
  response.set({
    ETag: `"${page.hash}-${encoding}"`,
    Vary: 'Accept-Encoding, Cookie',
  });
  if (encoding !== 'identity') response.set('Content-Encoding', encoding);
  if (request.fresh) {
    // A 304 describes no body (RFC 9110, section 15.4.5).
    response.removeHeader('Content-Type');
    response.removeHeader('Content-Encoding');
    response.status(304).end();
    return undefined;
  }
  const body = await page.body.in(encoding);
  response.send(body);
  return body;
}
