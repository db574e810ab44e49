import type { Request, RequestHandler } from 'express';
import { isLoopback } from './loopback.ts';
import type { Readiness } from './readiness.server.ts';

/** Liveness: responds while the process runs, for supervisors that restart it. */
export const livenessHandler: RequestHandler = (_request, response) => {
  response.set('Cache-Control', 'no-store').type('text').send('ok');
};

/**
 * Creates the readiness handler for load balancers and monitoring: 200 while a request without files can be stored,
 * otherwise 503. Only clients on this machine get the details.
 */
export function createReadinessHandler(readiness: () => Promise<Readiness>): RequestHandler {
  return (request, response, next) => {
    readiness()
      .then((state) => {
        response.status(state.isReady ? 200 : 503).set('Cache-Control', 'no-store');
        if (isFromThisMachine(request)) response.json(state);
        else response.type('text').send(state.isReady ? 'ready' : 'not ready');
      })
      .catch(next);
  };
}

/** Whether the client is on this machine. With a forwarding header, only the proxy is. */
function isFromThisMachine({ socket, headers }: Request): boolean {
  const isForwarded = Object.keys(headers).some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'));
  return isLoopback(socket.remoteAddress) && !isForwarded && !('via' in headers);
}
