import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler, Response } from 'express';
import type { Log } from '#app/log/log.server.ts';
import { newErrorId } from '#app/problems/report/error-id.ts';

/**
 * Logs one line when the response has been sent: id, route pattern, status, duration and size.
 * @param path the request's path, without its query
 * @returns the request's id
 */
export type RequestObserver = (request: IncomingMessage, response: ServerResponse, path: string) => string;

/**
 * Creates the observer that logs each request. It logs nothing about the client, and not the URL, which may contain a
 * receipt's token or search terms.
 * @param routeOf maps a path to its route pattern, such as `/:lang/requests/:token`
 */
export function createRequestObserver(log: Log, routeOf: (path: string) => string): RequestObserver {
  return (request, response, path) => {
    const startedAt = performance.now();
    const { method, socket } = request;
    const requestId = newErrorId();
    const [readBefore, writtenBefore] = [socket.bytesRead, socket.bytesWritten];
    response.once('close', () => {
      const refusedBy = (response as Partial<Response>).locals?.refusedBy as string | undefined;
      // Errors are logged separately, at a higher level.
      log.info(
        {
          id: requestId,
          method,
          route: routeOf(path),
          status: response.statusCode,
          milliseconds: Math.round(performance.now() - startedAt),
          bytesIn: Number(request.headers['content-length'] ?? socket.bytesRead - readBefore),
          bytesOut: socket.bytesWritten - writtenBefore,
          ...(refusedBy ? { refusedBy } : {}),
          ...(response.writableFinished ? {} : { isBrokenOff: true }),
        },
        'request',
      );
    });
    return requestId;
  };
}

/** Creates middleware that observes each request and sends its id, for support requests and to match a proxy's log. */
export function requestLog(observe: RequestObserver): RequestHandler {
  return (request, response, next) => {
    const requestId = observe(request, response, request.path);
    response.locals.requestId = requestId;
    response.set('Request-Id', requestId);
    next();
  };
}
