import type { Request } from 'express';

/** Limits on draining the body of a request, in bytes and ms: enough for the largest medical report. */
const maxDrainedBytes = 64 * 1024 * 1024;
const drainTimeout = 30_000;

/**
 * Discards the rest of a body that nobody reads. A browser that is still uploading would not show an early response, and
 * what remains would hold up the next request on the connection.
 * @returns whether the body was read to its end; otherwise the connection has to be closed after the response
 */
export async function drainRequest(request: Request): Promise<boolean> {
  if (request.readableEnded || request.complete) return true;
  // Its events have been emitted already.
  if (request.destroyed) return false;
  let received = 0;
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(false), drainTimeout);
    const finish = (isDrained: boolean) => {
      clearTimeout(timer);
      request.pause();
      resolve(isDrained);
    };
    // A web stream of the body would keep what arrives, and pause the request when it is full.
    request.removeAllListeners('data');
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > maxDrainedBytes) finish(false);
    });
    request.on('end', () => finish(true));
    request.on('close', () => finish(false));
    request.on('error', () => finish(false));
    request.resume();
  });
}
