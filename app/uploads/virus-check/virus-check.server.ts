import type { Database } from '#app/database/database.server.ts';
import type { CheckState } from '#app/database/tables.ts';
import type { FileStore } from '../file-store.server.ts';
import type { ScanAnswer, Scanner } from './clamd.server.ts';

/** A stored file of an enquiry, as the check needs it. */
export interface FileToCheck {
  /** Of its row. */
  id: string;
  size: number;
  storageKey: string;
}

export interface VirusCheck {
  /**
   * Shows a file to the scanner and keeps its verdict; one that is being checked already is not shown twice.
   * @returns whether there is a verdict now. False where the scanner gave none, so that it has to be asked again.
   */
  check(file: FileToCheck): Promise<boolean>;
  /** Checks several, and goes on checking when `patience` milliseconds are over and this returns. */
  judge(files: readonly FileToCheck[], patience: number): Promise<void>;
  /** Keeps a verdict that no scanner gave: this file cannot be checked, and why. */
  giveUp(file: FileToCheck, finding: string): Promise<void>;
  /** Whether the scanner answers. */
  isThere(): Promise<boolean>;
  /** Breaks off what is being checked: without a verdict, for the next process to ask again. */
  stop(): Promise<void>;
}

interface Log {
  info(facts: object, text: string): void;
  warn(facts: object, text: string): void;
  error(facts: object, text: string): void;
}

/** A scanner is busy with one file for seconds, and the site with other things. */
const mostAtOnce = 2;

/** A scanner breaks off when a file is too large for it, and its answer may be lost with the connection. */
const mostTries = 4;

/** The virus check of files that visitors sent. Its verdicts stand beside the files, in the database. */
export function openVirusCheck(database: Database, store: FileStore, scanner: Scanner, log: Log): VirusCheck {
  const underWay = new Map<string, Promise<boolean>>();
  const inLine: (() => void)[] = [];
  const stopping = new AbortController();
  let busy = 0;

  async function inTurn(work: () => Promise<boolean>): Promise<boolean> {
    if (busy < mostAtOnce) busy += 1;
    else await new Promise<void>((resolve) => inLine.push(resolve));
    try {
      return await work();
    } finally {
      const next = inLine.shift();
      if (next) next();
      else busy -= 1;
    }
  }

  async function keep({ id, size }: FileToCheck, state: CheckState, finding: string | null): Promise<void> {
    const kept = await database
      .updateTable('attachments')
      .set({ virus_check: state, virus_finding: finding })
      .where('id', '=', id)
      .where('virus_check', 'in', ['none', 'waiting'])
      .executeTakeFirst();
    // Nothing is kept where the enquiry has been erased meanwhile.
    if (kept.numUpdatedRows > 0n) log[state === 'clean' ? 'info' : 'warn']({ state, finding, size }, 'virus check');
  }

  const show = (file: FileToCheck) => scanner.scan(bytesOf(store, file), stopping.signal);

  async function ask(file: FileToCheck): Promise<boolean> {
    try {
      let answer = await show(file);
      for (let tries = 1; tries < mostTries && isBrokenOff(answer); tries += 1) answer = await show(file);
      if (answer.verdict === 'unavailable') {
        if (!stopping.signal.aborted) log.warn({ reason: answer.reason, size: file.size }, 'virus check had no answer');
        return false;
      }
      await keep(file, answer.verdict, 'finding' in answer ? answer.finding : null);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
        await keep(file, 'unchecked', 'the file is missing');
        return true;
      }
      log.error({ err: error }, 'virus check broke');
      return false;
    }
  }

  function check(file: FileToCheck): Promise<boolean> {
    const running = underWay.get(file.id);
    if (running) return running;
    const work = inTurn(() => (stopping.signal.aborted ? Promise.resolve(false) : ask(file))).finally(() =>
      underWay.delete(file.id),
    );
    underWay.set(file.id, work);
    return work;
  }

  return {
    check,
    async judge(files, patience) {
      let timer: NodeJS.Timeout | undefined;
      const impatient = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, patience);
      });
      await Promise.race([Promise.all(files.map(check)), impatient]);
      clearTimeout(timer);
    },
    giveUp: (file, finding) => keep(file, 'unchecked', finding),
    isThere: () => scanner.ping(),
    async stop() {
      stopping.abort();
      await Promise.allSettled(underWay.values());
    },
  };
}

/** Opened when the scanner asks for it: a stream that fails before anybody reads it would take the process with it. */
async function* bytesOf(store: FileStore, { storageKey }: FileToCheck): AsyncGenerator<Uint8Array> {
  yield* store.open(storageKey) as AsyncIterable<Uint8Array>;
}

function isBrokenOff(answer: ScanAnswer): boolean {
  return answer.verdict === 'unavailable' && ['EPIPE', 'ECONNRESET'].includes(answer.reason);
}
