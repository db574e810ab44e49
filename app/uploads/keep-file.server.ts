import { createHash } from 'node:crypto';
import { withTrueEnding } from './file-ending.ts';
import { cleanFileName } from './file-name.ts';
import { headLength } from './file-type.server.ts';
import { StorageError, type FileStore, type FileWriter } from './file-store.server.ts';
import type { FileLimits } from './limits.ts';
import type { FilePart, UploadHandler } from './read-upload.server.ts';

/** A file whose bytes are durable in the file store. */
export interface StoredFile {
  name: string;
  /** Media type by content. */
  type: string;
  /** Bytes. */
  size: number;
  /** Hex. */
  sha256: string;
  storageKey: string;
}

/** Why a file was not kept; each is a message key `form.…`. */
export type FileErrorCode = 'file_too_large' | 'too_many_files' | 'file_empty' | 'file_wrong_type' | 'file_broken_off';

/** The spec's "uploaded-file status entry" (section 3): a file and what became of it. */
export type FileOutcome =
  { status: 'success'; file: StoredFile } | { status: 'error'; name: string; error: FileErrorCode };

/**
 * The upload handler of every form: keeps each good file at once and says what is wrong with the others.
 */
export function keepFiles(store: FileStore, rules: FileRules): UploadHandler<FileOutcome> {
  let kept = 0;
  return {
    async receive(part) {
      const name = cleanFileName(part.filename);
      if (kept >= rules.limits.maxFiles) {
        return part.filename ? { status: 'error', name, error: 'too_many_files' } : undefined;
      }
      const outcome = await keepFile(part, name, store, rules);
      if (outcome?.status === 'success') kept += 1;
      return outcome;
    },
    async discard(outcome) {
      if (outcome.status === 'success') await store.remove(outcome.file.storageKey);
    },
  };
}

type TypeOf = (head: Uint8Array) => Promise<string | undefined>;

/** What a form takes. */
export interface FileRules {
  limits: FileLimits;
  /** Decides from the first bytes what a file is; undefined refuses it. */
  typeOf: TypeOf;
  /** Looks at a whole file once it is stored; false refuses it after all. */
  isSound?: (file: StoredFile, store: FileStore) => Promise<boolean>;
}

async function keepFile(
  part: FilePart,
  name: string,
  store: FileStore,
  { limits, typeOf, isSound }: FileRules,
): Promise<FileOutcome | undefined> {
  const refuse = (error: FileErrorCode): FileOutcome => ({ status: 'error', name, error });
  const hash = createHash('sha256');
  const head: Uint8Array[] = [];
  let size = 0;
  let begun: BegunFile | undefined;

  try {
    for await (const chunk of part.data) {
      size += chunk.length;
      if (size > limits.maxBytes) {
        await begun?.writer.discard();
        return refuse('file_too_large');
      }
      hash.update(chunk);
      if (begun) {
        await begun.writer.write(chunk);
        continue;
      }
      head.push(chunk);
      if (size < headLength) continue;
      begun = await beginFile(head, store, typeOf);
      if (!begun) return refuse('file_wrong_type');
    }
    if (size === 0) return part.filename ? refuse('file_empty') : undefined;
    begun ??= await beginFile(head, store, typeOf);
    if (!begun) return refuse('file_wrong_type');
    await begun.writer.commit();
  } catch (error) {
    await begun?.writer.discard();
    if (error instanceof StorageError) throw error;
    return refuse('file_broken_off');
  }
  const { type, writer } = begun;
  const file = { name: withTrueEnding(name, type), type, size, sha256: hash.digest('hex'), storageKey: writer.key };
  if (isSound && !(await isSound(file, store))) {
    await store.remove(file.storageKey);
    return refuse('file_wrong_type');
  }
  return { status: 'success', file };
}

interface BegunFile {
  type: string;
  writer: FileWriter;
}

/** Opens a file in the store once its first bytes have said what it is; undefined when it is nothing we take. */
async function beginFile(head: Uint8Array[], store: FileStore, typeOf: TypeOf): Promise<BegunFile | undefined> {
  const first = Buffer.concat(head);
  const type = await typeOf(first.subarray(0, headLength));
  if (!type) return undefined;
  const writer = await store.create();
  try {
    await writer.write(first);
  } catch (error) {
    await writer.discard();
    throw error;
  }
  return { type, writer };
}
