import { randomBytes } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStore as TusStore } from '@tus/file-store';
import { Server as TusServer } from '@tus/server';
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from 'express';
import { hashToken } from '#app/database/secrets.server.ts';
import { isDraftToken } from './draft-token.ts';
import { draftLifetime, type Drafts } from './drafts.server.ts';
import { fileRules } from './file-rules.server.ts';
import { cleanFileName } from './file-name.ts';
import type { KeptFile } from './file-status.ts';
import { StorageError, type FileStore } from './file-store.server.ts';
import { keepFiles, type FileErrorCode, type FileRules } from './keep-file.server.ts';
import { roomForUploads } from './room-for-uploads.server.ts';
import { draftPart, uploadId } from './unfinished-uploads.server.ts';
import { uploadsPath } from './uploads-path.ts';
import { send, typeOf, webRequest } from './web-exchange.server.ts';

/** A connection that sends nothing for this long is dead. */
const idleTimeout = 60_000;

/** In seconds: abandoned uploads go every hour. */
const retryAfter = 3600;

const collectionMethods = ['OPTIONS', 'POST'];
const uploadMethods = ['OPTIONS', 'HEAD', 'PATCH', 'DELETE'];

/** What is known of an upload on disk. Never the token: what lies there opens no draft. */
interface UploadNote {
  draft: string;
  name: string;
  rules: string;
}

type RefusalCode = FileErrorCode | 'draft_expired';

/** An answer of its own in the middle of what the tus server does: it sends these two properties of an error. */
class Refusal extends Error {
  readonly status_code: number;
  readonly body: string;
  constructor(status: number, answer: { error: RefusalCode; name: string } | string) {
    super(`Refused with ${status}`);
    this.status_code = status;
    this.body = typeof answer === 'string' ? answer : JSON.stringify(answer);
  }
}

export interface ResumableUploads {
  /** To be mounted at {@link uploadsPath}. */
  handler: RequestHandler;
}

interface Log {
  error(details: object, message: string): void;
}

/**
 * Files that go up before their form is sent, in pieces, and go on after a broken connection or a restart
 * (tus 1.0.0 with creation, termination and expiration, https://tus.io/protocols/resumable-upload).
 *
 * A creation names its draft by a token that the browser has made. When the last byte has come, the file is judged
 * and stored as one that came with a form, and waits in the draft.
 *
 * @param folder where unfinished uploads lie; made if missing, for this user only
 */
