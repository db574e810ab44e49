import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Environment } from '#app/env/env.server.ts';
import { languageCodes } from '#app/i18n/languages.ts';
import type { Log } from '#app/log/log.server.ts';
import type { Refusal, Refuse } from '../answers/refuse.server.ts';
import type { SlowBodies } from '../connections/slow-bodies.server.ts';
import type { Limits } from '../limits/limits.server.ts';
import { bodyProblem } from './body-limits.server.ts';
import { createFairSemaphore, type FairSemaphore, type Holder } from './fair-semaphore.server.ts';
import { isKnownHost } from './known-host.server.ts';
import { isFromOwnPage } from './own-origin.server.ts';
import { targetProblem } from './request-target.server.ts';

const safeMethods = ['GET', 'HEAD'];
/** Large bodies that are read at the same time: in total, and for each visitor. */
const maxUploads = 100;
const maxUploadsPerVisitor = 20;
/** The same for chunks of resumable uploads, whose client retries. */
const maxChunks = 200;
const maxChunksPerVisitor = 60;
/** How long a large body waits for a slot (ms). */
const slotTimeout = 20_000;
/** Bodies larger than this need a slot (bytes). */
const maxSmallBody = 64 * 1024;
/** Retry-After (s). */
const retryDelay = 30;
/** How long an evicted body's connection may stay open (ms): at most, and after its response was sent. */
const evictionTimeout = 60_000;
const responseGrace = 5_000;

const pollPath = new RegExp(`^/(?:${languageCodes.join('|')})/search/flights$`);
/** Valid values of X-Forwarded-Proto; the first of several is the client's. */
const validProto = /^\s*https?\s*(?:,|$)/i;

/** What the guard needs. */
export interface GuardOptions {
  env: Environment;
  log: Log;
  limits: Limits;
  refuse: Refuse;
  slowBodies: SlowBodies;
  /** Path of the resumable-upload endpoint. */
  uploadsPath: string;
}

/**
 * The first middleware for every request: checks host, URL, method, origin and body size, applies the rate limits, and
 * limits how many large bodies are read concurrently. Remix checks the origin only of posts to a page, not of posts
 * with `?_data=` or to resource routes; therefore all of it is checked here.
 */
