import { pipeline } from 'node:stream/promises';
import {
  type AppLoadContext,
  createReadableStreamFromReadable,
  createRequestHandler,
  type RequestHandler as PageHandler,
  type ServerBuild,
} from '@remix-run/node';
import type { NextFunction, Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from 'express';
import { bestEncoding, compressFast, type Encoding } from '../compress.server.ts';
import { drainRequest } from '../drain-request.server.ts';
import { requestedHost } from '../requested-host.server.ts';
import { routeCandidates } from './route-candidates.server.ts';

interface RemixHandlerOptions {
  build: ServerBuild;
  /** NODE_ENV. */
  mode: string;
  createLoadContext: (request: ExpressRequest, response: ExpressResponse) => AppLoadContext;
  /** Compresses everything but documents, such as loader data. */
  compressResponse: RequestHandler;
}

/** Bodies smaller than this are not compressed (bytes). */
const minCompressed = 1_000;

/**
 * Creates the handler for all URLs that Remix serves. Remix's own adapter for Express passes every document through two
 * streams and matches its path against all routes. This handler sends the rendered page, and gives Remix only the
 * routes that may match.
 */
export function remixHandler({
  build,
  mode,
  createLoadContext,
  compressResponse,
}: RemixHandlerOptions): RequestHandler {
  const candidatesFor = routeCandidates(build);
  const handlers = new Map<ServerBuild, PageHandler>();

  function handlerFor(request: ExpressRequest): PageHandler {
    // Loader data is requested by the id of a route, which need not match the path.
    const candidates = '_data' in request.query ? build : candidatesFor(request.path);
    let handler = handlers.get(candidates);
    if (!handler) {
      handler = createRequestHandler(candidates, mode);
      handlers.set(candidates, handler);
    }
    return handler;
  }

  async function respond(request: ExpressRequest, response: ExpressResponse, next: NextFunction): Promise<void> {
    const loadContext = createLoadContext(request, response);
    const document: AppLoadContext['document'] = {};
    loadContext.document = document;
    const pageRequest = toWebRequest(request, response);
    const rendered = await handlerFor(request)(pageRequest, loadContext);
    // Not read if the address has no action. Otherwise, the action drains its body itself.
    const isUnread = pageRequest.body?.locked === false;
    if (isUnread && !(await drainRequest(request))) response.set('Connection', 'close');
    response.status(rendered.status);
    for (const [name, value] of rendered.headers) response.append(name, value);
    if (document.body) {
      sendDocument(document.body, request, response);
    } else if (rendered.body) {
      const { body } = rendered;
      compressResponse(request, response, () => {
        // The log, the limits and the pipeline all listen for the response's end: more than the ten listeners that Node
        // expects.
        response.setMaxListeners(20);
        // Remix's own function ignores backpressure: for a slow client, a study of 500 MB would be held in memory.
        pipeline(body, response).catch((error: unknown) => {
          const hasClientLeft = (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
          if (!hasClientLeft) next(error);
        });
      });
    } else {
      response.end();
    }
  }

  return (request, response, next) => {
    respond(request, response, next).catch(next);
  };
}

function sendDocument(identity: Buffer, request: ExpressRequest, response: ExpressResponse): void {
  response.vary('Accept-Encoding');
  const encoding: Encoding = identity.length < minCompressed ? 'identity' : bestEncoding(request);
  const body = compressFast(identity, encoding);
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/**
 * Converts an Express request to a Fetch request. Its signal aborts when the client disconnects before the response.
 */
function toWebRequest(request: ExpressRequest, response: ExpressResponse): Request {
  const { method, protocol, originalUrl } = request;
  const aborted = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) aborted.abort();
  });
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(`${protocol}://${requestedHost(request) ?? 'localhost'}${originalUrl}`, {
    method,
    headers: toHeaders(request),
    signal: aborted.signal,
    ...(hasBody ? { body: createReadableStreamFromReadable(request), duplex: 'half' } : {}),
  });
}

function toHeaders({ headers }: ExpressRequest): Headers {
  const converted = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string') converted.set(name, value);
    else for (const each of value ?? []) converted.append(name, each);
  }
  return converted;
}
