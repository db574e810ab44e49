import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Busboy } from '@fastify/busboy';
import { fileFieldName } from '#app/forms/field-names.ts';
import { type DescribedRequest, findUndescribed } from './api-description.ts';
import { type StandInFlights, standInFlights } from './stand-in-flights.ts';

/** How the stand-in treats a request. */
export type Behaviour = 'ok' | 'slow' | 'error' | 'refuses' | 'unsuccessful' | 'connection-reset' | 'not-json';

/** A request as received by the API. */
export interface ReceivedCall {
  path: string;
  idempotencyKey: string | undefined;
  /** The reference that the site gave the visitor. */
  reference: string | undefined;
  /** What the message is, for example `documents`. */
  purpose: string | undefined;
  /** When the message arrived at the site. */
  receivedAt: string | undefined;
  /** The version of the privacy notice. */
  privacyNotice: string | undefined;
  /** The number of the attempt. */
  attempt: string | undefined;
  /** The trace that it belongs to. */
  traceparent: string | undefined;
  /** Whether the site marked it as possibly sent by a bot. */
  mayBeAutomated: boolean;
  /** The header that describes withheld files. */
  withheld: string | undefined;
  contentType: string;
  contentLength: string | undefined;
  /** In body order; the value of a file is its name. */
  parts: { name: string; value: string }[];
  files: ReceivedFile[];
  /** Whether the response was `success: true`. */
  accepted: boolean;
}

interface ReceivedFile {
  name: string;
  type: string;
  size: number;
  sha256: string;
  /** The first 64 KiB of the file. */
  head: Buffer;
}

export interface StandInApi {
  url: string;
  received: ReceivedCall[];
  /** Sets the behaviour; a function is called for each request. */
  setBehaviour(behaviour: Behaviour | (() => Behaviour)): void;
  /** Rejects any request without this bearer token with status 401 from now on. */
  requireToken(token: string): void;
  /** The flight search, with its own controls. */
  flights: StandInFlights;
  /** Whether no connection is open and no request is being answered. */
  isIdle(): Promise<boolean>;
  /** Stops the server. @throws if docs/openapi.json does not describe every request that it has received */
  close(): Promise<void>;
}

/** The endpoints for the kinds of enquiries. */
const paths = new Set(['/ambulance', '/contact', '/hotel', '/chauffeur']);

/** Longer than the site makes a visitor wait (ms). */
const defaultSlowDelay = 12_000;

/** The length of `ReceivedFile.head` (bytes). */
const headLength = 64 * 1024;

/**
 * Starts the product's API as a real HTTP server (spec, section 7), which records requests and can be made to fail. For
 * manual use, `POST /behave` sets the behaviour and `GET /received` lists the requests.
 * @param slowDelay duration of a slow response (ms)
 */
