import type { Database } from '#app/database/database.server.ts';
import type { Log } from '#app/log/log.server.ts';
import type { TroubleProbe } from '#app/notices/trouble-watch.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import { findLostFiles } from './files/lost-files.server.ts';

/** Detects lost files in the background. */
export interface FileWatch {
  /** Checks now and every hour, in the background. */
  start(): void;
  /**
   * Returns the counts of the last check, after waiting for a running check.
   * @throws if no check has succeeded yet
   */
  lostCount(): Promise<LostCount>;
  /** Stops checking and waits for a running check. */
  stop(): Promise<void>;
}

/** The number of lost files, and of the requests that they belong to. */
interface LostCount {
  files: number;
  requests: number;
}

const minute = 60_000;
const hour = 60 * minute;

/**
 * Returns the probes that report lost files, and that files cannot be stored.
 * @param findProblem returns why files cannot be stored; undefined if they can
 */
export function filesProbes(
  watch: Pick<FileWatch, 'lostCount'>,
  findProblem: () => Promise<string | undefined>,
): TroubleProbe[] {
  return [
    {
      trouble: 'files_missing',
      announceAfter: 0,
      findTrouble: async () => {
        const { files, requests } = await watch.lostCount();
        return files > 0 ? [{ reason: `${files} files from ${requests} requests` }] : [];
      },
    },
    {
      trouble: 'files_refused',
      announceAfter: minute,
      findTrouble: async () => {
        const reason = await findProblem();
        return reason === undefined ? [] : [{ reason }];
      },
    },
  ];
}

/**
 * Checks that the files in the database exist. Some may be missing if a running site's folder was copied without
 * `npm run backup`. Logs the references of the affected requests.
 */
export function openFileWatch(database: Database, store: FileStore, log: Log): FileWatch {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let lastCount: LostCount | undefined;

  async function check(): Promise<void> {
    const { lost } = await findLostFiles(database, store);
    const references = [...new Set(lost.flatMap(({ reference }) => reference ?? []))];
    if (lost.length > 0 && lost.length !== lastCount?.files) {
      log.error({ files: lost.length, references }, 'Files of requests are missing or truncated: see `npm run check`');
    }
    lastCount = { files: lost.length, requests: references.length };
  }

  function runCheck(): void {
    running = running
      .then(check)
      .catch((error: unknown) => log.error({ err: error }, 'File check failed; it will run again within the hour'));
  }

  return {
    start() {
      timer = setInterval(runCheck, hour);
      timer.unref();
      runCheck();
    },
    async lostCount() {
      await running;
      if (!lastCount) throw new Error('The files have not been checked yet');
      return lastCount;
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
