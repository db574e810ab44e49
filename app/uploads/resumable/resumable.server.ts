import { randomBytes } from 'node:crypto';
import { Server as TusServer } from '@tus/server';
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from 'express';
import { hashToken } from '#app/ids/secrets.server.ts';
import { isDisc } from '../disc.ts';
import { isDraftToken } from '../drafts/draft-token.ts';
import { type Drafts, surplusError } from '../drafts/drafts.server.ts';
import { cleanFileName } from '../file-name.ts';
import type { ServerFile } from '../file-status.ts';
import { uploadRules } from '../receive/file-rules.server.ts';
import { headLength } from '../receive/file-type.server.ts';
import type { FileRules } from '../receive/store-files.server.ts';
import { detectUploadType, storeUploadedFile } from '../receive/store-uploaded-file.server.ts';
import type { FileStore } from '../storage/file-store.server.ts';
import { uploadsPath } from '../uploads-path.ts';
import type { Unfinished } from './open-unfinished.server.ts';
import { draftPrefixLength, uploadIdPattern } from './upload-id.ts';
import { statusOf, UploadRejection } from './upload-rejection.server.ts';
import { mediaTypeOf, sendResponse, toWebRequest } from './web-exchange.server.ts';

/** A connection that sends nothing for this long is considered dead (ms). */
const idleTimeout = 60_000;

/** Value of `Retry-After` (s): the sweep frees disk space every hour. */
const retryAfter = 3600;

const collectionMethods = ['OPTIONS', 'POST'];
const uploadMethods = ['OPTIONS', 'HEAD', 'PATCH', 'DELETE'];

/**
 * Metadata stored with an unfinished upload. It does not include the token, so that files on disk give no access to
 * drafts.
 */
interface UploadMetadata {
  /** Id of the draft. */
  draft: string;
  /** Name of the file. */
  name: string;
  /** Key of {@link uploadRules}. */
  rules: string;
}

/** The upload endpoint. */
export interface ResumableUploads {
  /** Mount at {@link uploadsPath}. */
  handler: RequestHandler;
  /** Returns the number of unfinished uploads, and how many of their bytes have arrived. */
  unfinished(): { count: number; bytes: number };
}

interface Log {
  error(details: object, message: string): void;
}

/**
 * Whether a status reports a failure on our side. 501 only rejects an unsupported extension (tus 1.0.0, "Protocol
 * extensions").
 */
const isServerError = (status: number) => status >= 500 && status !== 501;

/**
 * Opens the endpoint that accepts files before their form is submitted. Uploads resume after a broken connection or a
 * restart (tus 1.0.0 with creation, termination and expiration, https://tus.io/protocols/resumable-upload).
 *
 * A creation request contains the token of its draft, which the browser has generated. After the last byte, the file is
 * checked and stored like a file submitted with a form, and added to the draft.
 *
 * @param files file store for completed uploads
 * @param visitorKeyOf returns the visitor key by which the network of an IP address is counted
 */
