import { createHash } from 'node:crypto';
import type { NextFunction, Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from 'express';
import { consentCookie, consentIn, onlyEssential } from '#app/consent/consent.ts';
import { medicalFlightKinds, openPaths, pagePaths } from '#app/content/site/site-pages.ts';
import { lastSentIn } from '#app/enquiries/last-sent.ts';
import { isFormOnly, languageCodes, pathIn } from '#app/i18n/languages.ts';
import { bestEncoding, compressAll, type Compressed, type Effort } from './compress.server.ts';

/** Maximum number of cached pages: without SITE_URL pages differ by host, and result lists have many URLs. */
const maxPages = 200;

const urlsOf = (paths: readonly string[]) =>
  new Set(languageCodes.flatMap((language) => paths.map((page) => pathIn(language, page))));

/** URL paths of cacheable content pages, and of all publicly linked pages. */
const contentUrls = urlsOf(pagePaths);
const publicUrls = urlsOf(openPaths);

/** A request with any consent choice: pages have two variants, with and without the consent banner. */
const anyConsent = new Headers({ Cookie: consentCookie(onlyEssential, false).split(';')[0] ?? '' });

/** A rendered page in the cache, with its response headers. */
interface CachedPage {
  headers: [string, string][];
  hash: string;
  bodies: Compressed;
  /** Expiry (performance.now). */
  expiresAt: number;
  version: string;
}

/** Which pages a cache holds, and for how long. */
export interface CachePolicy {
  /**
   * Returns the current version of what the request's URL shows; undefined if the request must not be cached. Called
   * for GET and HEAD only.
   */
  versionOf: (request: ExpressRequest) => string | undefined | Promise<string | undefined>;
  /** Returns the cache key: path and query, without parameters that make no difference. */
  keyOf: (request: ExpressRequest) => string;
  /** Compression effort: higher for pages that are served to many visitors. */
  effort: Effort;
  /** How long a rendered page is served before it is rendered again (ms). */
  lifetime: number;
  /** Replaces the page's own Cache-Control header. */
  cacheControl?: string;
}

/** Pages whose form may be in another form language, chosen by the query (`medical-flight` route). */
const withFormLanguages = urlsOf(medicalFlightKinds.map((kind) => `/medical-flight/${kind}`));
/** Pages with a search of their own (parameter `q`). */
const withSearch = urlsOf(['/help-center']);
/** Query parameters of Remix's own data requests. */
const dataParameters = ['_data', '_routes'];

const queryOf = ({ originalUrl, path }: ExpressRequest) => new URLSearchParams(originalUrl.slice(path.length));

/** Content pages: browsers revalidate them each time and get a 304 if nothing has changed. */
export const contentPages: CachePolicy = {
  versionOf(request) {
    if (!contentUrls.has(request.path)) return undefined;
    const query = queryOf(request);
    const isPage = !dataParameters.some((name) => query.has(name)) && !(withSearch.has(request.path) && query.has('q'));
    // Such a page shows what this visitor last sent from it.
    const isOwn = lastSentIn(request.get('Cookie'), request.path) !== undefined;
    return isPage && !isOwn ? 'content' : undefined;
  },
  keyOf(request) {
    const wording = withFormLanguages.has(request.path) ? queryOf(request).get('wording') : undefined;
    return isFormOnly(wording) ? `${request.path}?wording=${wording}` : request.path;
  },
  effort: 'small',
  // Some pages show the date and the year.
  lifetime: 10 * 60 * 1000,
  // Proxies may serve it for a while.
  cacheControl: 'public, max-age=0, s-maxage=300, stale-while-revalidate=600',
};

/**
 * Middleware that serves pages that are the same for everyone from memory: rendered once with and once without the
 * consent banner, compressed once, and sent with a strong ETag, so that revalidation costs a few bytes (RFC 9110,
 * status 304). Nothing a visitor sends gets into a cached page: pages are rendered from a synthetic request. Other
 * requests go to the next handler.
 * @param render renders a page with Remix
 * @param siteUrl the public origin, if set; otherwise pages are cached for each host
 */
export function pageCache(
  render: (request: Request) => Promise<Response>,
  siteUrl: string | undefined,
  { versionOf, keyOf, effort, lifetime, cacheControl }: CachePolicy,
): RequestHandler {
  const cached = new Map<string, Promise<CachedPage | undefined>>();

  return (request, response, next) => {
    const origin = siteUrl ?? `${request.protocol}://${request.get('Host') ?? 'localhost'}`;
    if (!['GET', 'HEAD'].includes(request.method) || !URL.canParse(origin)) {
      next();
      return;
    }
    answer(origin, request, response, next).catch(next);
  };

  async function answer(
    origin: string,
    request: ExpressRequest,
    response: ExpressResponse,
    next: NextFunction,
  ): Promise<void> {
    const version = await versionOf(request);
    const hasConsentChoice = consentIn(request.get('Cookie') ?? null) !== undefined;
    const page = version === undefined ? undefined : await pageAt(origin + keyOf(request), version, hasConsentChoice);
    if (page) send(page, cacheControl, request, response);
    else next();
  }

  async function pageAt(address: string, version: string, hasConsentChoice: boolean): Promise<CachedPage | undefined> {
    const name = hasConsentChoice ? `chosen ${address}` : address;
    const known = cached.get(name);
    const page = await known;
    if (known && page && page.expiresAt > performance.now() && page.version === version) {
      store(name, known);
      return page;
    }
    const rendering = renderPage(address, version, hasConsentChoice);
    store(name, rendering);
    try {
      const rendered = await rendering;
      if (!rendered) cached.delete(name);
      return rendered;
    } catch (error) {
      cached.delete(name);
      throw error;
    }
  }

  /** Moves a page to the most recently used end (LRU) and evicts the oldest. */
  function store(name: string, page: Promise<CachedPage | undefined>): void {
    cached.delete(name);
    cached.set(name, page);
    const [oldest] = cached.keys();
    if (cached.size > maxPages && oldest) cached.delete(oldest);
  }

  /** Renders and compresses a page; undefined for any status but 200, which is not cached. */
  async function renderPage(
    address: string,
    version: string,
    hasConsentChoice: boolean,
  ): Promise<CachedPage | undefined> {
    const answer = await render(new Request(address, hasConsentChoice ? { headers: anyConsent } : {}));
    if (answer.status !== 200) return undefined;
    const identity = Buffer.from(await answer.arrayBuffer());
    return {
      headers: [...answer.headers],
      hash: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
      bodies: await compressAll(identity, effort),
      expiresAt: performance.now() + lifetime,
      version,
    };
  }
}

/**
 * Canonical redirect: `/ar/`, `/EN/about` and the like are redirected (301) to the page's canonical URL, so that search
 * engines index each page once.
 */
export const canonicalRedirect: RequestHandler = (request, response, next) => {
  const address = request.path.toLowerCase().replace(/(?<=.)\/+$/, '');
  if (address === request.path || !publicUrls.has(address)) next();
  else response.redirect(301, address + request.originalUrl.slice(request.path.length));
};

function send(
  page: CachedPage,
  cacheControl: string | undefined,
  request: ExpressRequest,
  response: ExpressResponse,
): void {
  const encoding = bestEncoding(request);
  for (const [name, value] of page.headers) response.append(name, value);
  if (cacheControl) response.set('Cache-Control', cacheControl);
  response.set({
    ETag: `"${page.hash}-${encoding}"`,
    Vary: 'Accept-Encoding, Cookie',
  });
  if (encoding !== 'identity') response.set('Content-Encoding', encoding);
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  response.send(page.bodies[encoding]);
}
