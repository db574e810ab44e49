import type { IncomingMessage, ServerResponse } from 'node:http';
import { readConsentCookie } from '#app/consent/consent.ts';
import { readLastSent } from '#app/enquiries/last-sent.ts';
import type { RequestObserver } from '../request-log/request-log.server.ts';

/**
 * Maximum number of stored responses. Each one refers to the bytes of a cached page, so it takes only a few kilobytes.
 */
const maxResponses = 2_000;

/** Requests with one of these headers take the slow path: the guard or Express has to look at them. */
const unusualHeaders = [
  'expect',
  'transfer-encoding',
  'content-length',
  'range',
  'upgrade',
  'if-match',
  'if-modified-since',
  'if-unmodified-since',
];
const forwardingHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/** Headers that describe a body, which a 304 does not have (RFC 9110, section 15.4.5). */
const bodyHeaders = new Set(['content-length', 'content-type', 'content-encoding']);

interface HotResponse {
  etag: string;
  /** Alternating names and values, as `writeHead` expects. */
  headers: string[];
  notModifiedHeaders: string[];
  body: Buffer;
  validity: Validity;
}

/** How long a stored response may be reused. */
interface Validity {
  /** The version of what all pages show, at the time of the request. */
  siteVersion: string;
  /** Expiry (performance.now). */
  expiresAt: number;
}

/** Stored responses that are sent without involving Express. */
export interface HotPages {
  /** Responds to the request if a stored response matches it. @returns whether it did */
  respond(request: IncomingMessage, response: ServerResponse): boolean;
  /** Stores a response once it has been sent completely, for later requests that match this one. */
  store(request: IncomingMessage, response: ServerResponse, body: Buffer, validity: Validity): void;
}

/**
 * Opens the store of hot pages: complete responses of content pages, with their headers. A request that is exactly like
 * an earlier one, which the guard has accepted, gets the same response. Everything that the guard checks or that
 * changes a content page is either in the key or sends the request down the slow path, through Express.
 * @param isHotPath whether the path, without a query, is that of a content page
 * @param trustsProxy whether forwarding headers are trusted
 * @param siteVersion returns the version of what all pages show; called for each request
 */
export function openHotPages(
  isHotPath: (path: string) => boolean,
  trustsProxy: boolean,
  observe: RequestObserver,
  siteVersion: () => string,
): HotPages {
  const responses = new Map<string, HotResponse>();

  /** Returns the key of a request; undefined if it has to take the slow path. */
  function keyOf(request: IncomingMessage): string | undefined {
    const { method, url = '', headers } = request;
    if (method !== 'GET' || !isHotPath(url) || hasSeveralHosts(request)) return undefined;
    for (const name of unusualHeaders) if (headers[name] !== undefined) return undefined;
    if (!trustsProxy) for (const name of forwardingHeaders) if (headers[name] !== undefined) return undefined;
    const { host, cookie } = headers;
    if (host === undefined) return undefined;
    if (cookie !== undefined && readLastSent(cookie, url) !== undefined) return undefined;
    const choice = cookie !== undefined && readConsentCookie(cookie) !== undefined ? 'consent chosen' : '';
    const { 'x-forwarded-host': forwardedHost = '', 'x-forwarded-proto': protocol = '' } = headers;
    const { 'accept-encoding': encodings = '' } = headers;
    // Values of headers contain no line feeds.
    return `${url}\n${host}\n${String(forwardedHost)}\n${String(protocol)}\n${encodings}\n${choice}`;
  }

  return {
    respond(request, response) {
      const key = keyOf(request);
      const hot = key === undefined ? undefined : responses.get(key);
      if (!hot || hot.validity.expiresAt <= performance.now() || hot.validity.siteVersion !== siteVersion())
        return false;
      const { 'if-none-match': knownEtag, 'cache-control': cacheControl } = request.headers;
      if (knownEtag !== undefined && (knownEtag !== hot.etag || cacheControl !== undefined)) return false;
      const { requestId } = observe(request, response, request.url ?? '');
      if (knownEtag === undefined) {
        response.writeHead(200, ['Request-Id', requestId, ...hot.headers]);
        response.end(hot.body);
      } else {
        response.writeHead(304, ['Request-Id', requestId, ...hot.notModifiedHeaders]);
        response.end();
      }
      return true;
    },
    store(request, response, body, validity) {
      const key = keyOf(request);
      if (key === undefined) return;
      response.once('finish', () => {
        const headers = Object.entries(response.getHeaders()).filter(([name]) => name !== 'request-id');
        const etag = response.getHeader('ETag');
        if (response.statusCode !== 200 || typeof etag !== 'string' || response.hasHeader('Set-Cookie')) return;
        if (responses.size >= maxResponses) responses.clear();
        const flat = (entries: typeof headers) => entries.flatMap(([name, value]) => [name, String(value)]);
        responses.set(key, {
          etag,
          headers: flat(headers),
          notModifiedHeaders: flat(headers.filter(([name]) => !bodyHeaders.has(name))),
          body,
          validity,
        });
      });
    },
  };
}

/** Whether there is more than one Host header, of which Node's `headers` shows only the first. */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
