import type { Transaction } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { Tables } from '#app/database/tables.ts';
import { newId } from '#app/ids/secrets.server.ts';
import type { Log } from '#app/log/log.server.ts';
import { backoff } from '#app/outbound/backoff.ts';
import type { Audience, Notice, RequestNotice } from './notice.ts';
import type { Channel, Recipients } from './recipients.server.ts';

/** The recipient id of every family in the database and the log, which must not contain families' addresses. */
const familyId = 'family';

/** Delivers notices to their recipients. */
export interface NoticeOutbox {
  /** Creates the deliveries of new notices, and starts those that are due. */
  tick(): Promise<void>;
  /** Waits for running deliveries. */
  idle(): Promise<void>;
}

/** Duration of a lease (ms). Renewed while a delivery is running; expires if the process dies. */
const leaseDuration = 15_000;
/** Maximum backoff (ms), short so that a recovered receiver soon gets the notices that it missed. */
const maxBackoff = 2 * 60_000;
/** Maximum number of concurrent deliveries per recipient, so that a stalled delivery does not block the others. */
const maxConcurrent = 5;

/** Adds a notice to the outbox within a transaction. */
export async function announce(
  transaction: Transaction<Tables>,
  { notice, audience, enquiryId = null }: { notice: Notice; audience: Audience; enquiryId?: string | null },
  now: number,
): Promise<void> {
  await transaction
    .insertInto('notices')
    .values({
      id: newId(),
      enquiry_id: enquiryId,
      audience,
      notice: JSON.stringify(notice),
      created_at: now,
      is_addressed: 0,
    })
    .execute();
}

/**
 * Opens the outbox, which delivers every notice to all its recipients, retrying as often as needed. Every attempt
 * contains the notice's id. An accepted notice is not delivered again, unless the process died before recording the
 * acceptance.
 *
 * Each recipient has its own backoff. A failing recipient gets one notice at a time, and all waiting notices after the
 * first success.
 * @param siteUrl the origin of the site's public address, to which notices about requests link if the web desk has accounts
 */
