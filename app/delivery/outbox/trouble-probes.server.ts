import { listUnconfirmedJumps } from '#app/clock/clock-jumps.server.ts';
import type { Database } from '#app/database/database.server.ts';
import { formatReference } from '#app/enquiries/reference.ts';
import type { Log } from '#app/log/log.server.ts';
import type { TroubleProbe } from '#app/notices/trouble-watch.server.ts';
import type { Desk } from '../channels/desk.server.ts';
import { isNotRestricted } from './leases.server.ts';

const minute = 60_000;
/** Interval between desk checks (ms), long enough that a mail server does not mistake them for an attack. */
const deskCheckInterval = 5 * minute;
/** Tolerated outage of the scanner (ms). It is unavailable for a few seconds while it loads signatures. */
const scannerGrace = minute;
/** Threshold for low disk space in bytes: four times the space that files leave free for requests. */
const lowDiskThreshold = 2 * 1024 ** 3;
/** Threshold for recovery in bytes: higher, so that free space near the limit does not cause repeated notices. */
const diskRecoveredThreshold = 2.5 * 1024 ** 3;

/** Returns the probes for problems that may keep requests from reaching staff. */
export function troubleProbes(
  site: {
    database: Database;
    desk: Desk;
    /** Called when the desk is reached for the first time, and after every outage. */
    onDeskReachable?: () => Promise<void>;
    scanner?: { isAvailable(): Promise<boolean> };
    /** Free disk space for database and files, in bytes. */
    freeBytes: () => number;
  },
  log: Log,
  clock: () => number = Date.now,
): TroubleProbe[] {
  const { database, desk, onDeskReachable, scanner, freeBytes } = site;
  return [
    { trouble: 'desk_refused', announceAfter: 0, findTrouble: () => findRejectedRequests(database) },
    {
      trouble: 'desk_away',
      announceAfter: 15 * minute,
      findTrouble: createDeskProbe(database, desk, createDeskCheck(desk, log, clock, onDeskReachable)),
    },
    { trouble: 'disk_low', announceAfter: 0, findTrouble: createDiskProbe(freeBytes) },
    { trouble: 'clock_leapt', announceAfter: 0, findTrouble: () => findClockJumps(database) },
    ...(scanner
      ? [
          {
            trouble: 'scanner_away' as const,
            announceAfter: scannerGrace,
            findTrouble: async () => ((await scanner.isAvailable()) ? [] : [{}]),
          },
        ]
      : []),
  ];
}

/** Finds unconfirmed jumps of the system clock. */
async function findClockJumps(database: Database) {
  const jumps = await listUnconfirmedJumps(database);
  const hours = jumps.reduce((sum, jump) => sum + jump, 0) / (60 * minute);
  const command = 'npm run enquiries -- clock-is-right';
  return jumps.length === 0
    ? []
    : [{ reason: `${Math.round(hours)} hours ahead. If the clock is right, confirm it: ${command}` }];
}

/** Finds requests with a message that the desk rejected. */
async function findRejectedRequests(database: Database) {
  const rejected = await database
    .selectFrom('parcels')
    .innerJoin('enquiries', 'enquiries.id', 'enquiry_id')
    .select(['reference', 'last_error'])
    .where('parcels.state', '=', 'refused')
    .execute();
  return rejected.map(({ reference, last_error }) => ({
    reference: formatReference(reference),
    reason: last_error ?? undefined,
  }));
}

/** Creates a probe for failing deliveries and for an unreachable desk. */
function createDeskProbe(
  database: Database,
  desk: Desk,
  checkDesk: ReturnType<typeof createDeskCheck>,
): TroubleProbe['findTrouble'] {
  return async () => {
    const deskFailure = await checkDesk();
    const oldest = await database
      .selectFrom('parcels')
      .select(['created_at', 'last_error'])
      // Includes messages that only some recipients received.
      .where((expression) =>
        expression.or([
          expression('state', '=', 'waiting'),
          expression.and([expression('reached', 'is not', null), expression('desk', '=', desk.name)]),
        ]),
      )
      .where('last_error', 'is not', null)
      .where(isNotRestricted)
      .orderBy('created_at')
      .executeTakeFirst();
    const deliveryFailure = oldest && { since: oldest.created_at, reason: oldest.last_error ?? undefined };
    const findings = [deskFailure, deliveryFailure].filter((finding) => finding !== undefined);
    return findings.sort((a, b) => a.since - b.since).slice(0, 1);
  };
}

/**
 * Creates a function that returns the desk's failure, if any. It checks the desk on the first call and then every few
 * minutes, and logs the first result and every change.
 */
function createDeskCheck(desk: Desk, log: Log, clock: () => number, onReachable?: () => Promise<void>) {
  let checkedAt = -Infinity;
  let failure: { since: number; reason: string } | undefined;
  let lastOutcome: string | undefined;
  return async () => {
    if (!desk.check || clock() - checkedAt < deskCheckInterval) return failure;
    checkedAt = clock();
    const result = await desk.check();
    if (result.outcome === 'accepted') failure = undefined;
    else failure = { since: failure?.since ?? clock(), reason: result.reason };
    if (result.outcome !== lastOutcome) {
      if (failure) log.error({ desk: desk.name, reason: failure.reason }, 'desk check failed');
      else log.info({ desk: desk.name }, 'desk check succeeded');
      lastOutcome = result.outcome;
      if (!failure) await onReachable?.();
    }
    return failure;
  };
}

function createDiskProbe(freeBytes: () => number): TroubleProbe['findTrouble'] {
  let isLow = false;
  return () => {
    const free = freeBytes();
    isLow = free < (isLow ? diskRecoveredThreshold : lowDiskThreshold);
    return Promise.resolve(isLow ? [{ reason: `${(free / 1024 ** 3).toFixed(1)} GiB free` }] : []);
  };
}