export function openResumableUploads({
  drafts,
  files,
  log,
  folder,
}: {
  drafts: Drafts;
  files: FileStore;
  log: Log;
  folder: string;
}): ResumableUploads {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const store = new TusStore({ directory: folder, expirationPeriodInMilliseconds: draftLifetime });
  /** Two requests for one upload must not end it twice. */
  const ending = new Map<string, Promise<KeptFile>>();
  /** Creations under way, the oldest first: their uploads do not lie in the folder yet, but count. */
  const creating = new Map<Request, string>();
  const hasRoom = roomForUploads(folder);

  const tus = new TusServer({
    path: uploadsPath,
    datastore: store,
    relativeLocation: true,
    allowedOrigins: [],
    getFileIdFromRequest: (_request, lastPart) => lastPart,
    namingFunction: (request, metadata) => {
      const given = metadata?.draft;
      if (!isDraftToken(given)) throw new Refusal(400, 'The draft is missing\n');
      const id = hashToken(given).slice(0, draftPart) + randomBytes(16).toString('hex');
      creating.set(request, id);
      return id;
    },
    async onUploadCreate(_request, { id, size, metadata }) {
      return { metadata: { ...(await admit(id, size, metadata)) } };
    },
    async onUploadFinish(_request, { id }) {
      const { name, size } = await end(id);
      return { status_code: 200, body: JSON.stringify({ id, name, size }) };
    },
    onResponseError(_request, error) {
      if ('status_code' in error && error.status_code < 500) return undefined;
      log.error({ err: error }, 'upload not stored');
      return { status_code: 503, body: '' };
    },
  });

  /** Whether an upload may begin, by the rules of its form; begins its draft. */
  async function admit(
    id: string,
    size: number | undefined,
    metadata: Record<string, string | null> = {},
  ): Promise<UploadNote> {
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
    if (draft.fileCount >= maxFiles || (await unfinishedOf(id)) >= 2 * maxFiles) {
      throw new Refusal(422, { error: 'too_many_files', name });
    }
    return { draft: draft.id, name, rules: rules.limits.types };
  }

  /** How many uploads of the same draft lie here, or were about to when this one came. */
  async function unfinishedOf(id: string): Promise<number> {
    const begun = [...creating.values()];
    const before = begun.slice(0, begun.indexOf(id));
    const names = await readdir(folder);
    const all = new Set([...before, ...names.filter((name) => uploadId.test(name))]);
    return [...all].filter((name) => name.startsWith(id.slice(0, draftPart))).length;
  }

  /** Takes a whole upload into its draft. Asked again while it does so, it is the same work. */
  function end(id: string): Promise<KeptFile> {
    const known = ending.get(id);
    if (known) return known;
    const work = endOnce(id).finally(() => ending.delete(id));
    ending.set(id, work);
    return work;
  }

  async function endOnce(id: string): Promise<KeptFile> {
    const upload = await store.getUpload(id);
    const note = (upload.metadata ?? {}) as unknown as UploadNote;
    const rules = rulesOf(note.rules);
    if (!rules) throw new Refusal(400, 'Not an upload of this site\n');
    const part = { filename: note.name, data: bytesOf(join(folder, id)) };
    const outcome = await keepFiles(files, rules).receive(part);
    const kept =
      outcome?.status === 'success'
        ? await drafts.keepUploaded(note.draft, id, outcome.file, rules.limits)
        : { error: outcome?.error ?? ('file_broken_off' as const) };
    await store.remove(id);
    if ('error' in kept) throw new Refusal(statusOf(kept.error), { error: kept.error, name: note.name });
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
      const kept = await endedUpload(id);
      if (kept && request.method === 'HEAD') {
        response.set({ 'Upload-Offset': String(kept.size), 'Upload-Length': String(kept.size) });
        return void response.status(200).end();
      }
      if (kept) {
        await drafts.removeUploaded(id);
        return void response.status(204).end();
      }
    }
    if ((request.method === 'POST' || request.method === 'PATCH') && !(await hasRoom())) {
      log.error({ folder }, 'no room for uploads');
      request.resume();
      return void response.status(503).set('Retry-After', String(retryAfter)).end();
    }
    const asked = webRequest(request);
    try {
      await send(await tus.handleWeb(asked), response);
    } finally {
      creating.delete(asked);
    }
  }

  /**
   * The file of an upload that has come to its end, whether or not its browser has heard so. One that had all its
   * bytes when the process died, or when the medium failed, is ended now.
   */
  async function endedUpload(id: string): Promise<KeptFile | undefined> {
    const underWay = ending.get(id);
    if (underWay) return underWay;
    const kept = await drafts.findFile(id);
    if (kept) return kept.file;
    const upload = await store.getUpload(id);
    return upload.offset === upload.size ? end(id) : undefined;
  }

  return {
    handler: (request, response) => {
      request.setTimeout(idleTimeout, () => request.destroy());
      answer(request, response).catch((error: unknown) => {
        if (response.headersSent) return void response.destroy();
        const { status_code: status = 500, body = '' } = error as Partial<Refusal>;
        if (status >= 500) log.error({ err: error }, 'upload not stored');
        response.status(status < 500 ? status : 503).type(typeOf(body));
        response.end(body);
      });
    },
  };
}

function rulesOf(name: string | null | undefined): FileRules | undefined {
  return name === 'medical' || name === 'letter' ? fileRules[name] : undefined;
}

function statusOf(error: RefusalCode): number {
  return { file_too_large: 413, draft_expired: 410 }[error as string] ?? 422;
}

/** A whole upload. That it cannot be read is the medium's fault and never the file's. */
async function* bytesOf(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw new StorageError('An upload could not be read', { cause: error });
  }
}
