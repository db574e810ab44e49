import type { SharedLimits } from './shared-limits.server.ts';
import { createVisitorKey } from './visitor-key.server.ts';
import type { RateLimit } from './visitor-rate-limiter.server.ts';
import { createVisitorRateLimiter } from './visitor-rate-limiter.server.ts';

const hour = 60 * 60;
const day = 24 * hour;

/**
 * Rate limits per visitor. Hundreds of phones in a mobile network may share one address, so each limit is far above
 * what a family needs, and below what harms the site.
 */
export const rateLimits = {
  /** New searches, each of which calls the supplier; joining a search that is already running is free. */
  searchStarts: { max: 30, seconds: hour },
  /** Booking links requested from ticket partners, whose terms forbid collecting them. */
  partnerLinks: { max: 60, seconds: hour },
  /** Requests to the supplier for the fares of one flight. */
  fareRequests: { max: 120, seconds: hour },
  /** Submitted forms. Above the limit, a form is returned with its input. */
  submissions: { max: 60, seconds: hour },
  /** Posts of any kind, including posts of single fields. Above the limit, bodies are not read. */
  posts: { max: 1200, seconds: hour },
  /** Requests for flight results, which pages poll every four seconds while a search is running. */
  polls: { max: 3000, seconds: hour },
  /** Uploaded bytes: enough for twenty complete sets of medical reports. */
  bytes: { max: 4 * 1024 ** 3, seconds: day },
  /** Attempts to sign in to the desk; each costs 20 MB of memory for some milliseconds. */
  signIns: { max: 30, seconds: 15 * 60 },
  /** Error reports from browsers. */
  errorReports: { max: 20, seconds: hour },
} as const satisfies Record<string, RateLimit>;

/**
 * Opens all rate limiters of the process; their state is in memory only, unless several processes share it.
 * @param factor see {@link createVisitorRateLimiter}
 */
export function openLimits(factor: number, shared?: SharedLimits) {
  const visitorKeyOf = createVisitorKey(Date.now, shared?.saltOf);
  const limiterFor = (name: keyof typeof rateLimits) =>
    createVisitorRateLimiter(
      rateLimits[name],
      factor,
      visitorKeyOf,
      shared && ((...limit) => shared.counters(name, ...limit)),
    );
  return {
    /** Stops sharing the state with other processes. */
    close: () => shared?.close(),
    visitorKeyOf,
    searchStarts: limiterFor('searchStarts'),
    partnerLinks: limiterFor('partnerLinks'),
    fareRequests: limiterFor('fareRequests'),
    submissions: limiterFor('submissions'),
    posts: limiterFor('posts'),
    polls: limiterFor('polls'),
    bytes: limiterFor('bytes'),
    signIns: limiterFor('signIns'),
    errorReports: limiterFor('errorReports'),
  };
}

export type Limits = ReturnType<typeof openLimits>;
