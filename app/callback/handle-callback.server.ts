import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '#app/database/database.server.ts';
import { isDatabaseUnavailable, outageRetryAfter } from '#app/database/database-error.ts';
import { reportableStates } from '#app/enquiries/progress/progress.ts';
import { recordProgress } from '#app/enquiries/progress/record-progress.server.ts';
import { formatReference, parseReference } from '#app/enquiries/reference.ts';
import type { Log } from '#app/log/log.server.ts';
import { readText } from '#app/uploads/receive/read-text.server.ts';
import { maxCallbackBytes } from './callback-address.ts';
import { callbackProblem } from './callback-problems.ts';

const bodySchema = z.strictObject({
  state: z.enum(reportableStates),
  at: z.iso
    .datetime({ offset: true })
    .transform((time) => Date.parse(time))
    .optional(),
});

/**
 * Handles a request from the company's system, which reports what has happened to an enquiry (docs/openapi.json). A
 * rejected request changes nothing, and without the right token it does not even reach the database.
 * @param typedReference the reference in the request's URL
 * @param token `API_CALLBACK_TOKEN`; if undefined, the endpoint does not exist
 * @returns a response with a JSON body: 200, 401, 404, 405, 413, 422, 500 or 503
 */
export async function handleCallback(
  request: Request,
  typedReference: string,
  token: string | undefined,
  { database, log }: { database: Database; log: Log },
): Promise<Response> {
  if (token === undefined) return rejection(404);
  if (request.method !== 'POST') return rejection(405, { Allow: 'POST' });
  if (!isAuthorized(request, token)) return rejection(401, { 'WWW-Authenticate': 'Bearer' });
  const text = await readText(request, maxCallbackBytes);
  if (text === undefined) return rejection(413);
  const body = bodySchema.safeParse(parseJson(text));
  if (!body.success) return rejection(422);
  const reference = parseReference(typedReference);
  if (reference === undefined) return rejection(404);
  const { state, at } = body.data;
  try {
    const outcome = await recordProgress(database, reference, { state, at, source: 'api' }, Date.now());
    if (outcome === 'unknown') return rejection(404);
    if (outcome === 'impossible_time') return rejection(422);
    log.info({ reference, state, outcome }, 'progress reported');
    return respond(200, { reference: formatReference(reference), state, recorded: outcome === 'recorded' });
  } catch (error) {
    log.error({ err: error }, 'Progress could not be recorded; the company’s system has to report it again');
    return isDatabaseUnavailable(error) ? rejection(503, { 'Retry-After': String(outageRetryAfter) }) : rejection(500);
  }
}

/** Compares hashes, so that the duration of the comparison reveals nothing about the token or its length. */
function isAuthorized(request: Request, token: string): boolean {
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(request.headers.get('Authorization') ?? '') ?? [];
  return timingSafeEqual(sha256(given), sha256(token));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function rejection(status: number, headers?: Record<string, string>): Response {
  return respond(status, callbackProblem(status), headers);
}

function respond(status: number, body: object, headers?: Record<string, string>): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
