import { createHash } from 'node:crypto';
import type { NextFunction, Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from 'express';
import { consentCookie, consentIn, onlyEssential } from '#app/consent/consent.ts';
import { openPaths, pagePaths } from '#app/content/site-pages.ts';
import { languageCodes, pathIn } from '#app/i18n/languages.ts';
import { bestEncoding, compressAll, type Compressed, type Effort } from './compress.server.ts';

/** A site without SITE_URL answers under any host's name, and lists have many addresses: they must not fill the memory. */
const mostPages = 200;

const addressesOf = (paths: readonly string[]) =>
  new Set(languageCodes.flatMap((language) => paths.map((page) => pathIn(language, page))));

/** The addresses of pages that are the same for everyone, and of all that everybody may see. */
const addresses = addressesOf(pagePaths);
const openAddresses = addressesOf(openPaths);

/** Who has made a choice about cookies is not asked for one: a page has two looks, whatever the choice. */
const someChoice = new Headers({ Cookie: consentCookie(onlyEssential, false).split(';')[0] ?? '' });

interface KeptPage {
  headers: [string, string][];
  hash: string;
  bodies: Compressed;
  until: number;
  version: string;
}

/** Which pages are kept, and for how long. */
export interface KeptPages {
  /**
   * What an address shows now, as a name that changes with it; undefined for what is not kept. Asked for a GET or HEAD.
   */
  versionOf: (request: ExpressRequest) => string | undefined | Promise<string | undefined>;
  /** How hard it is compressed: once for many visitors, or again and again. */
  effort: Effort;
  /** How long a rendered page is shown before it is rendered anew (ms). */
  keptFor: number;
  /** What browsers and proxies are told instead of what the page says. */
  cacheControl?: string;
}

/** The pages that are read: asked for anew each time, and answered with nothing where nothing has changed. */
export const contentPages: KeptPages = {
  versionOf: (request) => (request.originalUrl === request.path && addresses.has(request.path) ? 'content' : undefined),
  effort: 'small',
  // The date and the year stand in some.
  keptFor: 10 * 60 * 1000,
  // A proxy may show it meanwhile.
  cacheControl: 'public, max-age=0, s-maxage=300, stale-while-revalidate=600',
};

/**
 * Answers a GET of a page that is the same for everyone from memory: rendered once with the banner about cookies and once
 * without it, compressed well once, and with a strong ETag, so that a phone that has it already gets a few bytes (RFC
 * 9110, 304). Of what a visitor sends nothing gets into a kept page. Everything else goes on.
 * @param render renders a page as Remix does
 * @param siteUrl the public origin, if it is set; otherwise pages differ by the host they are asked of
 */
export function pageCache(
  render: (request: Request) => Promise<Response>,
  siteUrl: string | undefined,
  { versionOf, effort, keptFor, cacheControl }: KeptPages,
): RequestHandler {
  const kept = new Map<string, Promise<KeptPage | undefined>>();

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
    const hasChosen = consentIn(request.get('Cookie') ?? null) !== undefined;
    const page = version === undefined ? undefined : await pageAt(origin + request.originalUrl, version, hasChosen);
    if (page) send(page, cacheControl, request, response);
    else next();
  }

  async function pageAt(address: string, version: string, hasChosen: boolean): Promise<KeptPage | undefined> {
    const name = hasChosen ? `chosen ${address}` : address;
    const known = kept.get(name);
    const page = await known;
    if (known && page && page.until > Date.now() && page.version === version) {
      keep(name, known);
      return page;
    }
    const rendering = renderPage(address, version, hasChosen);
    keep(name, rendering);
    try {
      const rendered = await rendering;
      if (!rendered) kept.delete(name);
      return rendered;
    } catch (error) {
      kept.delete(name);
      throw error;
    }
  }

  /** The pages asked for last stay longest. */
  function keep(name: string, page: Promise<KeptPage | undefined>): void {
    kept.delete(name);
    kept.set(name, page);
    const [oldest] = kept.keys();
    if (kept.size > mostPages && oldest) kept.delete(oldest);
  }

  /** Undefined for an answer that is no page, such as an error: nothing to keep. */
  async function renderPage(address: string, version: string, hasChosen: boolean): Promise<KeptPage | undefined> {
    const answer = await render(new Request(address, hasChosen ? { headers: someChoice } : {}));
    if (answer.status !== 200) return undefined;
    const identity = Buffer.from(await answer.arrayBuffer());
    return {
      headers: [...answer.headers],
      hash: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
      bodies: await compressAll(identity, effort),
      until: Date.now() + keptFor,
      version,
    };
  }
}

/** A page has one address: `/ar/`, `/EN/about` and the like are led to it for good, so that each is found once. */
export const oneAddress: RequestHandler = (request, response, next) => {
  const address = request.path.toLowerCase().replace(/(?<=.)\/+$/, '');
  if (address === request.path || !openAddresses.has(address)) next();
  else response.redirect(301, address + request.originalUrl.slice(request.path.length));
};

function send(
  page: KeptPage,
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
