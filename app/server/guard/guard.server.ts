import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { isCallbackAddress } from '#app/callback/callback-address.ts';
import type { Environment } from '#app/env/env.server.ts';
import { languageCodes } from '#app/i18n/languages.ts';
import type { Log } from '#app/log/log.server.ts';
import type { SlowBodyWatcher } from '../connections/slow-bodies.server.ts';
import type { Limits } from '../limits/limits.server.ts';
import { requestedHost } from '../requested-host.server.ts';
import type { Refusal, Refuse } from '../responses/refuse.server.ts';
import { isAllowedOrigin } from './allowed-origin.server.ts';
import { checkBodySize } from './body-limits.server.ts';
import { copiedAddress } from './copied-address.server.ts';
import { createFairSemaphore, type FairSemaphore, type Holder } from './fair-semaphore.server.ts';
import { isKnownHost } from './known-host.server.ts';
import { checkRequestTarget } from './request-target.server.ts';

const safeMethods = ['GET', 'HEAD'];
/** Maximum number of large bodies that are read concurrently: in total and per visitor. */
const maxUploads = 100;
const maxUploadsPerVisitor = 20;
/** The same for chunks of resumable uploads, whose client retries refused chunks. */
const maxChunks = 200;
const maxChunksPerVisitor = 60;
/** How long a large body waits for a slot (ms). */
const slotTimeout = 20_000;
/** Bodies larger than this need a slot (bytes). */
const maxSmallBody = 64 * 1024;
/** Retry-After (s). */
const retryDelay = 30;
/** Maximum time that the connection of an evicted body stays open (ms). */
const evictionTimeout = 60_000;
/** How long that connection stays open after the response has been sent (ms). */
const responseGrace = 5_000;

const pollPath = new RegExp(`^/(?:${languageCodes.join('|')})/search/flights$`);
/** Matches valid values of X-Forwarded-Proto; in a list, the first value is the client's. */
const validProto = /^\s*https?\s*(?:,|$)/i;

/** Dependencies of {@link guard}. */
export interface GuardOptions {
  env: Environment;
  log: Log;
  limits: Limits;
  refuse: Refuse;
  slowBodies: SlowBodyWatcher;
  /** Path of the resumable-upload endpoint. */
  uploadsPath: string;
}

/**
 * Creates the middleware that every request passes through first. It checks host, URL, method, origin and body size,
 * applies the rate limits, and limits how many large bodies are read concurrently. Remix itself checks the origin only
 * of POST requests to pages, not of those to resource routes or with `?_data=`, so the guard checks every origin.
 */
