import { unconfirmedJumps } from '#app/clock/clock-jumps.server.ts';
import type { Database } from '#app/database/database.server.ts';
import { formatReference } from '#app/enquiries/reference.ts';
import type { Log } from '#app/log/log.server.ts';
import type { TroubleProbe } from '#app/notices/trouble-watch.server.ts';
import type { Desk } from '../channels/desk.server.ts';

const minute = 60_000;
/** Check interval (ms): a mail server must not mistake the checks for an attack. */
const deskCheckInterval = 5 * minute;
/** Tolerated outage of the scanner (ms), which is unavailable for some seconds while it loads signatures. */
const scannerGrace = minute;
/** Low disk space threshold in bytes: four times the headroom that files leave for requests. */
const lowDiskThreshold = 2 * 1024 ** 3;
/** Threshold for recovery in bytes; higher, to avoid repeated notices. */
const diskRecoveredThreshold = 2.5 * 1024 ** 3;

/** The probes for troubles that may keep requests from reaching staff. */
export function troubleProbes(
  site: {
    database: Database;
    desk: Desk;
    /** Called when the desk can be reached for the first time, and again after an outage. */
    onDeskWorks?: () => Promise<void>;
    scanner?: { isAvailable(): Promise<boolean> };
    /** Free disk space for database and files, in bytes. */
    freeBytes: () => number;
  },
  log: Log,
  clock: () => number = Date.now,
): TroubleProbe[] {
  const { database, desk, onDeskWorks, scanner, freeBytes } = site;
  return [
    { trouble: 'desk_refused', after: 0, findTroubles: () => refusedRequests(database) },
    {
      trouble: 'desk_away',
      after: 15 * minute,
      findTroubles: deskProbe(database, desk, deskChecker(desk, log, clock, onDeskWorks)),
    },
    { trouble: 'disk_low', after: 0, findTroubles: diskProbe(freeBytes) },
    { trouble: 'clock_leapt', after: 0, findTroubles: () => clockJumps(database) },
    ...(scanner
      ? [
          {
            trouble: 'scanner_away' as const,
            after: scannerGrace,
            findTroubles: async () => ((await scanner.isAvailable()) ? [] : [{}]),
          },
        ]
      : []),
  ];
}

/** Unconfirmed jumps of the machine's clock. */
async function clockJumps(database: Database) {
  const leaps = await unconfirmedJumps(database);
  const hours = leaps.reduce((sum, leap) => sum + leap, 0) / (60 * minute);
  const command = 'npm run enquiries -- clock-is-right';
  return leaps.length === 0 ? [] : [{ reason: `${Math.round(hours)} hours ahead. If it is right: ${command}` }];
}

/** Requests with a message that the desk refused. */
async function refusedRequests(database: Database) {
  const refused = await database
    .selectFrom('parcels')
    .innerJoin('enquiries', 'enquiries.id', 'enquiry_id')
    .select(['reference', 'last_error'])
    .where('state', '=', 'refused')
    .execute();
  return refused.map(({ reference, last_error }) => ({
    reference: formatReference(reference),
    reason: last_error ?? undefined,
  }));
}

/** Probes for failing deliveries and for an unreachable desk. */
function deskProbe(
  database: Database,
  desk: Desk,
  trial: ReturnType<typeof deskChecker>,
): TroubleProbe['findTroubles'] {
  return async () => {
    const failing = await trial();
    const oldest = await database
      .selectFrom('parcels')
      .select(['created_at', 'last_error'])
      // Includes messages that only some recipients have received.
      .where((parcel) =>
        parcel.or([
          parcel('state', '=', 'waiting'),
          parcel.and([parcel('reached', 'is not', null), parcel('desk', '=', desk.name)]),
        ]),
      )
      .where('last_error', 'is not', null)
      .orderBy('created_at')
      .executeTakeFirst();
    const waiting = oldest && { since: oldest.created_at, reason: oldest.last_error ?? undefined };
    const findings = [failing, waiting].filter((one) => one !== undefined);
    return findings.sort((a, b) => a.since - b.since).slice(0, 1);
  };
}

/** Checks the desk at the start and then every few minutes; logs the first result and every change. */
function deskChecker(desk: Desk, log: Log, clock: () => number, onWorks?: () => Promise<void>) {
  let triedAt = -Infinity;
  let failing: { since: number; reason: string } | undefined;
  let last: string | undefined;
  return async () => {
    if (!desk.check || clock() - triedAt < deskCheckInterval) return failing;
    triedAt = clock();
    const answer = await desk.check();
    if (answer.outcome === 'accepted') failing = undefined;
    else failing = { since: failing?.since ?? clock(), reason: answer.reason };
    if (answer.outcome !== last) {
      if (failing) log.error({ desk: desk.name, reason: failing.reason }, 'desk check failed');
      else log.info({ desk: desk.name }, 'desk check succeeded');
      last = answer.outcome;
      if (!failing) await onWorks?.();
    }
    return failing;
  };
}

function diskProbe(freeBytes: () => number): TroubleProbe['findTroubles'] {
  let isLow = false;
  return () => {
    const free = freeBytes();
    isLow = free < (isLow ? diskRecoveredThreshold : lowDiskThreshold);
    return Promise.resolve(isLow ? [{ reason: `${(free / 1024 ** 3).toFixed(1)} GiB free` }] : []);
  };
}
