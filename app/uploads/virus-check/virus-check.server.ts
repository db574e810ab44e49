import type { Database } from '#app/database/database.server.ts';
import type { CheckState } from '#app/database/tables.ts';
import type { FileStore } from '../storage/file-store.server.ts';
import type { Scanner, ScanResult } from './clamd.server.ts';

/** A stored file of an enquiry that has not been scanned. */
export interface FileToCheck {
  /** Id of its row in `attachments`. */
  id: string;
  /** Size in bytes. */
  size: number;
  storageKey: string;
}

/** Scans files and stores the verdicts. */
export interface VirusCheck {
  /**
   * Scans a file and stores the verdict; concurrent calls for one file share a scan.
   * @returns whether there is a verdict. If not, the file must be checked again.
   */
  check(file: FileToCheck): Promise<boolean>;
  /** Checks several files. Returns after at most `timeout` ms; unfinished checks continue. */
  checkAll(files: readonly FileToCheck[], timeout: number): Promise<void>;
  /** Stores the verdict `unchecked` with a reason, without scanning. */
  markUnchecked(file: FileToCheck, finding: string): Promise<void>;
  /** Whether the scanner responds. */
  isAvailable(): Promise<boolean>;
  /** Aborts all checks without a verdict. The next process repeats them. */
  stop(): Promise<void>;
}

interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Maximum number of concurrent scans, each of which keeps the scanner busy for seconds. */
const maxConcurrent = 2;

/**
 * Maximum number of attempts per check: the scanner closes the connection on an oversized file, which can lose its
 * response, so we retry.
 */
const maxAttempts = 4;

/** Opens the virus check of visitors' files, which stores verdicts in `attachments` rows. */
export function openVirusCheck(database: Database, store: FileStore, scanner: Scanner, log: Log): VirusCheck {
  /** Checks in progress, by file id. */
  const checks = new Map<string, Promise<boolean>>();
  const queue: (() => void)[] = [];
  const stopping = new AbortController();
  let runningCount = 0;

  async function runLimited(task: () => Promise<boolean>): Promise<boolean> {
    if (runningCount < maxConcurrent) runningCount += 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await task();
    } finally {
      const next = queue.shift();
      if (next) next();
      else runningCount -= 1;
    }
  }

  async function storeVerdict({ id, size }: FileToCheck, state: CheckState, finding: string | null): Promise<void> {
    const update = await database
      .updateTable('attachments')
      .set({ virus_check: state, virus_finding: finding })
      .where('id', '=', id)
      .where('virus_check', 'in', ['none', 'waiting'])
      .executeTakeFirst();
    // No row is updated if the enquiry has been erased in the meantime.
    if (update.numUpdatedRows > 0n)
      log[state === 'clean' ? 'info' : 'warn']({ state, finding, size }, 'Virus check verdict stored');
  }

  const scan = (file: FileToCheck) => scanner.scan(readFile(store, file), stopping.signal);

  async function scanAndStore(file: FileToCheck): Promise<boolean> {
    try {
      let result = await scan(file);
      for (let attempts = 1; attempts < maxAttempts && isDisconnect(result); attempts += 1) result = await scan(file);
      if (result.verdict === 'unavailable') {
        if (!stopping.signal.aborted)
          log.warn(
            { reason: result.reason, size: file.size },
            'Virus check got no verdict; the file will be checked again',
          );
        return false;
      }
      await storeVerdict(file, result.verdict, 'finding' in result ? result.finding : null);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
        await storeVerdict(file, 'unchecked', 'the file is missing');
        return true;
      }
      log.error({ err: error }, 'Virus check failed');
      return false;
    }
  }

  function check(file: FileToCheck): Promise<boolean> {
    const pending = checks.get(file.id);
    if (pending) return pending;
    const task = runLimited(() => (stopping.signal.aborted ? Promise.resolve(false) : scanAndStore(file))).finally(() =>
      checks.delete(file.id),
    );
    checks.set(file.id, task);
    return task;
  }

  return {
    check,
    async checkAll(files, timeout) {
      let timer: NodeJS.Timeout | undefined;
      const timedOut = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, timeout);
      });
      await Promise.race([Promise.all(files.map(check)), timedOut]);
      clearTimeout(timer);
    },
    markUnchecked: (file, finding) => storeVerdict(file, 'unchecked', finding),
    isAvailable: () => scanner.ping(),
    async stop() {
      stopping.abort();
      await Promise.allSettled(checks.values());
    },
  };
}

/** Reads a file, opening it only at the first read: a stream that fails before it is read would crash the process. */
async function* readFile(store: FileStore, { storageKey }: FileToCheck): AsyncGenerator<Uint8Array> {
  yield* store.open(storageKey) as AsyncIterable<Uint8Array>;
}

function isDisconnect(result: ScanResult): boolean {
  return result.verdict === 'unavailable' && ['EPIPE', 'ECONNRESET'].includes(result.reason);
}
