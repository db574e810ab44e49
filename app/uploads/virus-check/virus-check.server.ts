import type { Database } from '#app/database/database.server.ts';
import type { CheckState } from '#app/database/tables.ts';
import type { FileStore } from '../storage/file-store.server.ts';
import type { Scanner, ScanResult } from './clamd.server.ts';

/** A stored file of an enquiry. */
export interface FileToCheck {
  /** Id of its row in `attachments`. */
  id: string;
  size: number;
  storageKey: string;
}

/** Scans files and stores the verdicts. */
export interface VirusCheck {
  /**
   * Scans a file and stores the verdict; concurrent calls for one file share a scan.
   * @returns whether there is a verdict; if false, the file must be checked again
   */
  check(file: FileToCheck): Promise<boolean>;
  /** Checks several files. Returns after `timeout` ms at the latest, while the checks continue. */
  checkAll(files: readonly FileToCheck[], timeout: number): Promise<void>;
  /** Stores the verdict `unchecked` with a reason, without scanning. */
  markUnchecked(file: FileToCheck, finding: string): Promise<void>;
  /** Whether the scanner responds. */
  isAvailable(): Promise<boolean>;
  /** Aborts running checks without a verdict, for the next process to repeat. */
  stop(): Promise<void>;
}

interface Log {
  info(facts: object, text: string): void;
  warn(facts: object, text: string): void;
  error(facts: object, text: string): void;
}

/** Maximum number of concurrent scans: each keeps the scanner busy for seconds. */
const maxConcurrent = 2;

/** Attempts per check: a scanner disconnects when a file is too large, and its response may be lost. */
const maxAttempts = 4;

/** The virus check of visitors' files. Verdicts are stored in their `attachments` rows. */
export function openVirusCheck(database: Database, store: FileStore, scanner: Scanner, log: Log): VirusCheck {
  const checks = new Map<string, Promise<boolean>>();
  const queue: (() => void)[] = [];
  const stopping = new AbortController();
  let busy = 0;

  async function queued(work: () => Promise<boolean>): Promise<boolean> {
    if (busy < maxConcurrent) busy += 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else busy -= 1;
    }
  }

  async function storeVerdict({ id, size }: FileToCheck, state: CheckState, finding: string | null): Promise<void> {
    const updated = await database
      .updateTable('attachments')
      .set({ virus_check: state, virus_finding: finding })
      .where('id', '=', id)
      .where('virus_check', 'in', ['none', 'waiting'])
      .executeTakeFirst();
    // No row is updated if the enquiry has been erased in the meantime.
    if (updated.numUpdatedRows > 0n) log[state === 'clean' ? 'info' : 'warn']({ state, finding, size }, 'virus check');
  }

  const scan = (file: FileToCheck) => scanner.scan(bytesOf(store, file), stopping.signal);

  async function scanAndStore(file: FileToCheck): Promise<boolean> {
    try {
      let answer = await scan(file);
      for (let tries = 1; tries < maxAttempts && isDisconnect(answer); tries += 1) answer = await scan(file);
      if (answer.verdict === 'unavailable') {
        if (!stopping.signal.aborted)
          log.warn({ reason: answer.reason, size: file.size }, 'virus check got no verdict');
        return false;
      }
      await storeVerdict(file, answer.verdict, 'finding' in answer ? answer.finding : null);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
        await storeVerdict(file, 'unchecked', 'the file is missing');
        return true;
      }
      log.error({ err: error }, 'virus check failed');
      return false;
    }
  }

  function check(file: FileToCheck): Promise<boolean> {
    const running = checks.get(file.id);
    if (running) return running;
    const work = queued(() => (stopping.signal.aborted ? Promise.resolve(false) : scanAndStore(file))).finally(() =>
      checks.delete(file.id),
    );
    checks.set(file.id, work);
    return work;
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

/** Opens the file lazily: a stream that fails before it is read would crash the process. */
async function* bytesOf(store: FileStore, { storageKey }: FileToCheck): AsyncGenerator<Uint8Array> {
  yield* store.open(storageKey) as AsyncIterable<Uint8Array>;
}

function isDisconnect(answer: ScanResult): boolean {
  return answer.verdict === 'unavailable' && ['EPIPE', 'ECONNRESET'].includes(answer.reason);
}
