import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler, Response } from 'express';
import { readTraceparent, requestIdOf, type TraceContext } from '#app/ids/trace-context.ts';
import type { Log } from '#app/log/log.server.ts';
import { newErrorId } from '#app/problems/report/error-id.ts';

/**
 * Counts a response.
 * @param status `aborted` if the visitor disconnected before its end
 * @param seconds from the request to the end of the response
 * @param bodyBytes the bytes of the request's body that have arrived
 */
export type CountResponse = (route: string, status: number | 'aborted', seconds: number, bodyBytes: number) => void;

/** What identifies a request in the log. */
interface RequestIdentity {
  /** A code that a visitor can read out to us, also in the response's `Request-Id`. */
  requestId: string;
  /** The trace from the proxy's `traceparent`, if any; the request id is then part of the trace id. */
  trace?: TraceContext;
}

/**
 * Logs one line when the response has been sent: id, route pattern, status, duration and size.
 * @param path the request's path, without its query
 */
export type RequestObserver = (request: IncomingMessage, response: ServerResponse, path: string) => RequestIdentity;

/**
 * Creates the observer that logs each request. It logs nothing about the client, and not the URL, which may contain a
 * receipt's token or search terms.
 * @param routeOf maps a path to its route pattern, such as `/:lang/requests/:token`
 * @param trustsProxy whether `traceparent` comes from a proxy. A visitor's own `traceparent` could make the requests of
 *   many people look like one trace, here and in the company's system
 * @param count called at the end of each response
 */
export function createRequestObserver(
  log: Log,
  routeOf: (path: string) => string,
  trustsProxy: boolean,
  count?: CountResponse,
): RequestObserver {
  return (request, response, path) => {
    const startedAt = performance.now();
    const { method, socket } = request;
    const trace = trustsProxy ? readTraceparent(request.headers.traceparent) : undefined;
    const requestId = trace ? requestIdOf(trace) : newErrorId();
    const readBefore = hasBody(request) ? socket.bytesRead : 0;
    const writtenBefore = socket.bytesWritten;
    // Not `once`, which costs two more objects: this event is emitted once.
    response.on('close', () => {
      const refusedBy = (response as Partial<Response>).locals?.refusedBy as string | undefined;
      const milliseconds = performance.now() - startedAt;
      const route = routeOf(path);
      const bytesIn = bytesReceived(request, readBefore);
      count?.(route, response.writableFinished ? response.statusCode : 'aborted', milliseconds / 1000, bytesIn);
      // Errors are logged separately, at a higher level. Undefined fields are left out.
      log.info(
        {
          id: requestId,
          trace: trace?.traceId,
          method,
          route,
          status: response.statusCode,
          milliseconds: Math.round(milliseconds),
          bytesIn,
          bytesOut: socket.bytesWritten - writtenBefore,
          refusedBy,
          isAborted: response.writableFinished ? undefined : true,
        },
        'request',
      );
    });
    return { requestId, trace };
  };
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** Returns how many bytes of the body have arrived: all that were declared, unless the request was aborted. */
function bytesReceived(request: IncomingMessage, readBefore: number): number {
  if (!hasBody(request)) return 0;
  const { headers, complete, socket } = request;
  const declared = headers['content-length'];
  return complete && declared !== undefined ? Number(declared) : socket.bytesRead - readBefore;
}

/** Creates middleware that observes each request and sends its id, for support requests and to match a proxy's log. */
export function requestLog(observe: RequestObserver): RequestHandler {
  return (request, response, next) => {
    const { requestId, trace } = observe(request, response, request.path);
    Object.assign(response.locals, { requestId, trace });
    response.set('Request-Id', requestId);
    next();
  };
}