export function openResumableUploads({
  drafts,
  files,
  log,
  unfinished: { store, index },
  visitorKeyOf,
}: {
  drafts: Drafts;
  files: FileStore;
  log: Log;
  unfinished: Unfinished;
  visitorKeyOf: (address: string | undefined) => number;
}): ResumableUploads {
  index.ready().catch((error: unknown) => log.error({ err: error }, 'The unfinished uploads could not be listed'));
  /** Completions in progress by upload id, so that concurrent requests do not complete an upload twice. */
  const completions = new Map<string, Promise<ServerFile>>();
  /** Creation requests in progress: the visitor key, and the upload id once it is in the index. */
  const creations = new WeakMap<Request, { visitorKey: number; id?: string }>();

  const tus = new TusServer({
    path: uploadsPath,
    datastore: store,
    relativeLocation: true,
    allowedOrigins: [],
    getFileIdFromRequest: (_request, lastPart) => lastPart,
    namingFunction: (_request, metadata) => {
      const draftToken = metadata?.draft;
      if (!isDraftToken(draftToken)) throw new UploadRejection(400, 'The draft is missing\n');
      return hashToken(draftToken).slice(0, draftPrefixLength) + randomBytes(16).toString('hex');
    },
    async onUploadCreate(request, { id, size, metadata }) {
      return { metadata: { ...(await admit(request, id, size, metadata)) } };
    },
    async onUploadFinish(_request, { id }) {
      const { name, size } = await complete(id);
      return { status_code: 200, body: JSON.stringify({ id, name, size }) };
    },
    onResponseError(_request, error) {
      if ('status_code' in error && !isServerError(error.status_code)) return undefined;
      log.error({ err: error }, 'upload not stored');
      return { status_code: 503, body: '' };
    },
  });

  /** Checks a new upload against the rules of its form, and creates its draft if needed. @throws {UploadRejection} */
  async function admit(
    request: Request,
    id: string,
    size: number | undefined,
    metadata: Record<string, string | null> = {},
  ): Promise<UploadMetadata> {
    const rules = rulesOf(metadata.rules);
    if (!rules || !metadata.draft || !metadata.filename || size === undefined) {
      throw new UploadRejection(400, 'Invalid upload metadata\n');
    }
    const name = cleanFileName(metadata.filename);
    if (size === 0) throw new UploadRejection(400, { error: 'file_empty', name });
    const { maxFiles, maxBytes, disc } = rules.limits;
    // Only the content shows whether it is a disc; checking the name spares visitors from uploading a PDF that is too
    // large.
    const maxSize = disc && isDisc({ name }, rules.limits) ? disc.maxBytes : maxBytes;
    if (size > maxSize) throw new UploadRejection(413, { error: 'file_too_large', name });
    const draft = await drafts.getOrCreate(metadata.draft, rules.limits);
    if (!draft) throw new UploadRejection(410, { error: 'draft_expired', name });
    // A file that is too large for a report can only be accepted as a disc.
    const type = size > maxBytes ? 'application/zip' : '';
    const surplus =
      index.countForDraft(id) >= 2 * maxFiles
        ? 'too_many_files'
        : surplusError(draft.files, { type, size }, rules.limits);
    if (surplus) throw new UploadRejection(statusOf(surplus), { error: surplus, name });
    const creation = creations.get(request);
    if (!creation) throw new Error('An upload was created outside a creation request');
    // `makeRoom` has found space for a report; a disc needs more.
    if (size > maxBytes && !(await index.hasRoomToStart(creation.visitorKey, size))) {
      throw new UploadRejection(statusOf('disc_no_room'), { error: 'disc_no_room', name });
    }
    creation.id = id;
    index.start(id, creation.visitorKey, size);
    return { draft: draft.id, name, rules: rules.limits.types };
  }

  /**
   * Whether an upload may be created or continued. If the limit is nearly reached, the oldest empty upload is evicted first.
   */
  async function makeRoom(id: string, visitorKey: number): Promise<boolean> {
    if (id) return index.hasRoomToContinue(id, visitorKey);
    const oldest = index.oldestEmpty();
    if (oldest !== undefined) await store.remove(oldest).catch(() => index.end(oldest, false));
    return index.hasRoomToStart(visitorKey);
  }

  /** Moves a completed upload into its draft. Concurrent calls share one execution. */
  function complete(id: string): Promise<ServerFile> {
    const running = completions.get(id);
    if (running) return running;
    const completion = completeOnce(id)
      .catch(async (error: unknown) => {
        // Another process may have completed it at the same time.
        const found = await drafts.findFile(id);
        if (!found) throw error;
        return found.file;
      })
      .finally(() => completions.delete(id));
    completions.set(id, completion);
    return completion;
  }

  async function completeOnce(id: string): Promise<ServerFile> {
    const upload = await store.getUpload(id);
    const metadata = (upload.metadata ?? {}) as unknown as UploadMetadata;
    const rules = rulesOf(metadata.rules);
    if (!rules) throw new UploadRejection(400, 'Invalid upload metadata\n');
    // If the disk is full, this throws: the upload is kept, and completed once there is space.
    const file = { name: metadata.name, size: upload.offset };
    const outcome = await storeUploadedFile(store.contentOf(id), file, rules, files);
    const added =
      outcome.status === 'success'
        ? await drafts.addUploadedFile(metadata.draft, id, outcome.file, rules.limits)
        : { error: outcome.error };
    index.end(id, !('error' in added));
    await store.remove(id);
    if ('error' in added) throw new UploadRejection(statusOf(added.error), { error: added.error, name: metadata.name });
    return added.file;
  }

  /**
   * Ends an upload whose first bytes, which have just arrived, show that it will be rejected, so that nobody has to send
   * the rest.
   * @throws {UploadRejection}
   */
  async function rejectEarly(id: string): Promise<void> {
    const { size = 0, metadata } = await store.getUpload(id);
    const { name, rules: rulesName } = metadata as unknown as UploadMetadata;
    const rules = rulesOf(rulesName);
    const detected = rules && (await detectUploadType(store.contentOf(id), { name, size }, rules));
    if (!detected || !('error' in detected)) return;
    await store.remove(id);
    throw new UploadRejection(statusOf(detected.error), { error: detected.error, name });
  }

  async function respond(request: ExpressRequest, response: ExpressResponse): Promise<void> {
    const id = request.path.slice(1);
    if (id && !uploadIdPattern.test(id)) return void response.status(404).end();
    const methods = id ? uploadMethods : collectionMethods;
    if (!methods.includes(request.method)) {
      return void response.status(405).set('Allow', methods.join(', ')).end();
    }
    response.set({ 'Tus-Resumable': '1.0.0', 'Cache-Control': 'no-store' });
    if (request.method === 'OPTIONS') {
      response.set({ 'Tus-Version': '1.0.0', 'Tus-Extension': 'creation,termination,expiration' });
      return void response.status(204).end();
    }
    if (id && (request.method === 'HEAD' || request.method === 'DELETE')) {
      const file = await completedUpload(id);
      if (file && request.method === 'HEAD') {
        response.set({ 'Upload-Offset': String(file.size), 'Upload-Length': String(file.size) });
        return void response.status(200).end();
      }
      if (file) {
        await drafts.removeUploadedFile(id);
        return void response.status(204).end();
      }
    }
    const visitorKey = visitorKeyOf(request.ip);
    await index.ready();
    if ((request.method === 'POST' || request.method === 'PATCH') && !(await makeRoom(id, visitorKey))) {
      log.error({}, 'no disk space for uploads');
      request.resume();
      return void response.status(503).set('Retry-After', String(retryAfter)).end();
    }
    const evictionSignal = response.locals.evictionSignal as AbortSignal | undefined;
    const tusRequest = toWebRequest(request, evictionSignal);
    const creation: { visitorKey: number; id?: string } = { visitorKey };
    creations.set(tusRequest, creation);
    const tusResponse = await tus.handleWeb(tusRequest);
    if (creation.id && tusResponse.status !== 201) index.end(creation.id, false);
    if (tusResponse.status === 204 && hasReceivedHead(request, tusResponse)) await rejectEarly(id);
    await sendResponse(tusResponse, response, evictionSignal);
  }

  /**
   * Returns the file of a completed upload; undefined if bytes are missing. Completes an upload that had all its bytes
   * when the process died or the storage medium failed.
   */
  async function completedUpload(id: string): Promise<ServerFile | undefined> {
    const running = completions.get(id);
    if (running) return running;
    const found = await drafts.findFile(id);
    if (found) return found.file;
    const upload = await store.getUpload(id);
    return upload.offset === upload.size ? complete(id) : undefined;
  }

  return {
    unfinished: () => index.totals(),
    handler: (request, response) => {
      request.setTimeout(idleTimeout, () => request.destroy());
      respond(request, response).catch((error: unknown) => {
        if (response.headersSent) return void response.destroy();
        const { status_code: status = 500, body = '' } = error as Partial<UploadRejection>;
        if (isServerError(status)) log.error({ err: error }, 'upload not stored');
        response.status(isServerError(status) ? 503 : status).type(mediaTypeOf(body));
        response.end(body);
      });
    },
  };
}

function rulesOf(name: string | null | undefined): FileRules | undefined {
  return name === 'medical' || name === 'letter' ? uploadRules[name] : undefined;
}

/** Whether the bytes that determine the type of a file have arrived with this request. */
function hasReceivedHead({ method, headers }: ExpressRequest, { headers: responseHeaders }: Response): boolean {
  const [before, after] = [Number(headers['upload-offset']), Number(responseHeaders.get('Upload-Offset'))];
  return method === 'PATCH' && before < headLength && after >= headLength;
}
