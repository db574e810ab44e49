import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Request as ExpressRequest, Response as ExpressResponse } from 'express';
import { uploadsPath } from '../uploads-path.ts';

/**
 * Converts an Express request for the tus server. An interrupted body ends normally, so that what has arrived is written.
 * @param evictionSignal aborts when another request needs this one's slot: the body ends as if interrupted
 */
export function webRequest(request: ExpressRequest, evictionSignal?: AbortSignal): Request {
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
  // The browser will ask for the offset and resume.
  request.on('error', () => body.end());
  request.once('close', () => body.end());
  evictionSignal?.addEventListener('abort', () => {
    request.unpipe(body).resume();
    body.end();
  });
  return request.pipe(body);
}

/**
 * Sends the tus server's response, without its CORS headers, since no other site uses this endpoint.
 * @param evictionSignal see {@link webRequest}; if aborted, the rest of the body is not drained
 */
export async function send(answer: Response, response: ExpressResponse, evictionSignal?: AbortSignal): Promise<void> {
  const body = await answer.text();
  response.status(answer.status);
  // When a reused connection breaks, Chrome repeats the whole request, although its start has arrived. Closing the
  // connection makes the browser ask for the offset. Any other response arrives only after the body has been drained.
  const isClosed = answer.status === 409 || evictionSignal?.aborted;
  for (const [name, value] of answer.headers) if (!isOurs(name)) response.set(name, value);
  if (isClosed) response.set('Connection', 'close');
  else await drain(response.req);
  if (body) response.type(typeOf(body));
  response.end(body);
}

/** Drains what the tus server has not read. */
async function drain(request: ExpressRequest): Promise<void> {
  try {
    await finished(request.unpipe().resume(), { writable: false });
  } catch {
    // The connection broke, so nobody waits for the response.
  }
}

/** Whether a header is ours to set. The tus server closes the connection of every request that it has not read. */
function isOurs(header: string): boolean {
  return header === 'connection' || header.startsWith('access-control-');
}

/** The media type of a body that is either JSON or plain text. */
export function typeOf(body: string): string {
  return body.startsWith('{') ? 'json' : 'text';
}
