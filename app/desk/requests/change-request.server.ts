import type { Selectable, Transaction } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { EnquiryRow, Tables } from '#app/database/tables.ts';
import {
  type EventDetails,
  type EventKind,
  isUndoable,
  kindOf,
  type RequestEvent,
} from '#app/enquiries/progress/progress.ts';
import { readEvents } from '#app/enquiries/progress/read-progress.server.ts';
import { recordEvent, undoEvent } from '#app/enquiries/progress/record-event.server.ts';
import { lockEnquiry } from '#app/enquiries/store/lock-enquiry.server.ts';
import { recordAudit } from '../audit/audit.server.ts';
import { findPerson } from '../people/people.server.ts';

/** Who changes which request, and what they have seen of it. */
export interface Change {
  /** The reference, 8 characters, see `parseReference`. */
  reference: string;
  personId: string;
  /**
   * The `case_version` that the person has seen. The change is refused if the request has another version by now.
   * Undefined for a change that only adds something, such as a note.
   */
  seenVersion?: number | undefined;
  /** Unix time in ms. */
  now: number;
}

/**
 * The outcome of a change: `done` with the event's id; `gone` if the request does not exist or has been erased;
 * `outdated`, with the newest event, if somebody else has changed the request in the meantime; `nothing` if there is
 * nothing to undo.
 */
export type ChangeResult =
  | { outcome: 'done'; eventId: string }
  | { outcome: 'gone' | 'nothing' }
  | { outcome: 'outdated'; newest: RequestEvent | undefined };

/**
 * Records what somebody at the desk has done with a request. If nobody owns it, or only somebody whose account is disabled,
 * whoever acts becomes its owner: a request that counts as taken must not be without a name.
 * @param alsoStore stores what belongs to the event, in the same transaction
 */
export function changeRequest(
  database: Database,
  change: Change,
  { kind, details }: { kind: EventKind; details?: EventDetails },
  alsoStore?: (transaction: Transaction<Tables>, enquiryId: string, eventId: string) => Promise<void>,
): Promise<ChangeResult> {
  return database.transaction().execute((transaction) =>
    ifUpToDate(transaction, change, async (enquiry) => {
      const { personId, now } = change;
      const becomesOwner =
        kindOf(kind).isTaken && details?.owner === undefined && !(await hasOwner(transaction, enquiry));
      const event = {
        ...{ kind, at: now, source: { personId } },
        details: becomesOwner ? { ...details, owner: personId } : details,
      };
      const eventId = await recordEvent(transaction, enquiry, event, now);
      await alsoStore?.(transaction, enquiry.id, eventId);
      await recordAudit(transaction, { at: now, personId, action: 'request_changed', subject: change.reference });
      return { outcome: 'done', eventId };
    }),
  );
}

/** Whether somebody owns a request who can still sign in. */
async function hasOwner(transaction: Transaction<Tables>, { owner }: Selectable<EnquiryRow>): Promise<boolean> {
  if (owner === null) return false;
  return (await findPerson(transaction, { id: owner }))?.disabledAt === undefined;
}

/** Undoes the newest change, unless it cannot be undone, such as a message that the family has received. */
export function undoLastChange(database: Database, change: Change): Promise<ChangeResult> {
  return database.transaction().execute((transaction) =>
    ifUpToDate(transaction, change, async (enquiry) => {
      const { personId, now } = change;
      const last = lastUndoable(await readEvents(transaction, enquiry.id));
      if (!last) return { outcome: 'nothing' };
      await undoEvent(transaction, enquiry, last.id, now);
      await recordAudit(transaction, { at: now, personId, action: 'change_undone', subject: change.reference });
      return { outcome: 'done', eventId: last.id };
    }),
  );
}

/** Returns the event that {@link undoLastChange} undoes: the newest one, if it is undoable. */
export function lastUndoable(events: readonly RequestEvent[]): RequestEvent | undefined {
  const last = events.at(-1);
  return last && typeof last.source !== 'string' && isUndoable(last.kind) ? last : undefined;
}

/** Locks the request and makes the change, unless somebody else has changed the request in the meantime. */
async function ifUpToDate(
  transaction: Transaction<Tables>,
  { reference, seenVersion }: Change,
  make: (enquiry: Selectable<EnquiryRow>) => Promise<ChangeResult>,
): Promise<ChangeResult> {
  const found = await transaction
    .selectFrom('enquiries')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirst();
  const enquiry = found && (await lockEnquiry(transaction, found.id));
  if (!enquiry) return { outcome: 'gone' };
  if (seenVersion !== undefined && seenVersion !== enquiry.case_version) {
    return { outcome: 'outdated', newest: (await readEvents(transaction, enquiry.id)).at(-1) };
  }
  return make(enquiry);
}
