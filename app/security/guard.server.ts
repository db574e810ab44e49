import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Environment } from '#app/env.server.ts';
import { languageCodes } from '#app/i18n/languages.ts';
import type { Log } from '#app/log.server.ts';
import { isKnownHost } from './known-host.server.ts';
import type { Limits } from './limits.server.ts';
import { isFromOwnPage } from './own-origin.server.ts';
import { openPlaces, type Places } from './places.server.ts';
import { problemOfBody } from './post-rules.server.ts';
import type { Refusal, Refuse } from './refuse.server.ts';
import type { SlowBodies } from './slow-bodies.server.ts';
import { problemOfAddress } from './sound-address.server.ts';

const reading = ['GET', 'HEAD'];
/** Bodies of more than a few fields that are read at the same time; and how long one waits for its turn (ms). */
const mostUploads = 100;
const mostUploadsOfOne = 20;
/** Pieces of files, whose script tries again. */
const mostPieces = 200;
const mostPiecesOfOne = 60;
const patience = 20_000;
/** What counts as more than a few fields (bytes). */
const smallBody = 64 * 1024;
/** In seconds. */
const soon = 30;

const pollPath = new RegExp(`^/(?:${languageCodes.join('|')})/search/flights$`);
/** What a proxy may say of how it was asked; the first of several is the visitor's. */
const scheme = /^\s*https?\s*(?:,|$)/i;

/** What the guard looks after. */
export interface Guarded {
  env: Environment;
  log: Log;
  limits: Limits;
  refuse: Refuse;
  slowBodies: SlowBodies;
  /** Where files go up by themselves. */
  uploadsPath: string;
}

/**
 * What every request meets first. Remix checks the origin of a post to a page only, and not of one with `?_data=` or to a
 * resource route, so that all of this stands before it.
 */
