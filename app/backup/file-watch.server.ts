import type { Database } from '#app/database/database.server.ts';
import type { Log } from '#app/log/log.server.ts';
import type { TroubleProbe } from '#app/notices/trouble-watch.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import { lostFiles } from './files/lost-files.server.ts';

/** Detects lost files in the background. */
export interface FileWatch {
  /** Checks now and every hour, in the background. */
  start(): void;
  /**
   * The counts of the last check; waits for a running one.
   * @throws if no check has been completed yet
   */
  lost(): Promise<LostCount>;
  /** Stops checking and waits for a running check. */
  stop(): Promise<void>;
}

/** The number of lost files, and of the requests they belong to. */
interface LostCount {
  files: number;
  requests: number;
}

/** The probe that reports lost files. */
export function filesProbe(watch: Pick<FileWatch, 'lost'>): TroubleProbe {
  return {
    trouble: 'files_missing',
    announceAfter: 0,
    findTroubles: async () => {
      const { files, requests } = await watch.lost();
      return files > 0 ? [{ reason: `${files} of ${requests} requests` }] : [];
    },
  };
}

const hour = 60 * 60 * 1000;

/**
 * Checks that the files in the database exist; some may be missing after a plain copy of a running site's folder. Logs the
 * references of affected requests.
 */
export function openFileWatch(database: Database, store: FileStore, log: Log): FileWatch {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let count: LostCount | undefined;

  async function check(): Promise<void> {
    const { lost } = await lostFiles(database, store);
    const references = [...new Set(lost.flatMap(({ reference }) => reference ?? []))];
    if (lost.length > 0 && lost.length !== count?.files) {
      log.error({ files: lost.length, references }, 'Files of requests are missing or truncated: see `npm run check`');
    }
    count = { files: lost.length, requests: references.length };
  }

  function attempt(): void {
    running = running.then(check).catch((error: unknown) => log.error({ err: error }, 'file check failed'));
  }

  return {
    start() {
      timer = setInterval(attempt, hour);
      timer.unref();
      attempt();
    },
    async lost() {
      await running;
      if (!count) throw new Error('The files have not been checked');
      return count;
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
