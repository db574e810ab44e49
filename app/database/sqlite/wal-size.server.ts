import { stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { callInWorker } from '../worker.server.ts';

const mebibyte = 1024 * 1024;

/**
 * How large the write-ahead log may become (bytes). SQLite reuses it from its beginning after about 4 MiB, unless somebody
 * is always reading from it.
 */
const maxSize = 32 * mebibyte;
const checkInterval = 5_000;
/** How long to wait after somebody has been reading for too long (ms), because each attempt delays forms by a second. */
const retryInterval = 60_000;

/** Callbacks of {@link watchWalSize}. */
export interface WalSizeEvents {
  /** Called each time that a log of this size (bytes) could not be emptied, because a read does not end. */
  onGrowth: (file: string, size: number) => void;
  onFailure: (error: unknown) => void;
}

/**
 * Keeps the write-ahead logs of databases small, in a thread of its own.
 * @param files paths of the databases
 */
export function watchWalSize(
  files: readonly string[],
  { onGrowth, onFailure }: WalSizeEvents,
  options: { maxSize: number; checkInterval: number; retryInterval: number } = {
    ...{ maxSize, checkInterval, retryInterval },
  },
): { stop(): Promise<void> } {
  const stopping = new AbortController();

  /** @returns when to look again (ms) */
  async function check(file: string): Promise<number> {
    const size = await stat(`${file}-wal`).then(
      (found) => found.size,
      () => 0,
    );
    if (size <= options.maxSize) return options.checkInterval;
    const isEmpty = await callInWorker<boolean>('app/database/sqlite/truncate-wal.js', 'truncateWal', file);
    if (isEmpty) return options.checkInterval;
    onGrowth(file, size);
    return options.retryInterval;
  }

  async function watch(file: string): Promise<void> {
    while (!stopping.signal.aborted) {
      const interval = await check(file).catch((error: unknown) => {
        onFailure(error);
        return options.retryInterval;
      });
      // Aborted by `stop`, which also ends the loop.
      await pause(interval, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  }

  const watching = Promise.all(files.map(watch));
  return {
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}
