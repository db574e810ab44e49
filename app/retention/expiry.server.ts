import type { ExpressionBuilder } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { Tables } from '#app/database/tables.ts';
import type { EnquiryKind, SubmittedFields } from '#app/enquiries/enquiry.ts';
import { lockEnquiry } from '#app/enquiries/store/lock-enquiry.server.ts';
import { requestNotice } from '#app/enquiries/store/request-notice.ts';
import { trustedArrival } from '#app/enquiries/store/trusted-arrival.ts';
import { announce } from '#app/notices/notice-outbox.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import { eraseIf } from './retention.server.ts';

/** The numbers of days after which the site erases requests. */
export interface RetentionPeriods {
  /** Counted from closing. */
  closedDays: number;
  /** Counted from arrival, for requests that nobody has closed. */
  retentionDays: number;
}

const day = 24 * 60 * 60 * 1000;

/** Returns how long before the end of the retention period leads are told (ms); the whole period if that is shorter. */
function announcementPeriod({ retentionDays }: Pick<RetentionPeriods, 'retentionDays'>): number {
  return Math.min(14, retentionDays) * day;
}

/**
 * Erases closed requests whose period after closing has ended, and other requests whose retention period has ended.
 * Keeps, regardless of age:
 * - undelivered ones, because nobody has read them
 * - those whose processing is restricted (GDPR, article 18)
 * - if the web desk has accounts: those that nobody has taken, and those that leads have not been told about in time
 *
 * @param now time of the system clock (Unix time in ms)
 * @param uploadFolder folder of unfinished uploads
 * @param clockOffset how far trusted time is ahead of `now` (ms)
 * @returns the number of requests erased
 */
export async function eraseExpired(
  database: Database,
  store: FileStore,
  periods: RetentionPeriods,
  now: number,
  uploadFolder?: string,
  clockOffset = 0,
): Promise<number> {
  const isDue = (eb: Condition) => eb.or([isClosedLongEnough(eb), isPastRetention(eb)]);
  const isClosedLongEnough = (eb: Condition) =>
    eb.and([
      eb('state', '=', 'closed'),
      eb('closing_counts_from', '<=', now + clockOffset - periods.closedDays * day),
      isErasable(eb),
    ]);
  const isPastRetention = (eb: Condition) =>
    eb.and([
      eb('state', '!=', 'closed'),
      eb(trustedArrival, '<=', now + clockOffset - periods.retentionDays * day),
      isErasable(eb),
      eb.or([
        eb.not(hasDesk(eb)),
        eb.and([
          eb('taken_at', 'is not', null),
          eb('expiry_announced_at', '<=', now + clockOffset - announcementPeriod(periods)),
        ]),
      ]),
    ]);
  const due = await database.selectFrom('enquiries').select(['id', 'state']).where(isDue).execute();
  const unfinished = uploadFolder === undefined ? undefined : { folder: uploadFolder, files: store };
  let count = 0;
  for (const { id, state } of due) {
    const reason = state === 'closed' ? ('done' as const) : ('expired' as const);
    const erasure = { enquiryId: id, reason, now, clockOffset };
    const { isErased } = await eraseIf(
      // The request may have changed since the list was read.
      async (transaction, enquiryId) =>
        (await transaction
          .selectFrom('enquiries')
          .select('id')
          .where('id', '=', enquiryId)
          .where('state', '=', state)
          .where(isDue)
          .executeTakeFirst()) !== undefined,
      database,
      store,
      erasure,
      unfinished,
    );
    if (isErased) count += 1;
  }
  return count;
}

/**
 * Tells leads, two weeks in advance, which requests will be erased because nobody has closed them. Each request is
 * announced once, and again only if it has been closed or restricted in the meantime.
 * @param now time of the system clock (Unix time in ms)
 * @param clockOffset how far trusted time is ahead of `now` (ms)
 */
