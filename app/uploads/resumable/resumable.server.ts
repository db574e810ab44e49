import { randomBytes } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Server as TusServer } from '@tus/server';
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from 'express';
import type { DiskBudget } from '#app/disk/disk-budget.server.ts';
import { hashToken } from '#app/ids/secrets.server.ts';
import { isDraftToken } from '../drafts/draft-token.ts';
import { draftLifetime, type Drafts } from '../drafts/drafts.server.ts';
import { cleanFileName } from '../file-name.ts';
import type { ServerFile } from '../file-status.ts';
import { fileRules } from '../receive/file-rules.server.ts';
import { type FileRules, keepFiles } from '../receive/keep-file.server.ts';
import { type FileStore, OutOfSpaceError, StorageError } from '../storage/file-store.server.ts';
import { uploadsPath } from '../uploads-path.ts';
import { openUnfinishedIndex } from './unfinished-index.server.ts';
import { UnfinishedStore } from './unfinished-store.server.ts';
import { draftPrefixLength, uploadId } from './unfinished-uploads.server.ts';
import { Refusal, statusOf } from './upload-refusal.server.ts';
import { send, typeOf, webRequest } from './web-exchange.server.ts';

/** A connection that sends nothing for this long is considered dead (ms). */
const idleTimeout = 60_000;

/** In seconds: abandoned uploads are deleted every hour. */
const retryAfter = 3600;

const collectionMethods = ['OPTIONS', 'POST'];
const uploadMethods = ['OPTIONS', 'HEAD', 'PATCH', 'DELETE'];

/** Metadata stored with an unfinished upload. Never includes the token, so that files on disk give no access to drafts. */
interface UploadMetadata {
  draft: string;
  name: string;
  rules: string;
}

/** The upload endpoint. */
export interface ResumableUploads {
  /** Mount at {@link uploadsPath}. */
  handler: RequestHandler;
}

interface Log {
  error(details: object, message: string): void;
}

/** 501 is not an error of ours: it rejects an unsupported protocol extension (tus 1.0.0, "Protocol extensions"). */
const isServerError = (status: number) => status >= 500 && status !== 501;

/**
 * Accepts files before their form is submitted, in chunks that resume after a broken connection or a restart
 * (tus 1.0.0 with creation, termination and expiration, https://tus.io/protocols/resumable-upload).
 *
 * A creation request names its draft by a token made by the browser. After the last byte, the file is checked and stored
 * like one submitted with a form, and added to the draft.
 *
 * @param folder of unfinished uploads; created if missing, accessible to this user only
 * @param files the store that completed uploads move into
 * @param room disk space available to unfinished uploads
 * @param networkOf the network that an IP address is counted under
 */
