import type { RequestHandler } from 'express';
import type { Log } from '#app/log.server.ts';
import { newFaultId } from '#app/problems/fault-id.ts';

/**
 * One line for each request when it has been answered: its id, what kind of address it was, and how it went. Never the
 * address itself, which may hold a receipt's secret or what somebody searched for, and nothing of who asked.
 * @param routeOf the kind of address of a path, such as `/:lang/requests/:token`
 */
export function requestLog(log: Log, routeOf: (path: string) => string): RequestHandler {
  return (request, response, next) => {
    const began = performance.now();
    const { method, path, socket } = request;
    const requestId = newFaultId();
    response.locals.requestId = requestId;
    // For whoever tells of a fault, and for the log of a proxy.
    response.set('Request-Id', requestId);
    const [readBefore, writtenBefore] = [socket.bytesRead, socket.bytesWritten];
    response.once('close', () => {
      // What failed has a line of its own, of the weight that it deserves.
      log.info(
        {
          id: requestId,
          method,
          route: routeOf(path),
          status: response.statusCode,
          milliseconds: Math.round(performance.now() - began),
          bytesIn: Number(request.get('Content-Length') ?? socket.bytesRead - readBefore),
          bytesOut: socket.bytesWritten - writtenBefore,
          ...(response.locals.refusedBy ? { refusedBy: response.locals.refusedBy as string } : {}),
          ...(response.writableFinished ? {} : { isBrokenOff: true }),
        },
        'request',
      );
    });
    next();
  };
}