export function openNoticeOutbox(
  database: Database,
  recipients: Recipients,
  log: Log,
  clock: () => number = Date.now,
  siteUrl?: string,
): NoticeOutbox {
  // Deliveries are created only for recipients of the notice's audience, whose channels accept it.
  const channels = new Map<string, Channel<Notice>>([
    ...[...recipients.everybody, ...recipients.escalation].map(({ id, channel }) => [id, channel] as const),
    ...(recipients.family ? [[familyId, recipients.family] as const] : []),
  ]);
  const backoffs = new Map<string, { failures: number; until: number }>();
  let hasReassigned = false;
  const inFlight = new Map<string, { recipient: string; done: Promise<void> }>();

  function idsOf(audience: Audience): string[] {
    if (audience === 'family') return recipients.family ? [familyId] : [];
    return recipients[audience].map(({ id }) => id);
  }

  async function createDeliveries(): Promise<void> {
    const newNotices = await database
      .selectFrom('notices')
      .select(['id', 'audience'])
      .where('is_addressed', '=', 0)
      .orderBy('created_at')
      .limit(100)
      .execute();
    for (const { id, audience } of newNotices) {
      await database.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('notices')
          .set({ is_addressed: 1 })
          .where('id', '=', id)
          .where('is_addressed', '=', 0)
          .executeTakeFirst();
        const recipientIds = idsOf(audience);
        if (numUpdatedRows === 0n || recipientIds.length === 0) return;
        await transaction
          .insertInto('notice_deliveries')
          .values(
            recipientIds.map((recipient) => ({
              id: newId(),
              notice_id: id,
              recipient,
              state: 'waiting' as const,
              attempts: 0,
              leased_until: 0,
              last_error: null,
              accepted_at: null,
            })),
          )
          // After a change of recipients, some of them may already have a delivery of this notice.
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      });
    }
  }

  async function startDueDeliveries(): Promise<void> {
    for (const [recipient, channel] of channels) {
      const recipientBackoff = backoffs.get(recipient);
      if (recipientBackoff && recipientBackoff.until > clock()) continue;
      const runningCount = Array.from(inFlight.values()).filter((delivery) => delivery.recipient === recipient).length;
      const capacity = (recipientBackoff ? 1 : maxConcurrent) - runningCount;
      if (capacity <= 0) continue;
      const due = await database
        .selectFrom('notice_deliveries')
        .innerJoin('notices', 'notices.id', 'notice_id')
        .leftJoin('enquiries', 'enquiries.id', 'enquiry_id')
        .select('notice_deliveries.id')
        .where('notice_deliveries.state', '=', 'waiting')
        .where('recipient', '=', recipient)
        .where('leased_until', '<=', clock())
        // Notices that a limit holds must not delay the others. Among them, those of requests that staff have taken come
        // first, then those that have waited longest since they were last tried.
        .orderBy(({ eb }) =>
          eb.case().when('held_since', 'is', null).then(0).when('taken_at', 'is not', null).then(1).else(2).end(),
        )
        // A notice that its receiver never accepts must not block the others.
        .orderBy('attempts')
        .orderBy('leased_until')
        .orderBy('created_at')
        .limit(capacity)
        .execute();
      for (const { id } of due) if (!inFlight.has(id)) startDelivery(id, recipient, channel);
    }
  }

  function startDelivery(id: string, recipient: string, channel: Channel<Notice>): void {
    const done = deliver(id, recipient, channel)
      // The notice remains in the outbox, which will retry it.
      .catch((error: unknown) =>
        log.error({ err: error }, 'Notice delivery failed with an internal error; it will be retried'),
      )
      .finally(() => inFlight.delete(id));
    inFlight.set(id, { recipient, done });
  }

  async function deliver(id: string, recipient: string, channel: Channel<Notice>): Promise<void> {
    const now = clock();
    const lease = { until: now + leaseDuration };
    const { numUpdatedRows } = await database
      .updateTable('notice_deliveries')
      .set({ leased_until: lease.until })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .where('leased_until', '<=', now)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const row = await database
      .selectFrom('notice_deliveries')
      .innerJoin('notices', 'notices.id', 'notice_id')
      .leftJoin('enquiries', 'enquiries.id', 'enquiry_id')
      .select(['notice_id', 'notice', 'attempts', 'held_since', 'taken_at'])
      // Read for each attempt: the first account may be added while a notice waits.
      .select((eb) => eb.exists(eb.selectFrom('desk_people').select('desk_people.id')).as('hasDesk'))
      .where('notice_deliveries.id', '=', id)
      .executeTakeFirst();
    // The notice was erased together with its request.
    if (!row) return;
    const stored = JSON.parse(row.notice) as Notice;
    const notice =
      siteUrl !== undefined && row.hasDesk && isAboutRequest(stored)
        ? { ...stored, link: `${siteUrl}/desk/requests/${stored.reference}` }
        : stored;
    if (row.taken_at !== null && isReminder(notice)) {
      await database.deleteFrom('notice_deliveries').where('id', '=', id).execute();
      return;
    }
    const result = await withLeaseRenewal(id, lease, () => channel.send(row.notice_id, notice));
    if (!result.accepted && result.isFinal) {
      await database.deleteFrom('notice_deliveries').where('id', '=', id).execute();
      log.warn({ notice: row.notice_id, type: notice.type, recipient, reason: result.reason }, 'Notice dropped');
      return;
    }
    if (!result.accepted && result.heldUntil !== undefined) {
      await hold(id, lease.until, result.reason, result.heldUntil);
      if (row.held_since === null)
        log.warn({ notice: row.notice_id, type: notice.type, recipient, reason: result.reason }, 'Notice held');
      return;
    }
    if (result.accepted) {
      backoffs.delete(recipient);
    } else {
      const previous = backoffs.get(recipient);
      const failures = (previous?.failures ?? 0) + 1;
      // Concurrent failures count as one.
      if (!previous || previous.until <= clock())
        backoffs.set(recipient, { failures, until: clock() + backoff(failures, maxBackoff) });
    }
    const attempts = row.attempts + 1;
    await database
      .updateTable('notice_deliveries')
      .set({
        state: result.accepted ? 'accepted' : 'waiting',
        attempts,
        leased_until: 0,
        last_error: result.accepted ? null : result.reason,
        accepted_at: result.accepted ? clock() : null,
      })
      .where('id', '=', id)
      // A process that was suspended beyond its lease has lost it, and may only record success.
      .where((row) => (result.accepted ? row('state', '=', 'waiting') : row('leased_until', '=', lease.until)))
      .execute();
    const details = { notice: row.notice_id, type: notice.type, recipient, attempts };
    if (result.accepted) log.info(details, 'Notice delivered');
    else log.warn({ ...details, reason: result.reason }, 'Notice not accepted');
  }

  /** Lets a notice wait because of a limit, which is no failure of its recipient. */
  async function hold(id: string, leasedUntil: number, reason: string, heldUntil: number): Promise<void> {
    await database
      .updateTable('notice_deliveries')
      .set(({ eb }) => ({
        leased_until: heldUntil,
        last_error: reason,
        held_since: eb.fn.coalesce('held_since', eb.val(clock())),
      }))
      .where('id', '=', id)
      .where('leased_until', '=', leasedUntil)
      .execute();
  }

  /** Runs `work`, renewing the lease until it ends, so that no other process delivers the same notice. */
  async function withLeaseRenewal<Result>(id: string, lease: { until: number }, work: () => Promise<Result>) {
    let renewals = Promise.resolve();
    const renew = async () => {
      const until = clock() + leaseDuration;
      const { numUpdatedRows } = await database
        .updateTable('notice_deliveries')
        .set({ leased_until: until })
        .where('id', '=', id)
        .where('leased_until', '=', lease.until)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) lease.until = until;
    };
    const renewal = setInterval(() => {
      renewals = renewals
        .then(renew)
        .catch((error: unknown) => log.error({ err: error }, 'Lease of a notice could not be renewed'));
    }, leaseDuration / 3);
    try {
      return await work();
    } finally {
      clearInterval(renewal);
      await renewals;
    }
  }

  /** Reassigns the notices that wait for removed recipients to the current ones, in case an address was wrong. */
  async function reassignNotices(): Promise<void> {
    const recipientIds = channels.size > 0 ? Array.from(channels.keys()) : [''];
    await database.transaction().execute(async (transaction) => {
      const removed = await transaction
        .deleteFrom('notice_deliveries')
        .where('state', '=', 'waiting')
        .where('recipient', 'not in', recipientIds)
        .returning('notice_id')
        .execute();
      for (const id of new Set(removed.map(({ notice_id }) => notice_id)))
        await transaction.updateTable('notices').set({ is_addressed: 0 }).where('id', '=', id).execute();
    });
  }

  return {
    async tick() {
      if (!hasReassigned) await reassignNotices();
      hasReassigned = true;
      await createDeliveries();
      await startDueDeliveries();
    },
    async idle() {
      await Promise.all(Array.from(inFlight.values(), ({ done }) => done));
    },
  };
}

function isAboutRequest(notice: Notice): notice is RequestNotice {
  return notice.type.startsWith('request.');
}

/** Whether a notice becomes obsolete when its request is taken. */
function isReminder({ type }: Notice): boolean {
  return type === 'request.not_taken' || type === 'request.escalated';
}
