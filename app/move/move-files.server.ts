import { createHash } from 'node:crypto';
import type { ReferencedFile } from '#app/backup/files/referenced-files.server.ts';
import { formatMebibytes } from '#app/terminal/format-count.ts';
import type { Progress } from '#app/terminal/progress.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import { hashStoredFile } from '#app/uploads/storage/stored-file-hash.server.ts';

/** How many files are copied at a time: most are small, and each has to wait for a response. */
export const maxConcurrent = 4;

/**
 * Copies files under the same keys, except those that the target already has in full.
 * @returns the number of files copied, and the files that are missing from the source or have changed there
 */
export async function copyFiles(
  files: readonly ReferencedFile[],
  from: FileStore,
  to: FileStore,
  progress: Progress,
): Promise<{ copied: number; unreadable: ReferencedFile[] }> {
  const unreadable: ReferencedFile[] = [];
  const total = sizeOf(files);
  let bytes = 0;
  let copied = 0;
  await forEachOf(files, async (file) => {
    if ((await to.sizeOf(file.storageKey)) !== file.size) {
      if (await copyFile(file, from, to)) copied += 1;
      else unreadable.push(file);
    }
    bytes += file.size;
    progress.report(`${formatMebibytes(bytes)} of ${formatMebibytes(total)} copied`);
  });
  return { copied, unreadable };
}

/** @returns whether the source has this file as it was received */
async function copyFile({ storageKey, sha256 }: ReferencedFile, from: FileStore, to: FileStore): Promise<boolean> {
  const writer = await to.create(storageKey);
  try {
    const hash = createHash('sha256');
    let isReadable = true;
    const chunks = from.open(storageKey)[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
    for (;;) {
      // Only the source may fail: an error of the target ends the move.
      const next = await chunks.next().catch(() => undefined);
      isReadable = next !== undefined;
      if (!next || next.done) break;
      hash.update(next.value);
      await writer.write(next.value);
    }
    if (isReadable && hash.digest('hex') === sha256) {
      await writer.commit();
      return true;
    }
  } catch (error) {
    await writer.discard();
    throw error;
  }
  await writer.discard();
  return false;
}

/**
 * Reads every file back. Deletes the damaged ones, so that the next attempt copies them again.
 * @returns the files that are missing or whose content differs
 */
export async function verifyFiles(
  files: readonly ReferencedFile[],
  store: FileStore,
  progress: Progress,
): Promise<ReferencedFile[]> {
  const damaged: ReferencedFile[] = [];
  const total = sizeOf(files);
  let bytes = 0;
  await forEachOf(files, async (file) => {
    const hash = await hashStoredFile(store, file.storageKey).catch(async () => {
      // Throws if the store does not respond, which says nothing about the file.
      await store.sizeOf(file.storageKey);
      return undefined;
    });
    if (hash !== file.sha256) {
      damaged.push(file);
      await store.remove(file.storageKey);
    }
    bytes += file.size;
    progress.report(`${formatMebibytes(bytes)} of ${formatMebibytes(total)} read back`);
  });
  return damaged;
}

/** Works on a few files at a time. Ends with the first error, once the work on the others has ended. */
async function forEachOf(files: readonly ReferencedFile[], work: (file: ReferencedFile) => Promise<void>) {
  const remaining = files.values();
  let hasFailed = false;
  const outcomes = await Promise.allSettled(
    Array.from({ length: maxConcurrent }, async () => {
      for (const file of remaining) {
        if (hasFailed) return;
        await work(file).catch((error: unknown) => {
          hasFailed = true;
          throw error;
        });
      }
    }),
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** Returns the size of files together (bytes). */
export function sizeOf(files: readonly ReferencedFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}
