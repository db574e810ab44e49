import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect, isIP } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectSecurely } from 'node:tls';
import { z } from 'zod';
import type { Enquiry, EnquiryKind, OutboxMessage } from '#app/enquiries/enquiry.ts';
import type { ApiFields } from '#app/enquiries/kinds/enquiry-kind.ts';
import { definitionOf } from '#app/enquiries/kinds/enquiry-kinds.server.ts';
import { formatReference } from '#app/enquiries/reference.ts';
import { fileFieldName } from '#app/forms/field-names.ts';
import { newTraceparent } from '#app/ids/trace-context.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';
import { type DeliveryAttempt, type DeliveryResult, type Desk, failureResult } from './desk.server.ts';
import { describeOmittedFiles, filesOfFlightCall, filesOfMessage, messageFields, messagePath } from './message-call.ts';
import { buildMultipartBody } from './multipart-body.server.ts';
import { describeWithheldFiles, formatWithheldCounts } from './withheld-files.ts';
import { withholdMissingFiles } from './withhold-missing-files.server.ts';

/** Idle timeout of the connection (ms). */
const idleTimeout = 60_000;
/** Timeout for a whole delivery (ms), in case the API sends its response very slowly. */
const deliveryTimeout = 30 * 60_000;
/** Connection timeout for a desk check (ms). */
const checkTimeout = 15_000;
/** How long to wait for the request body to be sent once the response has arrived (ms). */
const bodySentTimeout = 1_000;
const maxResponseLength = 64 * 1024;
const responseSchema = z.object({ success: z.boolean() });

/**
 * The product's API as a desk: one multipart POST per outbox message, with files streamed from the store. docs/api.md and
 * docs/openapi.json describe what it sends and what it expects.
 * @param apiUrl base URL without a trailing slash
 * @param token the API's bearer token (RFC 6750), if it requires one
 */
export function apiDesk(apiUrl: string, store: FileStore, token?: string): Desk {
  return {
    name: 'api',
    async deliver(queuedMessage, attempt) {
      try {
        const outboxMessage = await withholdMissingFiles(queuedMessage, store);
        const { path, fields, files } = callFor(outboxMessage);
        const body = buildMultipartBody(fields, fileFieldName, files, store);
        return await post(new URL(apiUrl + path), body, {
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          ...headersFor(outboxMessage, attempt),
        });
      } catch (error) {
        return failureResult(error, reasonOf(error));
      }
    },
    async check() {
      try {
        await testConnection(new URL(apiUrl));
        return { outcome: 'accepted' };
      } catch (error) {
        return { outcome: 'unavailable', reason: reasonOf(error) };
      }
    },
  };
}

/** Returns the headers that describe a message. The API's body has no fields for them. */
function headersFor(outboxMessage: OutboxMessage, attempt: DeliveryAttempt): Record<string, string> {
  const { purpose, createdAt } = outboxMessage;
  const headers = {
    'Idempotency-Key': attempt.idempotencyKey,
    'Enquiry-Attempt': String(attempt.number),
    'Enquiry-Purpose': purpose,
    'Enquiry-Received-At': new Date(createdAt).toISOString(),
    ...(attempt.trace && { traceparent: newTraceparent(attempt.trace) }),
  };
  // Visitors quote the reference when they call.
  if (purpose === 'erasure') return { ...headers, 'Enquiry-Reference': formatReference(outboxMessage.reference) };
  const { enquiry, withheld } = outboxMessage;
  return {
    ...headers,
    'Enquiry-Reference': formatReference(enquiry.reference),
    'Enquiry-Privacy-Notice': enquiry.privacyNotice,
    ...(enquiry.mayBeAutomated && { 'Enquiry-May-Be-Automated': 'yes' }),
    ...(withheld && { 'Enquiry-Withheld-Files': formatWithheldCounts(withheld) }),
  };
}

/** Opens and closes a connection without sending a request; uses TLS for an https URL. */
async function testConnection(url: URL): Promise<void> {
  const isSecure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = Number(url.port || (isSecure ? 443 : 80));
  const socket = isSecure
    ? connectSecurely({ host, port, ...(isIP(host) === 0 && { servername: host }) })
    : connect({ host, port });
  try {
    await once(socket, isSecure ? 'secureConnect' : 'connect', { signal: AbortSignal.timeout(checkTimeout) });
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw new Error('connection timeout', { cause: error });
    throw error;
  } finally {
    // Errors while closing do not matter.
    socket.on('error', () => undefined);
    socket.destroy();
  }
}

interface ApiCall {
  /** Path relative to the API's URL. */
  path: string;
  fields: ApiFields;
  files: readonly StoredFile[];
}

/**
 * Returns the API call for an outbox message. An addition repeats the enquiry's call with only the new files and with the
 * reference in its message: an API that does not support additions still shows it to a person. The message also lists
 * withheld files.
 */