export async function announceExpiries(
  database: Database,
  periods: Pick<RetentionPeriods, 'retentionDays'>,
  now: number,
  clockOffset = 0,
): Promise<void> {
  const latestArrival = now + clockOffset - periods.retentionDays * day + announcementPeriod(periods);
  const isDue = (eb: Condition) =>
    eb.and([
      eb('expiry_announced_at', 'is', null),
      eb('state', '!=', 'closed'),
      eb('taken_at', 'is not', null),
      eb(trustedArrival, '<=', latestArrival),
      hasDesk(eb),
      isErasable(eb),
    ]);
  const due = await database.selectFrom('enquiries').select('id').where(isDue).execute();
  for (const { id } of due) {
    await database.transaction().execute(async (transaction) => {
      const row = await lockEnquiry(transaction, id);
      if (!row) return;
      const { numUpdatedRows } = await transaction
        .updateTable('enquiries')
        .set({ expiry_announced_at: now + clockOffset })
        .where('id', '=', id)
        .where(isDue)
        .executeTakeFirst();
      // Another process has announced it, or the request has changed.
      if (numUpdatedRows === 0n) return;
      const { kind, reference, language, received_at } = row;
      // The stored fields match the kind, which the column type cannot express.
      const submitted = { kind, fields: JSON.parse(row.fields) as unknown } as SubmittedFields;
      const notice = requestNotice('request.expiring', { ...submitted, reference, language }, received_at, now);
      // Two weeks are left: nobody has to be woken.
      const quietNotice = { ...notice, urgent: false, reasons: [] };
      await announce(transaction, { notice: quietNotice, audience: 'escalation', enquiryId: id }, now);
    });
  }
}

/** A request that will be erased because nobody has closed it. */
export interface ExpiringRequest {
  reference: string;
  kind: EnquiryKind;
  /** Unix time in ms. */
  expiresAt: number;
}

/** Lists the requests whose erasure has been announced to leads, in the order in which they will be erased. */
export async function listExpiring(
  database: Database,
  periods: Pick<RetentionPeriods, 'retentionDays'>,
): Promise<ExpiringRequest[]> {
  const rows = await database
    .selectFrom('enquiries')
    .select(['reference', 'kind', 'received_at', 'clock_behind', 'expiry_announced_at'])
    .where('expiry_announced_at', 'is not', null)
    .where('state', '!=', 'closed')
    .where(isErasable)
    .execute();
  return rows
    .map(({ reference, kind, received_at, clock_behind, expiry_announced_at }) => ({
      reference,
      kind: kind as EnquiryKind,
      expiresAt: Math.max(
        received_at + clock_behind + periods.retentionDays * day,
        (expiry_announced_at ?? 0) + announcementPeriod(periods),
      ),
    }))
    .sort((a, b) => a.expiresAt - b.expiresAt);
}

type Condition = ExpressionBuilder<Tables, 'enquiries'>;

/** Matches requests that have not been erased, are not restricted, and have been delivered to the desk completely. */
function isErasable(eb: Condition) {
  const undeliveredMessages = eb
    .selectFrom('parcels')
    .select('parcels.id')
    .whereRef('parcels.enquiry_id', '=', 'enquiries.id')
    .where('parcels.state', '!=', 'delivered');
  // Late files have no message until they have a verdict.
  const unsentLateFiles = eb
    .selectFrom('attachments')
    .select('attachments.id')
    .whereRef('attachments.enquiry_id', '=', 'enquiries.id')
    .where('follow_up', '=', 0);
  return eb.and([
    eb('erased_at', 'is', null),
    eb('restricted_at', 'is', null),
    eb.not(eb.or([eb.exists(undeliveredMessages), eb.exists(unsentLateFiles)])),
  ]);
}

/** Matches if the web desk has accounts. Without them, nobody takes requests, and delivered ones count as taken. */
function hasDesk(eb: Condition) {
  return eb.exists(eb.selectFrom('desk_people').select('desk_people.id'));
}