export async function startStandInApi(port = 0, slowDelay = defaultSlowDelay): Promise<StandInApi> {
  let behaviour: Behaviour | (() => Behaviour) = 'ok';
  let requiredToken: string | undefined;
  const received: ReceivedCall[] = [];
  const undescribed: string[] = [];
  const describe = (request: IncomingMessage, body?: DescribedRequest['body']) => {
    const { method = '', url: target = '', headers } = request;
    const problems = findUndescribed({ method, target, headers, body });
    for (const problem of problems) console.error('docs/openapi.json:', problem);
    undescribed.push(...problems);
  };
  const { flights, handle: handleFlightRequest } = standInFlights(slowDelay, describe);

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (request.method === 'GET' && request.url === '/received') return void json(200, withoutHeads(received));
    if (request.method === 'POST' && request.url === '/behave') {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      behaviour = body.trim() as Behaviour;
      return void json(200, { behaviour });
    }
    if (requiredToken !== undefined && request.headers.authorization !== `Bearer ${requiredToken}`) {
      request.resume();
      return void json(401, { success: false });
    }
    if (await handleFlightRequest(request, response)) return;
    if (request.method !== 'POST' || !paths.has(request.url ?? '')) {
      describe(request);
      return void json(404, { success: false });
    }

    const current = typeof behaviour === 'function' ? behaviour() : behaviour;
    if (current === 'connection-reset') {
      request.once('data', () => request.socket.destroy());
      return;
    }
    const call = await readCall(request);
    describe(request, { parts: partsOf(call) });
    received.push(call);
    if (current === 'slow') await pause(slowDelay);
    if (current === 'error') return void json(500, { success: false });
    if (current === 'refuses') return void json(422, { success: false });
    if (current === 'unsuccessful') return void json(200, { success: false });
    if (current === 'not-json') return void response.end('<html>success: true</html>');
    call.accepted = true;
    json(200, { success: true });
  }

  let answering = 0;
  const server = createServer((request, response) => {
    answering += 1;
    respond(request, response)
      .catch((error: unknown) => {
        // A request is incomplete if a test killed the site, which is not an error.
        if (request.complete) console.error('stand-in API:', error);
        response.destroy();
      })
      .finally(() => (answering -= 1));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    setBehaviour: (next) => (behaviour = next),
    requireToken: (token) => (requiredToken = token),
    flights,
    isIdle: () => new Promise((resolve) => server.getConnections((_, open) => resolve(open === 0 && answering === 0))),
    async close() {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      if (undescribed.length > 0) {
        throw new Error(`docs/openapi.json does not describe what the API received:\n${undescribed.join('\n')}`);
      }
    },
  };
}

/** Omits the contents of files, for display. */
function withoutHeads(calls: ReceivedCall[]) {
  return calls.map((call) => ({ ...call, files: call.files.map((file) => ({ ...file, head: undefined })) }));
}

/** Lists the parts of a call with the types of its files, which come in the same order. */
function partsOf({ parts, files }: ReceivedCall) {
  const types = files.map(({ type }) => type);
  return parts.map(({ name, value }) => ({ name, value, ...(name === fileFieldName && { type: types.shift() }) }));
}

async function readCall(request: IncomingMessage): Promise<ReceivedCall> {
  const contentType = request.headers['content-type'] ?? '';
  const call: ReceivedCall = {
    path: request.url ?? '',
    idempotencyKey: request.headers['idempotency-key']?.toString(),
    reference: request.headers['enquiry-reference']?.toString(),
    purpose: request.headers['enquiry-purpose']?.toString(),
    receivedAt: request.headers['enquiry-received-at']?.toString(),
    privacyNotice: request.headers['enquiry-privacy-notice']?.toString(),
    attempt: request.headers['enquiry-attempt']?.toString(),
    traceparent: request.headers.traceparent?.toString(),
    mayBeAutomated: request.headers['enquiry-may-be-automated'] === 'yes',
    withheld: request.headers['enquiry-withheld-files']?.toString(),
    contentType,
    contentLength: request.headers['content-length'],
    parts: [],
    files: [],
    accepted: false,
  };
  const parser = new Busboy({ headers: { 'content-type': contentType } });
  parser.on('field', (name, value) => call.parts.push({ name, value }));
  parser.on('file', (name, stream, filename, _encoding, type) => {
    call.parts.push({ name, value: filename });
    const file: ReceivedFile = { name: filename, type, size: 0, sha256: '', head: Buffer.alloc(0) };
    call.files.push(file);
    const hash = createHash('sha256');
    stream.on('data', (chunk: Buffer) => {
      file.size += chunk.length;
      file.head = Buffer.concat([file.head, chunk.subarray(0, headLength - file.head.length)]);
      hash.update(chunk);
    });
    stream.on('end', () => (file.sha256 = hash.digest('hex')));
  });
  await new Promise((resolve, reject) => {
    parser.on('finish', resolve);
    parser.on('error', reject);
    request.on('error', reject);
    request.pipe(parser);
  });
  return call;
}
