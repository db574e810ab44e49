import type { Request } from 'express';

/** Minimum average rate (bytes/s); the slowest mobile data connection is more than ten times as fast. */
const minRate = 500;
/** How long a body may stall at its start (ms), for example in a lift or during a cell handover. */
const gracePeriod = 45_000;
const checkInterval = 5_000;

/** Closes the connections of requests whose bodies arrive too slowly (slowloris). */
export interface SlowBodyWatcher {
  /** Watches a request until its body is complete. */
  watch(request: Request): void;
  /** Stops the timer. */
  stop(): void;
}

/**
 * Starts to enforce the minimum rate. A timeout would not do, because a large upload on a slow connection may take
 * hours. The rate is averaged over the request's lifetime, so that one stall does not lose an upload.
 */
export function watchSlowBodies(): SlowBodyWatcher {
  /** Start (performance.now) of each watched request, and the number of bytes that its socket had read by then. */
  const watched = new Map<Request, { startedAt: number; bytesBefore: number }>();
  const timer = setInterval(() => {
    for (const [request, { startedAt, bytesBefore }] of watched) {
      const age = performance.now() - startedAt;
      // Unread bytes in the buffer mean that the server is slow, not the client.
      const isBackpressured = request.readableLength > 0;
      const isSlow = request.socket.bytesRead - bytesBefore < (minRate * age) / 1000;
      if (age > gracePeriod && isSlow && !isBackpressured) request.socket.destroy();
    }
  }, checkInterval);
  timer.unref();
  return {
    watch(request) {
      if (request.complete) return;
      watched.set(request, { startedAt: performance.now(), bytesBefore: request.socket.bytesRead });
      const unwatch = () => watched.delete(request);
      request.once('end', unwatch);
      request.once('close', unwatch);
    },
    stop: () => clearInterval(timer),
  };
}
