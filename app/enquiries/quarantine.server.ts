import type { Database } from '#app/database/database.server.ts';
import type { CheckState } from '#app/database/tables.ts';
import type { Log } from '#app/log.server.ts';
import type { FileToCheck, VirusCheck } from '#app/uploads/virus-check/virus-check.server.ts';
import { inboxDesk, type Desk } from './desk.server.ts';
import { sendLateFiles } from './late-files.server.ts';

/** Files of strangers, between their receipt and the desk. */
export interface Quarantine {
  /** What the virus check says of a file that has just come. */
  newFiles: CheckState;
  /**
   * Has the files of a parcel judged before it leaves. Those that have no verdict within seconds are late: they stay
   * here, and a parcel of their own brings them, so that a scanner never keeps a request from its desk.
   */
  settle(parcelId: string): Promise<void>;
  /** Checks what is late, or lies in the inbox, until stopped. */
  start(): void;
  /** Plans no more and breaks off what is being checked. */
  stop(): Promise<void>;
}

const lookEvery = 1_000;
const longestPause = 60_000;
/** How many files a round looks at: what is late of those before is sent on in between. */
const roundSize = 50;
/** A file that kills the scanner must not wait for ever, and keep its enquiry from being erased. */
const longestWait = 3 * 24 * 60 * 60 * 1000;

/** How long a delivery waits for verdicts, in milliseconds: well within what the visitor waits for the delivery. */
export function patienceForCheck(files: readonly { size: number }[]): number {
  return 4_000 + files.reduce((sum, file) => sum + file.size, 0) / 8_000;
}

/** The process's one quarantine. Without a scanner it lets everything go, except what was found infected before. */
export function openQuarantine(
  database: Database,
  check: VirusCheck | undefined,
  desk: Pick<Desk, 'name'>,
  log: Log,
): Quarantine {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let isStopped = false;

  /** @returns whether the scanner judged everything that it was shown */
  async function round(scanner: VirusCheck): Promise<boolean> {
    let isWell = true;
    for (const file of await filesHere(database)) {
      if (isStopped) return true;
      if (await scanner.check(file)) continue;
      isWell = false;
      // One file may be more than the scanner can take; a scanner that is away need not be shown the others.
      const isThere = await scanner.isThere();
      const isOld = file.arrivedAt <= Date.now() - longestWait;
      if (isOld && (file.isWaiting || isThere)) await scanner.giveUp(file, 'no verdict in 3 days');
      if (!isThere) break;
    }
    await sendLateFiles(database, desk.name, Date.now());
    return isWell;
  }

  function plan(scanner: VirusCheck, pause: number): void {
    timer = setTimeout(() => {
      running = round(scanner)
        .catch((error: unknown) => {
          log.error({ err: error }, 'quarantine not looked through');
          return false;
        })
        .then((isWell) => {
          if (!isStopped) plan(scanner, isWell ? lookEvery : Math.min(2 * pause, longestPause));
        });
    }, pause);
    timer.unref();
  }

  async function letGo(): Promise<void> {
    await database
      .updateTable('attachments')
      .set({ virus_check: 'none' })
      .where('virus_check', '=', 'waiting')
      .execute();
    await sendLateFiles(database, desk.name, Date.now());
  }

  return {
    newFiles: check ? 'waiting' : 'none',
    async settle(parcelId) {
      if (!check) return;
      const files = await filesOf(database, parcelId);
      if (files.length === 0) return;
      await check.judge(files, patienceForCheck(files));
      await database
        .updateTable('attachments')
        .set({ virus_check: 'waiting', follow_up: 0 })
        .where(
          'id',
          'in',
          files.map(({ id }) => id),
        )
        .where('virus_check', 'in', ['none', 'waiting'])
        .execute();
    },
    start() {
      if (!check) {
        running = letGo().catch((error: unknown) => log.error({ err: error }, 'quarantine not opened'));
        return;
      }
      void check.isThere().then((isThere) => {
        if (!isThere) log.warn('The virus scanner at CLAMD_URL does not answer: files wait until it does');
      });
      plan(check, lookEvery);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await check?.stop();
      await running;
    },
  };
}

/** Files without a verdict, each with the parcel that it was sent with. */
function unjudged(database: Database) {
  return database
    .selectFrom('attachments')
    .innerJoin('parcels', (join) =>
      join.onRef('parcels.enquiry_id', '=', 'attachments.enquiry_id').onRef('number', '=', 'parcel'),
    )
    .select(['attachments.id', 'storage_key', 'size', 'virus_check', 'created_at'])
    .where('virus_check', 'in', ['none', 'waiting']);
}

/** The files that a parcel would bring and that nobody has judged. */
async function filesOf(database: Database, parcelId: string): Promise<FileToCheck[]> {
  const rows = await unjudged(database).where('parcels.id', '=', parcelId).where('follow_up', 'is', null).execute();
  return rows.map(({ id, size, storage_key }) => ({ id, size, storageKey: storage_key }));
}

/** Unjudged files that no delivery will ask for: late ones, and those of the inbox. Oldest first. */
async function filesHere(database: Database) {
  const rows = await unjudged(database)
    .where((where) =>
      where.or([
        where('follow_up', '=', 0),
        where.and([where('desk', '=', inboxDesk.name), where('state', '=', 'delivered')]),
      ]),
    )
    .orderBy('created_at')
    .limit(roundSize)
    .execute();
  return rows.map((row) => ({
    ...{ id: row.id, size: row.size, storageKey: row.storage_key },
    isWaiting: row.virus_check === 'waiting',
    arrivedAt: row.created_at,
  }));
}
