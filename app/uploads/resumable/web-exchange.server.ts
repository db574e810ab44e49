import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Request as ExpressRequest, Response as ExpressResponse } from 'express';
import { uploadsPath } from '../uploads-path.ts';

/**
 * Converts an Express request for the tus server. An interrupted body ends normally, so that the bytes received are
 * written.
 * @param evictionSignal aborts when another request needs this one's slot, which ends the body as if interrupted
 */
export function toWebRequest(request: ExpressRequest, evictionSignal?: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) if (value) headers.set(name, String(value));
  const body =
    request.method === 'PATCH' || request.method === 'POST'
      ? Readable.toWeb(interruptibleBody(request, evictionSignal))
      : null;
  return new Request(`http://localhost${uploadsPath}${request.path === '/' ? '' : request.path}`, {
    method: request.method,
    headers,
    body,
    duplex: 'half',
  } as RequestInit);
}

function interruptibleBody(request: ExpressRequest, evictionSignal?: AbortSignal): Readable {
  const body = new PassThrough();
  // The browser then requests the offset and resumes.
  request.on('error', () => body.end());
  request.once('close', () => body.end());
  evictionSignal?.addEventListener('abort', () => {
    request.unpipe(body).resume();
    body.end();
  });
  return request.pipe(body);
}

/**
 * Sends the response of the tus server without its CORS headers, since no other site uses this endpoint.
 * @param evictionSignal see {@link toWebRequest}; if aborted, the rest of the body is not drained
 */
export async function sendResponse(
  tusResponse: Response,
  response: ExpressResponse,
  evictionSignal?: AbortSignal,
): Promise<void> {
  const body = await tusResponse.text();
  response.status(tusResponse.status);
  // When a reused connection breaks, Chrome resends the whole request even though we already have its first bytes, so
  // the tus server responds with 409. Closing the connection makes the browser request the offset. All other responses
  // require that the body is drained first.
  const shouldClose = tusResponse.status === 409 || evictionSignal?.aborted;
  for (const [name, value] of tusResponse.headers) if (!isReservedHeader(name)) response.set(name, value);
  if (shouldClose) response.set('Connection', 'close');
  else await drain(response.req);
  if (body) response.type(mediaTypeOf(body));
  response.end(body);
}

/** Drains the part of the body that the tus server has not read. */
async function drain(request: ExpressRequest): Promise<void> {
  try {
    await finished(request.unpipe().resume(), { writable: false });
  } catch {
    // The connection broke, so the response cannot arrive anyway.
  }
}

/**
 * Whether only our code may set a header. The tus server would close the connection of every request whose body it
 * has not fully read.
 */
function isReservedHeader(header: string): boolean {
  return header === 'connection' || header.startsWith('access-control-');
}

/** Returns the media type of a body that is either JSON or plain text. */
export function mediaTypeOf(body: string): string {
  return body.startsWith('{') ? 'json' : 'text';
}