export function guard({ env, log, limits, refuse, slowBodies, uploadsPath }: Guarded): RequestHandler {
  const factor = Math.max(1, env.RATE_LIMIT_FACTOR);
  const forms = openPlaces({ most: mostUploads * factor, mostOfOne: mostUploadsOfOne * factor, patience });
  const pieces = openPlaces({ most: mostPieces * factor, mostOfOne: mostPiecesOfOne * factor, patience });
  let hasWarned = false;

  /** What is wrong with a request as such, if anything. */
  function problemOf(request: Request): Refusal | undefined {
    const { headers, headersDistinct, method, originalUrl, path } = request;
    forgetForwarding(request);
    // Another reader may have taken the other one (RFC 9112, section 3.2).
    if ((headersDistinct.host ?? []).length > 1) return { status: 400, rule: 'hosts' };
    if (!isKnownHost(hostOf(request), env.SITE_URL)) return { status: 421, rule: 'host' };
    const problem = problemOfAddress(originalUrl);
    if (problem) return { status: problem, rule: 'address' };
    const isUpload = path === uploadsPath || path.startsWith(`${uploadsPath}/`);
    // The server of uploads has methods of its own, and says which.
    if (!isUpload && !reading.includes(method) && method !== 'POST') return { status: 405, rule: 'method' };
    const isOwn = isFromOwnPage(headers, env.SITE_URL ? new URL(env.SITE_URL).host : hostOf(request));
    if (!reading.includes(method)) {
      if (!isOwn) return { status: 403, rule: 'origin' };
      // The framework's own check would refuse `Origin: null`, which an honest browser may send beside `same-origin`.
      delete headers.origin;
      const status = problemOfBody(path, {
        length: headers['content-length'],
        isChunked: 'transfer-encoding' in headers,
        isPiece: isUpload,
      });
      return status && { status, rule: 'body' };
    }
    // It means nothing (RFC 9110, section 9.3.1), and would come as slowly and be as long as somebody likes.
    if (hasBody(request)) return { status: 400, rule: 'body of a question' };
    // A page's data is for the page's own script.
    return '_data' in request.query && !isOwn ? { status: 403, rule: 'data of another site' } : undefined;
  }

  /** Pieces must not keep whole forms waiting: without scripts a form has one try. */
  function placesFor({ method }: Request): Places {
    return method === 'PATCH' ? pieces : forms;
  }

  /** TRUST_PROXY says how many proxies there are to believe: what a visitor claims to be one says nothing. */
  function forgetForwarding({ headers }: Request): void {
    // An address is made of it.
    if (!scheme.test(String(headers['x-forwarded-proto']))) delete headers['x-forwarded-proto'];
    if (env.TRUST_PROXY > 0) return;
    if (headers['x-forwarded-for'] !== undefined && !hasWarned) {
      hasWarned = true;
      log.warn('A proxy seems to stand in front, but TRUST_PROXY is 0: all visitors count as one');
    }
    delete headers['x-forwarded-host'];
    delete headers['x-forwarded-proto'];
    delete headers['x-forwarded-for'];
  }

  async function admit(request: Request, response: Response, next: NextFunction): Promise<void> {
    // Whoever asks whether the site is alive may not know its name.
    if (request.path === '/healthz' && reading.includes(request.method)) {
      next();
      return;
    }
    const problem = problemOf(request);
    if (problem) {
      if (problem.status === 405) response.set('Allow', [...reading, 'POST'].join(', '));
      return refuse(request, response, problem);
    }
    if (reading.includes(request.method)) {
      const wait = pollPath.test(routedPath(request)) ? await limits.polls.take(request.ip) : undefined;
      if (wait !== undefined) return refuse(request, response, { status: 429, rule: 'polls', retryAfter: wait });
      next();
      return;
    }
    const wait = (await limits.bytes.waitOf(request.ip)) ?? (await countPost(request));
    if (wait !== undefined) return refuse(request, response, { status: 429, rule: 'posts', retryAfter: wait });

    slowBodies.watch(request);
    countBytes(request);
    const free = isLarge(request) ? await placesFor(request).take(limits.nameOf(request.ip)) : undefined;
    if (isLarge(request) && !free) return refuse(request, response, { status: 503, rule: 'places', retryAfter: soon });
    if (response.destroyed) return free?.();
    if (free) response.once('close', free);
    next();
  }

  /** Pieces of files come by the hundred; their bytes are counted. */
  async function countPost({ method, ip }: Request): Promise<number | undefined> {
    return method === 'POST' ? limits.posts.take(ip) : undefined;
  }

  /** What was announced counts at once; what did not come of it is given back: a weak line begins again and again. */
  function countBytes(request: Request): void {
    const { ip, socket, headers } = request;
    const announced = Number(headers['content-length'] ?? 0);
    const before = socket.bytesRead;
    void limits.bytes.take(ip, announced);
    request.once('close', () => {
      // Of a body that has come, a part may have been read before this began.
      const received = request.complete ? Math.max(announced, socket.bytesRead - before) : socket.bytesRead - before;
      if (received > announced) void limits.bytes.take(ip, received - announced);
      else void limits.bytes.giveBack(ip, announced - received);
    });
  }

  return (request, response, next) => {
    admit(request, response, next).catch(next);
  };
}

/** The host that the visitor's browser asked for; of several that proxies put in a row, the first. */
function hostOf({ headers }: Request): string | undefined {
  const forwarded = headers['x-forwarded-host'];
  return typeof forwarded === 'string' ? forwarded.split(',')[0]?.trim() : headers.host;
}

/** The path as the router compares it, to which `/ar/SEARCH/%66lights/` is the list of flights, too. */
function routedPath({ path }: Request): string {
  return decodeURIComponent(path).toLowerCase().replace(/\/+$/, '');
}

function hasBody({ headers }: Request): boolean {
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;
}

function isLarge({ headers }: Request): boolean {
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > smallBody;
}