export function guard({ env, log, limits, refuse, slowBodies, uploadsPath }: GuardOptions): RequestHandler {
  const factor = Math.max(1, env.RATE_LIMIT_FACTOR);
  const formSemaphore = createFairSemaphore({
    maxSlots: maxUploads * factor,
    maxPerVisitor: maxUploadsPerVisitor * factor,
    acquireTimeout: slotTimeout,
  });
  const chunkSemaphore = createFairSemaphore({
    maxSlots: maxChunks * factor,
    maxPerVisitor: maxChunksPerVisitor * factor,
    acquireTimeout: slotTimeout,
  });
  let hasWarned = false;

  /** Validates a request. Returns why it must be refused; undefined if it is valid. */
  function validate(request: Request): Refusal | undefined {
    const { headers, headersDistinct, method, originalUrl, path } = request;
    removeForwardingHeaders(request);
    // Another parser might use the other of two Host headers (RFC 9112, section 3.2).
    const hosts = (headersDistinct.host ?? []).length;
    if (hosts > 1 || (hosts === 0 && request.httpVersion !== '1.0')) return { status: 400, rule: 'hosts' };
    // Node itself responds to 100-continue (RFC 9110, section 10.1.1).
    if (headers.expect !== undefined && !/^100-continue$/i.test(headers.expect)) return { status: 417, rule: 'expect' };
    if (!isKnownHost(requestedHost(request), env.SITE_URL)) return { status: 421, rule: 'host' };
    const targetStatus = checkRequestTarget(originalUrl);
    if (targetStatus) return { status: targetStatus, rule: 'address' };
    const isUploadEndpoint = path === uploadsPath || path.startsWith(`${uploadsPath}/`);
    // The upload endpoint checks methods itself and sets Allow.
    if (!isUploadEndpoint && !safeMethods.includes(method) && method !== 'POST') return { status: 405, rule: 'method' };
    const isOriginAllowed = isAllowedOrigin(
      headers,
      env.SITE_URL ? new URL(env.SITE_URL).host : requestedHost(request),
    );
    if (!safeMethods.includes(method)) {
      if (!isOriginAllowed) return { status: 403, rule: 'origin' };
      // Remix would refuse `Origin: null`, which a browser may legitimately send with `Sec-Fetch-Site: same-origin`.
      delete headers.origin;
      const status = checkBodySize(path, {
        length: headers['content-length'],
        hasChunkedEncoding: 'transfer-encoding' in headers,
        isUploadChunk: isUploadEndpoint,
      });
      return status && { status, rule: 'body' };
    }
    // A body on a GET has no meaning (RFC 9110, section 9.3.1) and would bypass the limits on bodies.
    if (hasBody(request)) return { status: 400, rule: 'body on GET' };
    // Only scripts of our own pages may read loader data.
    return '_data' in request.query && !isOriginAllowed ? { status: 403, rule: 'cross-site data' } : undefined;
  }

  /** Returns the address to which a page that was requested at a badly copied one is redirected. */
  function correctedAddress({ method, originalUrl, query }: Request): string | undefined {
    return safeMethods.includes(method) && !('_data' in query) ? copiedAddress(originalUrl) : undefined;
  }

  /** Returns the semaphore for a body. Chunks must not take the slots of whole forms, which browsers do not retry. */
  function semaphoreFor({ method }: Request): FairSemaphore {
    return method === 'PATCH' ? chunkSemaphore : formSemaphore;
  }

  /** Removes untrusted forwarding headers: with TRUST_PROXY=0, anyone could have set them. */
  function removeForwardingHeaders({ headers }: Request): void {
    // The site builds URLs from this header.
    if (!validProto.test(String(headers['x-forwarded-proto']))) delete headers['x-forwarded-proto'];
    if (env.TRUST_PROXY > 0) return;
    if (headers['x-forwarded-for'] !== undefined && !hasWarned) {
      hasWarned = true;
      log.warn(
        'Requests carry X-Forwarded-For but TRUST_PROXY is 0. Set TRUST_PROXY if the site is behind a proxy; ' +
          'otherwise all visitors share one rate limit.',
      );
    }
    delete headers['x-forwarded-host'];
    delete headers['x-forwarded-proto'];
    delete headers['x-forwarded-for'];
  }

  async function admit(request: Request, response: Response, next: NextFunction): Promise<void> {
    const refusal = validate(request);
    const address = refusal === undefined || refusal.rule === 'address' ? correctedAddress(request) : undefined;
    if (address !== undefined) {
      response.set('Cache-Control', 'no-store').redirect(301, address);
      return;
    }
    if (refusal) {
      if (refusal.status === 405) {
        response.set('Allow', isCallbackAddress(request.path) ? 'POST' : [...safeMethods, 'POST'].join(', '));
      }
      return refuse(request, response, refusal);
    }
    if (safeMethods.includes(request.method)) {
      const retryAfter = pollPath.test(normalizePath(request)) ? await limits.polls.consume(request.ip) : undefined;
      if (retryAfter !== undefined) return refuse(request, response, { status: 429, rule: 'polls', retryAfter });
      next();
      return;
    }
    const retryAfter = (await limits.bytes.retryAfter(request.ip)) ?? (await countPostRequest(request));
    if (retryAfter !== undefined) return refuse(request, response, { status: 429, rule: 'posts', retryAfter });

    slowBodies.watch(request);
    countBytes(request);
    if (isLarge(request)) {
      const release = await semaphoreFor(request).acquire(
        limits.visitorKeyOf(request.ip),
        createHolder(request, response),
      );
      if (!release) return refuse(request, response, { status: 503, rule: 'slots', retryAfter: retryDelay });
      if (response.destroyed) {
        release();
        return;
      }
      response.once('close', release);
    }
    next();
  }

  /** Counts a POST request. Chunks (PATCH) are numerous, so only their bytes are limited. */
  async function countPostRequest({ method, ip }: Request): Promise<number | undefined> {
    return method === 'POST' ? limits.posts.consume(ip) : undefined;
  }

  /**
   * Counts the Content-Length in advance and refunds bytes that never arrived, so that retries on a bad connection are
   * not counted twice.
   */
  function countBytes(request: Request): void {
    const { ip, socket, headers } = request;
    const contentLength = Number(headers['content-length'] ?? 0);
    const bytesBefore = socket.bytesRead;
    void limits.bytes.consume(ip, contentLength);
    request.once('close', () => {
      // Part of a complete body may have been read before the count began.
      const received = request.complete
        ? Math.max(contentLength, socket.bytesRead - bytesBefore)
        : socket.bytesRead - bytesBefore;
      if (received > contentLength) void limits.bytes.consume(ip, received - contentLength);
      else void limits.bytes.refund(ip, contentLength - received);
    });
  }

  return (request, response, next) => {
    admit(request, response, next).catch(next);
  };
}

/**
 * Creates the holder for a large body. Its eviction aborts `response.locals.evictionSignal`: the reader keeps the
 * received input and responds, and the connection is closed shortly afterwards.
 */
function createHolder(request: Request, response: Response): Holder {
  const { socket } = request;
  const [startedAt, bytesBefore] = [performance.now(), socket.bytesRead];
  const eviction = new AbortController();
  response.locals.evictionSignal = eviction.signal;
  return {
    rate: () => (1000 * (socket.bytesRead - bytesBefore)) / Math.max(1, performance.now() - startedAt),
    evict() {
      // There is nothing to abort: the body has arrived completely, and its request is being handled.
      if (request.complete) return;
      response.locals.refusedBy = 'evicted';
      const closeIfUnfinished = () => {
        if (!request.complete) socket.destroy();
      };
      setTimeout(closeIfUnfinished, evictionTimeout).unref();
      response.once('finish', () => setTimeout(closeIfUnfinished, responseGrace).unref());
      eviction.abort();
    },
  };
}

/** Normalises the path as the router does: `/ar/SEARCH/%66lights/` also matches the results route. */
function normalizePath({ path }: Request): string {
  return decodeURIComponent(path)
    .toLowerCase()
    .replace(/(?<!\/)\/+$/, '');
}

/** Whether the headers indicate a body. */
function hasBody({ headers }: Request): boolean {
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;
}

/** Whether the body is larger than {@link maxSmallBody}, or its length is unknown. */
function isLarge({ headers }: Request): boolean {
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > maxSmallBody;
}
