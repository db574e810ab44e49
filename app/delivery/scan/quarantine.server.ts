import type { Database } from '#app/database/database.server.ts';
import type { CheckState } from '#app/database/tables.ts';
import type { Log } from '#app/log/log.server.ts';
import type { FileToCheck, VirusCheck } from '#app/uploads/virus-check/virus-check.server.ts';
import { type Desk, inboxDesk } from '../channels/desk.server.ts';
import { sendLateFiles } from './late-files.server.ts';

/** Withholds visitors' files from the desk until the virus check releases them. */
export interface Quarantine {
  /** The initial state of a new file. */
  newFileState: CheckState;
  /**
   * Scans the files of an outbox message before it is sent. Files without a verdict within seconds become late files,
   * which follow in a separate message, so that the scanner never delays a request.
   */
  scanBeforeSend(messageId: string): Promise<void>;
  /** Starts polling for unchecked late files and files in the inbox, until stopped. */
  start(): void;
  /** Stops polling and aborts running checks. */
  stop(): Promise<void>;
}

const pollInterval = 1_000;
const maxBackoff = 60_000;
/** Number of files checked before late files with a verdict are sent. */
const batchSize = 50;
/** After this time (ms) a file is marked unchecked: one that crashes the scanner must not block its enquiry's erasure. */
const maxWait = 3 * 24 * 60 * 60 * 1000;

/** The longest that a delivery waits for verdicts (ms): a disc would take more than a minute. */
const maxScanTimeout = 30_000;

/** Returns how long a delivery waits for verdicts (ms): much less than a visitor waits for the delivery. */
function scanTimeout(files: readonly { size: number }[]): number {
  return Math.min(maxScanTimeout, 4_000 + files.reduce((sum, file) => sum + file.size, 0) / 8_000);
}

/**
 * Opens the quarantine, one per process. Without a scanner it releases all files except those already found infected.
 * @param clockOffset how far trusted time is ahead of the system clock (ms)
 */
export function openQuarantine(
  database: Database,
  virusCheck: VirusCheck | undefined,
  desk: Pick<Desk, 'name'>,
  log: Log,
  clockOffset: () => number = () => 0,
): Quarantine {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let isStopped = false;

  /** Checks one batch of files. @returns whether the scanner gave a verdict for each of them */
  async function checkBatch(scanner: VirusCheck): Promise<boolean> {
    let isScannerHealthy = true;
    for (const file of await filesWithoutDelivery(database)) {
      if (isStopped) return true;
      if (await scanner.check(file)) continue;
      isScannerHealthy = false;
      // This file alone may be too much for the scanner. If the scanner is not running, skip the others.
      const isAvailable = await scanner.isAvailable();
      const isOld = file.arrivedAt <= Date.now() + clockOffset() - maxWait;
      if (isOld && (file.isWaiting || isAvailable)) await scanner.markUnchecked(file, 'no verdict in 3 days');
      if (!isAvailable) break;
    }
    await sendLateFiles(database, desk.name, Date.now(), clockOffset());
    return isScannerHealthy;
  }

  function scheduleNextBatch(scanner: VirusCheck, pause: number): void {
    timer = setTimeout(() => {
      running = checkBatch(scanner)
        .catch((error: unknown) => {
          log.error({ err: error }, 'Quarantine batch failed; it will be retried');
          return false;
        })
        .then((isScannerHealthy) => {
          if (!isStopped) scheduleNextBatch(scanner, isScannerHealthy ? pollInterval : Math.min(2 * pause, maxBackoff));
        });
    }, pause);
    timer.unref();
  }

  async function releaseAll(): Promise<void> {
    await database
      .updateTable('attachments')
      .set({ virus_check: 'none' })
      .where('virus_check', '=', 'waiting')
      .execute();
    await sendLateFiles(database, desk.name, Date.now(), clockOffset());
  }

  return {
    newFileState: virusCheck ? 'waiting' : 'none',
    async scanBeforeSend(messageId) {
      if (!virusCheck) return;
      const files = await filesToScan(database, messageId);
      if (files.length === 0) return;
      await virusCheck.checkAll(files, scanTimeout(files));
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
      if (!virusCheck) {
        running = releaseAll().catch((error: unknown) =>
          log.error({ err: error }, 'Files could not be released from quarantine; they are withheld until a restart'),
        );
        return;
      }
      void virusCheck.isAvailable().then((isAvailable) => {
        if (!isAvailable) log.warn('The virus scanner at CLAMD_URL does not respond: files are withheld until it does');
      });
      scheduleNextBatch(virusCheck, pollInterval);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await virusCheck?.stop();
      await running;
    },
  };
}

/** Selects files without a verdict, joined with the message that they belong to. */
function selectUnscanned(database: Database) {
  return database
    .selectFrom('attachments')
    .innerJoin('parcels', (join) =>
      join.onRef('parcels.enquiry_id', '=', 'attachments.enquiry_id').onRef('number', '=', 'parcel'),
    )
    .innerJoin('enquiries', 'enquiries.id', 'attachments.enquiry_id')
    .select(['attachments.id', 'storage_key', 'size', 'virus_check', 'created_at', 'clock_behind'])
    .where('virus_check', 'in', ['none', 'waiting']);
}

/** Returns a message's files without a verdict, except late files. */
async function filesToScan(database: Database, messageId: string): Promise<FileToCheck[]> {
  const rows = await selectUnscanned(database)
    .where('parcels.id', '=', messageId)
    .where('follow_up', 'is', null)
    .execute();
  return rows.map(({ id, size, storage_key }) => ({ id, size, storageKey: storage_key }));
}

/** Returns files without a verdict that no delivery will scan, oldest first: late files and files in the inbox. */
async function filesWithoutDelivery(database: Database) {
  const rows = await selectUnscanned(database)
    .where((expression) =>
      expression.or([
        expression('follow_up', '=', 0),
        expression.and([expression('desk', '=', inboxDesk.name), expression('parcels.state', '=', 'delivered')]),
      ]),
    )
    .orderBy('created_at')
    .limit(batchSize)
    .execute();
  return rows.map((row) => ({
    ...{ id: row.id, size: row.size, storageKey: row.storage_key },
    isWaiting: row.virus_check === 'waiting',
    arrivedAt: row.created_at + row.clock_behind,
  }));
}