export function openResumableUploads({
  drafts,
  files,
  log,
  folder,
  room,
  networkOf,
}: {
  drafts: Drafts;
  files: FileStore;
  log: Log;
  folder: string;
  room: DiskBudget;
  networkOf: (address: string | undefined) => number;
}): ResumableUploads {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const index = openUnfinishedIndex(folder, room);
  const indexed = index.refresh();
  const store = new UnfinishedStore(folder, draftLifetime, index);
  /** Completions in progress by upload id, so that concurrent requests do not complete an upload twice. */
  const completing = new Map<string, Promise<ServerFile>>();
  /** Creation requests in progress: the visitor's network, and the upload id once it has been counted. */
  const creating = new WeakMap<Request, { network: number; id?: string }>();

  const tus = new TusServer({
    path: uploadsPath,
    datastore: store,
    relativeLocation: true,
    allowedOrigins: [],
    getFileIdFromRequest: (_request, lastPart) => lastPart,
    namingFunction: (_request, metadata) => {
      const draftToken = metadata?.draft;
      if (!isDraftToken(draftToken)) throw new Refusal(400, 'The draft is missing\n');
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

  /** Checks a new upload against the rules of its form, and creates its draft. @throws {Refusal} */
  async function admit(
    request: Request,
    id: string,
    size: number | undefined,
    metadata: Record<string, string | null> = {},
  ): Promise<UploadMetadata> {
    const rules = rulesOf(metadata.rules);
    if (!rules || !metadata.draft || !metadata.filename || size === undefined) {
      throw new Refusal(400, 'Not an upload of this site\n');
    }
    const name = cleanFileName(metadata.filename);
    if (size === 0) throw new Refusal(400, { error: 'file_empty', name });
    if (size > rules.limits.maxBytes) throw new Refusal(413, { error: 'file_too_large', name });
    const draft = await drafts.begin(metadata.draft, rules.limits);
    if (!draft) throw new Refusal(410, { error: 'draft_expired', name });
    const { maxFiles } = rules.limits;
    if (draft.fileCount >= maxFiles || index.ofDraft(id) >= 2 * maxFiles) {
      throw new Refusal(422, { error: 'too_many_files', name });
    }
    const creation = creating.get(request);
    if (!creation) throw new Error('Creation without a known request');
    creation.id = id;
    index.start(id, creation.network);
    return { draft: draft.id, name, rules: rules.limits.types };
  }

  /** Whether there is disk space to create or continue an upload. When slots are short, the oldest empty upload is removed. */
  async function hasRoom(id: string, network: number): Promise<boolean> {
    if (id) return index.hasRoomToContinue(id, network);
    const oldest = index.oldestEmpty();
    if (oldest !== undefined) await store.remove(oldest).catch(() => index.end(oldest, false));
    return index.hasRoomToStart(network);
  }

  /** Moves a completed upload into its draft. Concurrent calls share one run. */
  function complete(id: string): Promise<ServerFile> {
    const known = completing.get(id);
    if (known) return known;
    const work = completeOnce(id).finally(() => completing.delete(id));
    completing.set(id, work);
    return work;
  }

  async function completeOnce(id: string): Promise<ServerFile> {
    const upload = await store.getUpload(id);
    const metadata = (upload.metadata ?? {}) as unknown as UploadMetadata;
    const rules = rulesOf(metadata.rules);
    if (!rules) throw new Refusal(400, 'Not an upload of this site\n');
    const part = { filename: metadata.name, data: bytesOf(join(folder, id)) };
    const outcome = await keepFiles(files, rules).receive(part);
    // The upload stays and is completed once there is space.
    if (outcome?.status === 'error' && outcome.error === 'file_no_room')
      throw new OutOfSpaceError('Not enough disk space for a completed upload');
    const kept =
      outcome?.status === 'success'
        ? await drafts.addUploadedFile(metadata.draft, id, outcome.file, rules.limits)
        : { error: outcome?.error ?? ('file_broken_off' as const) };
    index.end(id, !('error' in kept));
    await store.remove(id);
    if ('error' in kept) throw new Refusal(statusOf(kept.error), { error: kept.error, name: metadata.name });
    return kept.file;
  }

  async function answer(request: ExpressRequest, response: ExpressResponse): Promise<void> {
    const id = request.path.slice(1);
    if (id && !uploadId.test(id)) return void response.status(404).end();
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
      const kept = await completedUpload(id);
      if (kept && request.method === 'HEAD') {
        response.set({ 'Upload-Offset': String(kept.size), 'Upload-Length': String(kept.size) });
        return void response.status(200).end();
      }
      if (kept) {
        await drafts.removeUploadedFile(id);
        return void response.status(204).end();
      }
    }
    const network = networkOf(request.ip);
    await indexed;
    if ((request.method === 'POST' || request.method === 'PATCH') && !(await hasRoom(id, network))) {
      log.error({ folder }, 'no disk space for uploads');
      request.resume();
      return void response.status(503).set('Retry-After', String(retryAfter)).end();
    }
    const evictionSignal = response.locals.evictionSignal as AbortSignal | undefined;
    const tusRequest = webRequest(request, evictionSignal);
    const creation: { network: number; id?: string } = { network };
    creating.set(tusRequest, creation);
    const tusResponse = await tus.handleWeb(tusRequest);
    if (creation.id && tusResponse.status !== 201) index.end(creation.id, false);
    await send(tusResponse, response, evictionSignal);
  }

  /**
   * Returns the file of a completed upload. Completes an upload that had all its bytes when the process died or the
   * storage medium failed.
   */
  async function completedUpload(id: string): Promise<ServerFile | undefined> {
    const running = completing.get(id);
    if (running) return running;
    const kept = await drafts.findFile(id);
    if (kept) return kept.file;
    const upload = await store.getUpload(id);
    return upload.offset === upload.size ? complete(id) : undefined;
  }

  return {
    handler: (request, response) => {
      request.setTimeout(idleTimeout, () => request.destroy());
      answer(request, response).catch((error: unknown) => {
        if (response.headersSent) return void response.destroy();
        const { status_code: status = 500, body = '' } = error as Partial<Refusal>;
        if (isServerError(status)) log.error({ err: error }, 'upload not stored');
        response.status(isServerError(status) ? 503 : status).type(typeOf(body));
        response.end(body);
      });
    },
  };
}

function rulesOf(name: string | null | undefined): FileRules | undefined {
  return name === 'medical' || name === 'letter' ? fileRules[name] : undefined;
}

/** The bytes of a completed upload. @throws {StorageError} if it cannot be read */
async function* bytesOf(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw new StorageError('Cannot read an upload', { cause: error });
  }
}