function callFor(outboxMessage: OutboxMessage): ApiCall {
  if (outboxMessage.purpose === 'erasure') {
    return {
      path: pathFor(outboxMessage.kind),
      fields: [['message', `please erase ${formatReference(outboxMessage.reference)}`]],
      files: [],
    };
  }
  const { purpose, enquiry, withheld } = outboxMessage;
  const call = enquiryCall(enquiry);
  const omitted = enquiry.attachments.filter((file) => !call.files.includes(file));
  const notes = [
    ...(withheld ? [describeWithheldFiles(withheld)] : []),
    ...(omitted.length > 0 ? [describeOmittedFiles(omitted, enquiry.reference)] : []),
  ];
  if (purpose === 'enquiry') {
    if (notes.length === 0) return call;
    const message = call.fields.find(([name]) => name === 'message')?.[1];
    const otherFields = call.fields.filter(([name]) => name !== 'message');
    return { ...call, fields: [...otherFields, ['message', [...(message ? [message] : []), ...notes].join('\n\n')]] };
  }
  const summary = {
    documents: 'further documents for',
    answer: 'answer to',
    correction: 'corrected contact details of',
  }[purpose];
  const text = purpose === 'answer' ? [outboxMessage.text] : [];
  const fields = call.fields.filter(([name]) => name !== 'message');
  const message = [`${summary} ${formatReference(enquiry.reference)}`, ...text, ...notes].join('\n\n');
  return { ...call, fields: [...fields, ['message', message]] };
}

function enquiryCall(enquiry: Enquiry): ApiCall {
  const { kind, fields, language, attachments } = enquiry;
  const { apiRequest } = definitionOf(kind);
  const path = pathFor(kind);
  return apiRequest === 'message'
    ? { path, fields: messageFields(enquiry), files: filesOfMessage(attachments) }
    : { path, fields: apiRequest.fields(fields, language), files: filesOfFlightCall(attachments) };
}

function pathFor(kind: EnquiryKind): string {
  const { apiRequest } = definitionOf(kind);
  return apiRequest === 'message' ? messagePath : apiRequest.path;
}

async function post(
  url: URL,
  body: ReturnType<typeof buildMultipartBody>,
  headers: Record<string, string>,
): Promise<DeliveryResult> {
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    method: 'POST',
    timeout: idleTimeout,
    signal: AbortSignal.timeout(deliveryTimeout),
    // Opens a new connection each time, because the API may just have closed a kept-alive one.
    agent: false,
    headers: {
      Accept: 'application/json',
      'Content-Type': body.contentType,
      'Content-Length': body.contentLength,
      ...headers,
    },
  });
  request.on('timeout', () => request.destroy(new Error('idle timeout')));
  const responsePromise = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve);
    request.on('error', reject);
    request.on('close', () => reject(new Error('closed without a response')));
  });

  let sourceError: unknown;
  const source = Readable.from(body.chunks).on('error', (error) => (sourceError = error));
  const sent = pipeline(source, request);
  // A connection error rejects `responsePromise`, unless the API responded before reading the whole request.
  const bodySent = sent.then(
    () => true,
    () => false,
  );
  try {
    const response = await responsePromise;
    const result = resultFromResponse(response.statusCode ?? 0, await readText(response));
    // A rejection may arrive early, but success before the API has read the whole request does not count.
    if (result.outcome === 'accepted' && !(await Promise.race([bodySent, pause(bodySentTimeout, false)]))) {
      return { outcome: 'unavailable', reason: 'response before the request was complete' };
    }
    return result;
  } catch (error) {
    throw sourceError ?? error;
  } finally {
    request.destroy();
  }
}

/** Statuses that reject the message permanently. An outage, a wrong key or a gateway may cause any other status. */
const rejectionStatuses = new Set([400, 409, 413, 415, 422]);

/** Interprets a response. Success requires a 2xx status and `success: true` (spec, section 7). */
function resultFromResponse(status: number, text: string): DeliveryResult {
  const isOk = status >= 200 && status < 300;
  const body = responseSchema.safeParse(parseJson(text));
  if (isOk && body.success && body.data.success) return { outcome: 'accepted' };
  const reason = isOk ? (body.success ? 'success: false' : 'unexpected response') : `status ${status}`;
  return { outcome: rejectionStatuses.has(status) ? 'refused' : 'unavailable', reason };
}

async function readText(response: IncomingMessage): Promise<string> {
  let text = '';
  response.setEncoding('utf8');
  for await (const chunk of response) {
    text += chunk as string;
    if (text.length > maxResponseLength) throw new Error('response too long');
  }
  return text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a system error code such as `ECONNREFUSED`, or the message of one of our own errors; no request content. */
function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
