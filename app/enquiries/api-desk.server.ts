import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { fileFieldName } from '#app/uploads/field-names.ts';
import type { FileStore } from '#app/uploads/file-store.server.ts';
import { chauffeurCall } from './booking/chauffeur-call.ts';
import { hotelCall } from './booking/hotel-call.ts';
import { contactCall } from './contact/contact-call.ts';
import { answerToFault, type Desk, type DeskAnswer } from './desk.server.ts';
import type { CallFields } from './call-fields.ts';
import type { Enquiry, EnquiryKind, Parcel } from './enquiry.ts';
import { flightCall } from './flight-call.ts';
import { heldBackFigures, heldBackNotice } from './held-back.ts';
import { medicalFlightCall } from './medical-flight/medical-flight-call.ts';
import { multipartBody } from './multipart-body.server.ts';
import { formatReference } from './reference.ts';

/** The API may think for this long between two bytes before it counts as away. */
const silence = 60_000;
/** An API that trickles must not hold a delivery for ever. */
const longestDelivery = 30 * 60_000;
/** The last bytes may still be on their way out when the answer to them is there already. */
const earlyAnswerGrace = 1_000;
const answerLimit = 64 * 1024;
const answerSchema = z.object({ success: z.boolean() });

/** The product's API as desk: one multipart POST for each parcel, files streamed from the store. */
export function apiDesk(apiUrl: string, store: FileStore): Desk {
  return {
    name: 'api',
    async deliver(parcel, idempotencyKey) {
      try {
        const { path, fields } = callFor(parcel);
        const { reference, attachments } =
          parcel.purpose === 'erasure' ? { ...parcel, attachments: [] } : parcel.enquiry;
        const body = multipartBody(fields, fileFieldName, attachments, store);
        return await post(new URL(apiUrl + path), body, {
          'Idempotency-Key': idempotencyKey,
          // The agreed body has no place for these; a person who calls names the reference.
          'Enquiry-Reference': formatReference(reference),
          ...(parcel.purpose !== 'erasure' && parcel.enquiry.mayBeAutomated
            ? { 'Enquiry-May-Be-Automated': 'yes' }
            : {}),
          ...('heldBack' in parcel &&
            parcel.heldBack && { 'Enquiry-Withheld-Files': heldBackFigures(parcel.heldBack) }),
        });
      } catch (error) {
        return answerToFault(error, reasonOf(error));
      }
    },
  };
}

/** A multipart POST, without its files. */
interface Call {
  /** Below the API's address. */
  path: string;
  fields: CallFields;
}

/**
 * How a parcel is told to the API. What comes later is told by the call of the enquiry itself, so that an API that
 * knows nothing of additions shows it to a person all the same: whole, with the new files only, and a message that
 * names the reference. Files that stay here are told in the message.
 */
function callFor(parcel: Parcel): Call {
  if (parcel.purpose === 'erasure') {
    return { path: paths[parcel.kind], fields: [['message', `please erase ${formatReference(parcel.reference)}`]] };
  }
  const { purpose, enquiry, heldBack } = parcel;
  const call = callOf(enquiry);
  const notice = heldBack ? [heldBackNotice(heldBack)] : [];
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

/** Where each kind of enquiry goes. */
const paths: Record<EnquiryKind, string> = {
  evacuation: '/ambulance',
  'medical-flight': '/ambulance',
  contact: '/contact',
  hotel: '/hotel',
  chauffeur: '/chauffeur',
};

function callOf(enquiry: Enquiry): Call {
  const path = paths[enquiry.kind];
  switch (enquiry.kind) {
    case 'evacuation':
      return { path, fields: flightCall(enquiry) };
    case 'medical-flight':
      return { path, fields: medicalFlightCall(enquiry) };
    case 'contact':
      return { path, fields: contactCall(enquiry) };
    case 'hotel':
      return { path, fields: hotelCall(enquiry) };
    case 'chauffeur':
      return { path, fields: chauffeurCall(enquiry) };
  }
}

async function post(
  url: URL,
  body: ReturnType<typeof multipartBody>,
  headers: Record<string, string>,
): Promise<DeskAnswer> {
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    method: 'POST',
    timeout: silence,
    signal: AbortSignal.timeout(longestDelivery),
    // A connection of its own: a kept one may have been closed by the other side just now.
    agent: false,
    headers: {
      Accept: 'application/json',
      'Content-Type': body.contentType,
      'Content-Length': body.contentLength,
      ...headers,
    },
  });
  request.on('timeout', () => request.destroy(new Error('no answer for a minute')));
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve);
    request.on('error', reject);
    request.on('close', () => reject(new Error('closed without an answer')));
  });

  let sourceError: unknown;
  const source = Readable.from(body.chunks).on('error', (error) => (sourceError = error));
  const sent = pipeline(source, request);
  // An error of the connection shows in `answered`, unless the API answered before it had read everything.
  const isSent = sent.then(
    () => true,
    () => false,
  );
  try {
    const response = await answered;
    const answer = judge(response.statusCode ?? 0, await readText(response));
    // A refusal may come early. Success from an API that has not read everything is none.
    if (answer.outcome === 'accepted' && !(await Promise.race([isSent, pause(earlyAnswerGrace, false)]))) {
      return { outcome: 'unavailable', reason: 'answered before it had everything' };
    }
    return answer;
  } catch (error) {
    throw sourceError ?? error;
  } finally {
    request.destroy();
  }
}

/** Answers about this very request, which it will get again. All others may be an outage, a wrong key, a gateway. */
const refusals = new Set([400, 409, 413, 415, 422]);

/** Success is HTTP ok and `success: true` (spec, section 7); everything else is none. */
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
    if (text.length > answerLimit) throw new Error('answer too long');
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

/** What the system said, without anything of the request: `ECONNREFUSED`, or the message of our own errors. */
function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
