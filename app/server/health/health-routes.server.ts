import type { Request, RequestHandler } from 'express';
import { isLoopback } from './loopback.ts';
import type { Readiness } from './readiness.server.ts';

/** Liveness: the process responds. For supervisors that restart it. */
export const alive: RequestHandler = (_request, response) => {
  response.set('Cache-Control', 'no-store').type('text').send('ok');
};

/**
 * Readiness: 200 while a request without files can be stored, otherwise 503. For load balancers and monitoring. Only
 * clients on this machine get the details.
 */
export function ready(readiness: () => Promise<Readiness>): RequestHandler {
  return (request, response, next) => {
    readiness()
      .then((answer) => {
        response.status(answer.isReady ? 200 : 503).set('Cache-Control', 'no-store');
        if (isFromThisMachine(request)) response.json(answer);
        else response.type('text').send(answer.isReady ? 'ready' : 'not ready');
      })
      .catch(next);
  };
}

/** Excludes requests forwarded by a proxy on this machine, which adds a header. */
function isFromThisMachine({ socket, headers }: Request): boolean {
  const isForwarded = Object.keys(headers).some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'));
  return isLoopback(socket.remoteAddress) && !isForwarded && !('via' in headers);
}
