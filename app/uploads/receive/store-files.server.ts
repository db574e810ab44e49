import { createHash } from 'node:crypto';
import { cleanFileName } from '../file-name.ts';
import type { FileErrorCode } from '../file-status.ts';
import type { FileLimits } from '../limits.ts';
import { type FileStore, type FileWriter, OutOfSpaceError, StorageError } from '../storage/file-store.server.ts';
import type { StoredFile } from '../storage/stored-file.ts';
import { withMatchingExtension } from './file-extension.ts';
import { headLength } from './file-type.server.ts';
import type { FilePart, UploadHandler } from './read-upload.server.ts';
import { rejectionOf } from './rejection.server.ts';

/** The result for one file: the spec's "uploaded-file status entry" (section 3). An error has the type, if it is known. */
export type FileOutcome =
  { status: 'success'; file: StoredFile } | { status: 'error'; name: string; type?: string; error: FileErrorCode };

/**
 * Creates the upload handler of a form, which stores each accepted file immediately and returns an error for each
 * rejected one. A part with neither a file name nor content, as sent by an empty file input, is ignored.
 */
export function storeFiles(store: FileStore, rules: FileRules): UploadHandler<FileOutcome> {
  let storedCount = 0;
  return {
    async receive(part) {
      const name = cleanFileName(part.filename);
      if (storedCount >= rules.limits.maxFiles) {
        return part.filename ? { status: 'error', name, error: 'too_many_files' } : undefined;
      }
      const outcome = await storeFile(part, name, store, rules);
      if (outcome?.status === 'success') storedCount += 1;
      return outcome;
    },
    async discard(outcome) {
      if (outcome.status === 'success') await store.remove(outcome.file.storageKey);
    },
  };
}

type DetectType = (head: Uint8Array) => Promise<string | undefined>;

/** Which files a form accepts. */
export interface FileRules {
  limits: FileLimits;
  /** Detects the media type from the first bytes. Undefined means that the file is rejected. */
  detectType: DetectType;
  /** Inspects a stored file, and returns an error code if it is rejected. */
  findProblem?: (file: StoredFile, store: FileStore) => Promise<FileErrorCode | undefined>;
}

async function storeFile(
  part: FilePart,
  name: string,
  store: FileStore,
  { limits, detectType, findProblem }: FileRules,
): Promise<FileOutcome | undefined> {
  const reject = (error: FileErrorCode): FileOutcome =>
    started ? { status: 'error', name, type: started.type, error } : { status: 'error', name, error };
  const rejectType = async () => reject(await rejectionOf(Buffer.concat(head), name, limits));
  const hash = createHash('sha256');
  const head: Uint8Array[] = [];
  let size = 0;
  let started: StartedFile | undefined;

  try {
    for await (const chunk of part.data) {
      size += chunk.length;
      if (size > limits.maxBytes) {
        await started?.writer.discard();
        return reject('file_too_large');
      }
      hash.update(chunk);
      if (started) {
        await started.writer.write(chunk);
        continue;
      }
      head.push(chunk);
      if (size < headLength) continue;
      started = await startFile(head, store, detectType);
      if (!started) return await rejectType();
    }
    if (size === 0) return part.filename ? reject('file_empty') : undefined;
    started ??= await startFile(head, store, detectType);
    if (!started) return await rejectType();
    await started.writer.commit();
  } catch (error) {
    await started?.writer.discard();
    if (error instanceof OutOfSpaceError) return reject('file_no_room');
    if (error instanceof StorageError) throw error;
    return reject('file_incomplete');
  }
  const { type, writer } = started;
  const file = {
    name: withMatchingExtension(name, type),
    type,
    size,
    sha256: hash.digest('hex'),
    storageKey: writer.key,
  };
  const problem = await findProblem?.(file, store);
  if (problem) {
    await store.remove(file.storageKey);
    return problem === 'file_wrong_type' ? rejectType() : reject(problem);
  }
  return { status: 'success', file };
}

interface StartedFile {
  type: string;
  writer: FileWriter;
}

/** Starts a file in the store once its type is known; undefined if the type is not accepted. */
async function startFile(
  head: Uint8Array[],
  store: FileStore,
  detectType: DetectType,
): Promise<StartedFile | undefined> {
  const firstBytes = Buffer.concat(head);
  const type = await detectType(firstBytes.subarray(0, headLength));
  if (!type) return undefined;
  const writer = await store.create();
  try {
    await writer.write(firstBytes);
  } catch (error) {
    await writer.discard();
    throw error;
  }
  return { type, writer };
}
