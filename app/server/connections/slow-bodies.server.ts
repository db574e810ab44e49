import type { Request } from 'express';

/** Minimum average rate (bytes/s); the slowest mobile data is more than ten times as fast. */
const minRate = 500;
/** How long a body may stall at its beginning (ms), for example in a lift or during a cell handover. */
const grace = 45_000;
const checkInterval = 5_000;

/** Closes requests whose bodies arrive too slowly (slowloris). */
export interface SlowBodies {
  /** Watches a request until its body is complete. */
  watch(request: Request): void;
  /** Stops the timer. */
  stop(): void;
}

/**
 * Uses a minimum rate instead of a timeout, since a large upload on a slow connection may take hours. The rate is
 * averaged over the request's lifetime, so that one stall does not lose an upload.
 */
export function watchSlowBodies(): SlowBodies {
  /** Start (performance.now) of each watched request, and the bytes its socket had read by then. */
  const watched = new Map<Request, { since: number; before: number }>();
  const timer = setInterval(() => {
    for (const [request, { since, before }] of watched) {
      const age = performance.now() - since;
      // Unread bytes in our buffer mean that the server is the slow side.
      const isBackpressured = request.readableLength > 0;
      const isSlow = request.socket.bytesRead - before < (minRate * age) / 1000;
      if (age > grace && isSlow && !isBackpressured) request.socket.destroy();
    }
  }, checkInterval);
  timer.unref();
  return {
    watch(request) {
      if (request.complete) return;
      watched.set(request, { since: performance.now(), before: request.socket.bytesRead });
      const forget = () => watched.delete(request);
      request.once('end', forget);
      request.once('close', forget);
    },
    stop: () => clearInterval(timer),
  };
}
