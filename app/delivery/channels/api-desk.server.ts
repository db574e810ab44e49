import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect, isIP } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectSecurely } from 'node:tls';
import { z } from 'zod';
import type { Enquiry, OutboxMessage } from '#app/enquiries/enquiry.ts';
import type { CallFields } from '#app/enquiries/kinds/enquiry-kind.ts';
import { definitionOf } from '#app/enquiries/kinds/enquiry-kinds.server.ts';
import { formatReference } from '#app/enquiries/reference.ts';
import { fileFieldName } from '#app/forms/field-names.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import { answerToError, type Desk, type DeskAnswer } from './desk.server.ts';
import { multipartBody } from './multipart-body.server.ts';
import { withheldFilesCounts, withheldFilesNote } from './withheld-files.ts';
import { withoutMissingFiles } from './without-missing-files.server.ts';

/** Idle timeout of the connection (ms). */
const idleTimeout = 60_000;
/** Timeout of a whole delivery (ms), against an API that sends its response very slowly. */
const deliveryTimeout = 30 * 60_000;
/** Connection timeout of a check (ms). */
const checkTimeout = 15_000;
/** How long to wait for the request to finish after the response has arrived (ms). */
const requestEndGrace = 1_000;
const maxResponseLength = 64 * 1024;
const answerSchema = z.object({ success: z.boolean() });

/** The product's API as a desk: one multipart POST per outbox message, with files streamed from the store. */
export function apiDesk(apiUrl: string, store: FileStore): Desk {
  return {
    name: 'api',
    async deliver(whole, idempotencyKey) {
      try {
        const outboxMessage = await withoutMissingFiles(whole, store);
        const { path, fields } = callFor(outboxMessage);
        const { reference, attachments } =
          outboxMessage.purpose === 'erasure' ? { ...outboxMessage, attachments: [] } : outboxMessage.enquiry;
        const body = multipartBody(fields, fileFieldName, attachments, store);
        return await post(new URL(apiUrl + path), body, {
          'Idempotency-Key': idempotencyKey,
          // The agreed body has no field for these; callers quote the reference.
          'Enquiry-Reference': formatReference(reference),
          ...(outboxMessage.purpose !== 'erasure' && outboxMessage.enquiry.mayBeAutomated
            ? { 'Enquiry-May-Be-Automated': 'yes' }
            : {}),
          ...('withheld' in outboxMessage &&
            outboxMessage.withheld && { 'Enquiry-Withheld-Files': withheldFilesCounts(outboxMessage.withheld) }),
        });
      } catch (error) {
        return answerToError(error, reasonOf(error));
      }
    },
    async check() {
      try {
        await connectTo(new URL(apiUrl));
        return { outcome: 'accepted' };
      } catch (error) {
        return { outcome: 'unavailable', reason: reasonOf(error) };
      }
    },
  };
}

/** Opens and closes a connection without a request; with TLS for an https URL. */
async function connectTo(url: URL): Promise<void> {
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
    // Ignore errors while closing.
    socket.on('error', () => undefined);
    socket.destroy();
  }
}

/** A call of the API, without files. */
interface Call {
  /** Relative to the API's URL. */
  path: string;
  fields: CallFields;
}

/**
 * The API call for an outbox message. Additions repeat the call of the enquiry with only the new files and a message with
 * the reference, so that an API without support for additions still shows them to a person. The message also lists
 * withheld files.
 */
function callFor(outboxMessage: OutboxMessage): Call {
  if (outboxMessage.purpose === 'erasure') {
    return {
      path: definitionOf(outboxMessage.kind).call.path,
      fields: [['message', `please erase ${formatReference(outboxMessage.reference)}`]],
    };
  }
  const { purpose, enquiry, withheld } = outboxMessage;
  const call = callOf(enquiry);
  const notice = withheld ? [withheldFilesNote(withheld)] : [];
  if (purpose === 'enquiry') {
    if (notice.length === 0) return call;
    const message = call.fields.find(([name]) => name === 'message')?.[1];
    const others = call.fields.filter(([name]) => name !== 'message');
    return { ...call, fields: [...others, ['message', [...(message ? [message] : []), ...notice].join('\n\n')]] };
  }
  const what = purpose === 'documents' ? 'further documents for' : 'corrected contact details of';
  const fields = call.fields.filter(([name]) => name !== 'message');
  const message = [`${what} ${formatReference(enquiry.reference)}`, ...notice].join('\n\n');
  return { ...call, fields: [...fields, ['message', message]] };
}

function callOf({ kind, fields, language }: Enquiry): Call {
  const { call } = definitionOf(kind);
  return { path: call.path, fields: call.fields(fields, language) };
}

async function post(
  url: URL,
  body: ReturnType<typeof multipartBody>,
  headers: Record<string, string>,
): Promise<DeskAnswer> {
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    method: 'POST',
    timeout: idleTimeout,
    signal: AbortSignal.timeout(deliveryTimeout),
    // A new connection each time: a kept-alive one may just have been closed by the API.
    agent: false,
    headers: {
      Accept: 'application/json',
      'Content-Type': body.contentType,
      'Content-Length': body.contentLength,
      ...headers,
    },
  });
  request.on('timeout', () => request.destroy(new Error('idle timeout')));
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve);
    request.on('error', reject);
    request.on('close', () => reject(new Error('closed without an answer')));
  });

  let sourceError: unknown;
  const source = Readable.from(body.chunks).on('error', (error) => (sourceError = error));
  const sent = pipeline(source, request);
  // A connection error rejects `answered`, unless the API responded before reading everything.
  const isSent = sent.then(
    () => true,
    () => false,
  );
  try {
    const response = await answered;
    const answer = judge(response.statusCode ?? 0, await readText(response));
    // A refusal may come early, but success before the API has read everything does not count.
    if (answer.outcome === 'accepted' && !(await Promise.race([isSent, pause(requestEndGrace, false)]))) {
      return { outcome: 'unavailable', reason: 'answered before it had everything' };
    }
    return answer;
  } catch (error) {
    throw sourceError ?? error;
  } finally {
    request.destroy();
  }
}

/** Statuses that reject this request for good. All others may be caused by an outage, a wrong key or a gateway. */
const refusals = new Set([400, 409, 413, 415, 422]);

/** Success requires a 2xx status and `success: true` (spec, section 7). */
function judge(status: number, text: string): DeskAnswer {
  const isOk = status >= 200 && status < 300;
  const answer = answerSchema.safeParse(parseJson(text));
  if (isOk && answer.success && answer.data.success) return { outcome: 'accepted' };
  const reason = isOk ? (answer.success ? 'success: false' : 'not the agreed answer') : `status ${status}`;
  return { outcome: refusals.has(status) ? 'refused' : 'unavailable', reason };
}

async function readText(response: IncomingMessage): Promise<string> {
  let text = '';
  response.setEncoding('utf8');
  for await (const chunk of response) {
    text += chunk as string;
    if (text.length > maxResponseLength) throw new Error('answer too long');
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

/** A system error code such as `ECONNREFUSED`, or the message of our own errors; no content of the request. */
function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
