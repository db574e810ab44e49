import type { Request } from 'express';

/** The weakest mobile data sends more than ten times as much (bytes in a second). */
const leastRate = 500;
/** A lift, another cell: so long a body may stand still at its beginning (ms). */
const grace = 45_000;
const lookEvery = 5_000;

/** Whoever sends its body too slowly, byte by byte for hours, is let go. */
export interface SlowBodies {
  /** Watches a request until its body has come. */
  watch(request: Request): void;
  stop(): void;
}

/**
 * A large upload on a weak line takes as long as it takes, so there is no time for a body, but a rate: over all of its
 * life, so that a line that stalls once does not lose what it has brought.
 */
export function openSlowBodies(): SlowBodies {
  /** When each request was first seen, and what its connection had brought by then. */
  const watched = new Map<Request, { since: number; before: number }>();
  const timer = setInterval(() => {
    for (const [request, { since, before }] of watched) {
      const age = performance.now() - since;
      // Bytes that lie here unread are our slowness.
      const waitsForUs = request.readableLength > 0;
      const isSlow = request.socket.bytesRead - before < (leastRate * age) / 1000;
      if (age > grace && isSlow && !waitsForUs) request.socket.destroy();
    }
  }, lookEvery);
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
