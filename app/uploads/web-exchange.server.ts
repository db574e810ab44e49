import { Readable } from 'node:stream';
import type { Request as ExpressRequest, Response as ExpressResponse } from 'express';
import { uploadsPath } from './uploads-path.ts';

/** The request as the tus server takes it. A body that breaks off just ends: what has arrived is written and counts. */
export function webRequest(request: ExpressRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) if (value) headers.set(name, String(value));
  const body = request.method === 'PATCH' || request.method === 'POST' ? Readable.toWeb(untilItBreaks(request)) : null;
  return new Request(`http://localhost${uploadsPath}${request.path === '/' ? '' : request.path}`, {
    method: request.method,
    headers,
    body,
    duplex: 'half',
  } as RequestInit);
}

function untilItBreaks(request: ExpressRequest): Readable {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      // Who stops reading must not end the connection: the answer has to arrive.
      yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
    } catch {
      // The browser comes back and asks how far it got.
    }
  }
  return Readable.from(chunks(), { objectMode: false });
}

/** Passes an answer on, without the headers for other sites' pages: there are none. */
export async function send(answer: Response, response: ExpressResponse): Promise<void> {
  const body = await answer.text();
  response.status(answer.status);
  // Chrome sends a whole piece again by itself when a connection breaks that it had used before; its beginning has
  // arrived, so this one ends here, and the browser asks how far it got. Any other answer reaches its browser only
  // when the rest of the piece has been read.
  if (answer.status === 409) response.set('Connection', 'close');
  else response.req.resume();
  for (const [name, value] of answer.headers) if (!name.startsWith('access-control-')) response.set(name, value);
  if (body) response.type(typeOf(body));
  response.end(body);
}

/** The media type of a body that is either JSON or a sentence. */
export function typeOf(body: string): string {
  return body.startsWith('{') ? 'json' : 'text';
}
