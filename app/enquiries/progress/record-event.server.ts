import type { Selectable, Transaction } from 'kysely';
import { readStoredOffset } from '#app/clock/trusted-time.server.ts';
import type { EnquiryRow, Tables } from '#app/database/tables.ts';
import { newId } from '#app/ids/secrets.server.ts';
import { resumeAlarm } from '#app/notices/alarms.server.ts';
import { announce } from '#app/notices/notice-outbox.server.ts';
import { formatReference } from '../reference.ts';
import { caseOf } from './case.ts';
import { type EventDetails, type EventKind, type EventSource, isNews } from './progress.ts';
import { readEvents } from './read-progress.server.ts';

/** An event to record. */
export interface NewEvent {
  kind: EventKind;
  /** When it happened (Unix time in ms). */
  at: number;
  source: EventSource;
  details?: EventDetails;
}

/**
 * Records an event of a request and updates where the request stands. If the event is news, a family that wants emails
 * gets one, unless the processing of the request is restricted.
 * @param enquiry locked, see `lockEnquiry`
 * @param now Unix time in ms
 * @returns the event's id
 */
export async function recordEvent(
  transaction: Transaction<Tables>,
  enquiry: Selectable<EnquiryRow>,
  { kind, at, source, details }: NewEvent,
  now: number,
): Promise<string> {
  const id = newId();
  await transaction
    .insertInto('enquiry_events')
    .values({
      id,
      enquiry_id: enquiry.id,
      at,
      kind,
      source: typeof source === 'string' ? source : 'desk',
      person_id: typeof source === 'string' ? null : source.personId,
      details: details ? JSON.stringify(details) : null,
    })
    .execute();
  await updateCase(transaction, enquiry, now);
  if (isNews(kind) && enquiry.wants_mail === 1 && enquiry.restricted_at === null) {
    const reference = formatReference(enquiry.reference);
    const notice = { type: 'family.news', reference, at: new Date(now).toISOString() } as const;
    await announce(transaction, { notice, audience: 'family', enquiryId: enquiry.id }, now);
  }
  return id;
}

/**
 * Marks an event as undone and updates where the request stands.
 * @param enquiry locked, see `lockEnquiry`
 * @param eventId id of an event of this request; an event of another request is left unchanged
 * @param now Unix time in ms
 */
export async function undoEvent(
  transaction: Transaction<Tables>,
  enquiry: Selectable<EnquiryRow>,
  eventId: string,
  now: number,
): Promise<void> {
  await transaction
    .updateTable('enquiry_events')
    .set({ undone_at: now })
    .where('id', '=', eventId)
    .where('enquiry_id', '=', enquiry.id)
    .execute();
  await updateCase(transaction, enquiry, now);
}

/**
 * Derives from its events where the request stands and writes that to its row, for lists and retention. Resumes the
 * reminders if nobody is looking after the request any more.
 */
async function updateCase(
  transaction: Transaction<Tables>,
  enquiry: Selectable<EnquiryRow>,
  now: number,
): Promise<void> {
  const { state, owner, isTaken, closedAt, callAgainAt, restrictedAt } = caseOf(
    await readEvents(transaction, enquiry.id),
  );
  const trustedNow = now + (await readStoredOffset(transaction));
  const isReopenedOrLifted =
    (enquiry.state === 'closed' && state !== 'closed') || (enquiry.restricted_at !== null && restrictedAt === null);
  await transaction
    .updateTable('enquiries')
    .set(({ eb }) => ({
      state,
      owner,
      taken_at: isTaken ? eb.fn.coalesce('taken_at', eb.val(now)) : null,
      closed_at: closedAt,
      // Counts from now, not from the reported time, which may be long past, so that a closing can be undone for the full
      // period.
      closing_counts_from: closedAt === null ? null : eb.fn.coalesce('closing_counts_from', eb.val(trustedNow)),
      call_again_at: callAgainAt,
      restricted_at: restrictedAt,
      // The request may now be close to its expiry, which must then be announced again.
      ...(isReopenedOrLifted && { expiry_announced_at: null }),
      case_version: eb('case_version', '+', 1),
    }))
    .where('id', '=', enquiry.id)
    .execute();
  if (enquiry.taken_at !== null && !isTaken) await resumeAlarm(transaction, enquiry.id, trustedNow);
}