export function guard({ env, log, limits, refuse, slowBodies, uploadsPath }: GuardOptions): RequestHandler {
  const factor = Math.max(1, env.RATE_LIMIT_FACTOR);
  const formSlots = createFairSemaphore({
    maxSlots: maxUploads * factor,
    maxPerVisitor: maxUploadsPerVisitor * factor,
    acquireTimeout: slotTimeout,
  });
  const chunkSlots = createFairSemaphore({
    maxSlots: maxChunks * factor,
    maxPerVisitor: maxChunksPerVisitor * factor,
    acquireTimeout: slotTimeout,
  });
  let hasWarned = false;

  /** Why the request must be refused before any rate limit is applied; undefined if it is valid. */
  function refusalOf(request: Request): Refusal | undefined {
    const { headers, headersDistinct, method, originalUrl, path } = request;
    removeForwardingHeaders(request);
    // With two Host headers, another parser might use the other one (RFC 9112, section 3.2).
    const hosts = (headersDistinct.host ?? []).length;
    if (hosts > 1 || (hosts === 0 && request.httpVersion !== '1.0')) return { status: 400, rule: 'hosts' };
    // Node has already answered 100-continue (RFC 9110, section 10.1.1).
    if (headers.expect !== undefined && !/^100-continue$/i.test(headers.expect)) return { status: 417, rule: 'expect' };
    if (!isKnownHost(hostOf(request), env.SITE_URL)) return { status: 421, rule: 'host' };
    const problem = targetProblem(originalUrl);
    if (problem) return { status: problem, rule: 'address' };
    const isUpload = path === uploadsPath || path.startsWith(`${uploadsPath}/`);
    // The upload endpoint checks methods itself and sets Allow.
    if (!isUpload && !safeMethods.includes(method) && method !== 'POST') return { status: 405, rule: 'method' };
    const isOwn = isFromOwnPage(headers, env.SITE_URL ? new URL(env.SITE_URL).host : hostOf(request));
    if (!safeMethods.includes(method)) {
      if (!isOwn) return { status: 403, rule: 'origin' };
      // Remix would refuse `Origin: null`, which a legitimate browser may send along with `Sec-Fetch-Site:
      // same-origin`.
      delete headers.origin;
      const status = bodyProblem(path, {
        length: headers['content-length'],
        hasChunkedEncoding: 'transfer-encoding' in headers,
        isUploadChunk: isUpload,
      });
      return status && { status, rule: 'body' };
    }
    // A body on a GET has no meaning (RFC 9110, section 9.3.1) and would bypass the limits on bodies.
    if (hasBody(request)) return { status: 400, rule: 'body on GET' };
    // Loader data is only for scripts of our own pages.
    return '_data' in request.query && !isOwn ? { status: 403, rule: 'cross-site data' } : undefined;
  }

  /** Chunks and whole forms have separate slots: a form posted without scripts gets one try only. */
  function slotsFor({ method }: Request): FairSemaphore {
    return method === 'PATCH' ? chunkSlots : formSlots;
  }

  /** Removes forwarding headers that cannot be trusted: with TRUST_PROXY=0 anyone could have set them. */
  function removeForwardingHeaders({ headers }: Request): void {
    // URLs are built from it.
    if (!validProto.test(String(headers['x-forwarded-proto']))) delete headers['x-forwarded-proto'];
    if (env.TRUST_PROXY > 0) return;
    if (headers['x-forwarded-for'] !== undefined && !hasWarned) {
      hasWarned = true;
      log.warn(
        'Requests carry X-Forwarded-For but TRUST_PROXY is 0: behind a proxy, all visitors share one rate limit',
      );
    }
    delete headers['x-forwarded-host'];
    delete headers['x-forwarded-proto'];
    delete headers['x-forwarded-for'];
  }

  async function admit(request: Request, response: Response, next: NextFunction): Promise<void> {
    const problem = refusalOf(request);
    if (problem) {
      if (problem.status === 405) response.set('Allow', [...safeMethods, 'POST'].join(', '));
      return refuse(request, response, problem);
    }
    if (safeMethods.includes(request.method)) {
      const wait = pollPath.test(routedPath(request)) ? await limits.polls.consume(request.ip) : undefined;
      if (wait !== undefined) return refuse(request, response, { status: 429, rule: 'polls', retryAfter: wait });
      next();
      return;
    }
    const wait = (await limits.bytes.retryAfter(request.ip)) ?? (await countPost(request));
    if (wait !== undefined) return refuse(request, response, { status: 429, rule: 'posts', retryAfter: wait });

    slowBodies.watch(request);
    countBytes(request);
    if (isLarge(request)) {
      const release = await slotsFor(request).acquire(limits.visitorKeyOf(request.ip), holderOf(request, response));
      if (!release) return refuse(request, response, { status: 503, rule: 'places', retryAfter: retryDelay });
      if (response.destroyed) {
        release();
        return;
      }
      response.once('close', release);
    }
    next();
  }

  /** Chunks (PATCH) come by the hundred and are limited by bytes only. */
  async function countPost({ method, ip }: Request): Promise<number | undefined> {
    return method === 'POST' ? limits.posts.consume(ip) : undefined;
  }

  /**
   * Counts the announced length at once and refunds what never arrived, so that retries on a bad connection are not
   * counted twice.
   */
  function countBytes(request: Request): void {
    const { ip, socket, headers } = request;
    const announced = Number(headers['content-length'] ?? 0);
    const before = socket.bytesRead;
    void limits.bytes.consume(ip, announced);
    request.once('close', () => {
      // Part of a complete body may have been read before counting began.
      const received = request.complete ? Math.max(announced, socket.bytesRead - before) : socket.bytesRead - before;
      if (received > announced) void limits.bytes.consume(ip, received - announced);
      else void limits.bytes.refund(ip, announced - received);
    });
  }

  return (request, response, next) => {
    admit(request, response, next).catch(next);
  };
}

/**
 * The slot of a large body. When it is evicted, `response.locals.evictionSignal` aborts: the reader keeps what has arrived and
 * responds, and the connection is closed soon after.
 */
function holderOf(request: Request, response: Response): Holder {
  const { socket } = request;
  const [since, before] = [performance.now(), socket.bytesRead];
  const eviction = new AbortController();
  response.locals.evictionSignal = eviction.signal;
  return {
    rate: () => (1000 * (socket.bytesRead - before)) / Math.max(1, performance.now() - since),
    evict() {
      // Fully received and being processed: nothing to abort.
      if (request.complete) return;
      response.locals.refusedBy = 'evicted';
      const end = () => {
        if (!request.complete) socket.destroy();
      };
      setTimeout(end, evictionTimeout).unref();
      response.once('finish', () => setTimeout(end, responseGrace).unref());
      eviction.abort();
    },
  };
}

/** The host the client asked for: the first X-Forwarded-Host if there is one, else Host. */
function hostOf({ headers }: Request): string | undefined {
  const forwarded = headers['x-forwarded-host'];
  return typeof forwarded === 'string' ? forwarded.split(',')[0]?.trim() : headers.host;
}

/** The path normalised as the router compares it: `/ar/SEARCH/%66lights/` also matches the results route. */
function routedPath({ path }: Request): string {
  return decodeURIComponent(path).toLowerCase().replace(/\/+$/, '');
}

/** Whether the headers announce a body. */
function hasBody({ headers }: Request): boolean {
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;
}

/** Whether the body may be larger than {@link maxSmallBody}; chunked bodies always may. */
function isLarge({ headers }: Request): boolean {
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > maxSmallBody;
}
