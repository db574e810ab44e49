import type { Request } from 'express';

/** The weakest mobile data sends more than ten times as much (bytes in a second). */
const leastRate = 500;
const lookEvery = 30_000;

/** Whoever sends its body too slowly, byte by byte for hours, is let go. */
export interface SlowBodies {
  /** Watches a request until its body has come. */
  watch(request: Request): void;
  stop(): void;
}

/** A large upload on a weak line takes as long as it takes, so there is no time for a body, but a rate. */
export function openSlowBodies(): SlowBodies {
  /** What a connection had sent at the last look; none for one that has come since. */
  const received = new Map<Request, number | undefined>();
  const timer = setInterval(() => {
    for (const [request, before] of received) {
      if (isOver(request)) {
        received.delete(request);
        continue;
      }
      const { bytesRead } = request.socket;
      // Bytes that lie here unread are our slowness.
      const waitsForUs = request.readableLength > 0;
      if (before !== undefined && !waitsForUs && bytesRead - before < (leastRate * lookEvery) / 1000) {
        request.socket.destroy();
      } else received.set(request, bytesRead);
    }
  }, lookEvery);
  timer.unref();
  return {
    watch(request) {
      if (request.complete) return;
      received.set(request, undefined);
      // It closes with its answer, too, when the rest of its body is still on the way and nobody reads it.
      const forget = () => isOver(request) && received.delete(request);
      request.once('end', forget);
      request.once('close', forget);
    },
    stop: () => clearInterval(timer),
  };
}

function isOver({ complete, socket }: Request): boolean {
  return complete || socket.destroyed;
}
