import type { RequestHandler } from 'express';
import type { Log } from '#app/log/log.server.ts';
import { newErrorId } from '#app/problems/report/error-id.ts';

/**
 * Creates middleware that logs one line for each finished request: id, route pattern, status, duration and size. It
 * logs nothing about the client, and not the URL, which may contain a receipt's token or search terms.
 * @param routeOf maps a path to its route pattern, such as `/:lang/requests/:token`
 */
export function requestLog(log: Log, routeOf: (path: string) => string): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const { method, path, socket } = request;
    const requestId = newErrorId();
    response.locals.requestId = requestId;
    // For support requests, and to match a proxy's log.
    response.set('Request-Id', requestId);
    const [readBefore, writtenBefore] = [socket.bytesRead, socket.bytesWritten];
    response.once('close', () => {
      // Errors are logged separately, at a higher level.
      log.info(
        {
          id: requestId,
          method,
          route: routeOf(path),
          status: response.statusCode,
          milliseconds: Math.round(performance.now() - startedAt),
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
