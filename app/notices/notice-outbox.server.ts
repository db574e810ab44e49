import type { Transaction } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { Tables } from '#app/database/tables.ts';
import { newId } from '#app/ids/secrets.server.ts';
import type { Log } from '#app/log/log.server.ts';
import { backoff } from '#app/outbound/backoff.ts';
import type { Audience, Notice } from './notice.ts';
import type { Recipient, Recipients } from './recipients.server.ts';

/** Delivers notices to their recipients. */
export interface NoticeOutbox {
  /** Creates the deliveries of new notices, and starts those that are due. */
  tick(): Promise<void>;
  /** Waits for running deliveries. */
  idle(): Promise<void>;
}

/** Duration of a lease (ms). Renewed while a delivery is running; expires if the process dies. */
const leaseTime = 15_000;
/** Maximum backoff (ms), so that a recovered receiver soon gets what it missed. */
const maxBackoff = 2 * 60_000;
/** Maximum number of concurrent deliveries per recipient, so that one that stalls does not block the others. */
const maxConcurrent = 5;

/** Adds a notice to the outbox; durable with its transaction. */
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
 * Delivers every notice to all its recipients, retrying as often as needed. Every attempt carries the notice's id. An
 * accepted notice is not delivered again, unless the process died before recording that.
 *
 * The backoff is per recipient: one that cannot be reached is tried with a single notice at a time, and gets all waiting
 * notices after the first success.
 */
export function openNoticeOutbox(
  database: Database,
  recipients: Recipients,
  log: Log,
  clock: () => number = Date.now,
): NoticeOutbox {
  const known = new Map([...recipients.everybody, ...recipients.escalation].map((one) => [one.id, one]));
  const failing = new Map<string, { failures: number; until: number }>();
  let isReaddressed = false;
  const underWay = new Map<string, { recipient: string; done: Promise<void> }>();

  async function addressNew(): Promise<void> {
    const fresh = await database
      .selectFrom('notices')
      .select(['id', 'audience'])
      .where('is_addressed', '=', 0)
      .orderBy('created_at')
      .limit(100)
      .execute();
    for (const { id, audience } of fresh) {
      await database.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('notices')
          .set({ is_addressed: 1 })
          .where('id', '=', id)
          .where('is_addressed', '=', 0)
          .executeTakeFirst();
        if (numUpdatedRows === 0n || recipients[audience].length === 0) return;
        await transaction
          .insertInto('notice_deliveries')
          .values(
            recipients[audience].map((recipient) => ({
              id: newId(),
              notice_id: id,
              recipient: recipient.id,
              state: 'waiting' as const,
              attempts: 0,
              leased_until: 0,
              last_error: null,
              accepted_at: null,
            })),
          )
          // After a change of recipients, some may already have a delivery of this notice.
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      });
    }
  }

  async function beginDue(): Promise<void> {
    for (const recipient of known.values()) {
      const pause = failing.get(recipient.id);
      if (pause && pause.until > clock()) continue;
      const busy = Array.from(underWay.values()).filter((one) => one.recipient === recipient.id).length;
      const room = (pause ? 1 : maxConcurrent) - busy;
      if (room <= 0) continue;
      const due = await database
        .selectFrom('notice_deliveries')
        .innerJoin('notices', 'notices.id', 'notice_id')
        .select('notice_deliveries.id')
        .where('state', '=', 'waiting')
        .where('recipient', '=', recipient.id)
        .where('leased_until', '<=', clock())
        // A notice that its receiver never accepts must not block the others.
        .orderBy('attempts')
        .orderBy('created_at')
        .limit(room)
        .execute();
      for (const { id } of due) if (!underWay.has(id)) begin(id, recipient);
    }
  }

  function begin(id: string, recipient: Recipient): void {
    const done = deliver(id, recipient)
      // It remains in the outbox and is retried.
      .catch((error: unknown) => log.error({ err: error }, 'notice delivery failed with an internal error'))
      .finally(() => underWay.delete(id));
    underWay.set(id, { recipient: recipient.id, done });
  }

  async function deliver(id: string, recipient: Recipient): Promise<void> {
    const now = clock();
    const lease = { until: now + leaseTime };
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
      .select(['notice_id', 'notice', 'attempts', 'taken_at'])
      .where('notice_deliveries.id', '=', id)
      .executeTakeFirst();
    // Erased in the meantime, together with its request.
    if (!row) return;
    const notice = JSON.parse(row.notice) as Notice;
    if (row.taken_at !== null && isReminder(notice)) {
      await database.deleteFrom('notice_deliveries').where('id', '=', id).execute();
      return;
    }
    const answer = await withLeaseRenewal(id, lease, () => recipient.channel.tell(row.notice_id, notice));
    if (answer.accepted) {
      failing.delete(recipient.id);
    } else {
      const before = failing.get(recipient.id);
      const failures = (before?.failures ?? 0) + 1;
      // Concurrent failures count as one.
      if (!before || before.until <= clock())
        failing.set(recipient.id, { failures, until: clock() + backoff(failures, maxBackoff) });
    }
    const attempts = row.attempts + 1;
    await database
      .updateTable('notice_deliveries')
      .set({
        state: answer.accepted ? 'accepted' : 'waiting',
        attempts,
        leased_until: 0,
        last_error: answer.accepted ? null : answer.reason,
        accepted_at: answer.accepted ? clock() : null,
      })
      .where('id', '=', id)
      // A process that was suspended beyond its lease has lost it, and may only record success.
      .where((row) => (answer.accepted ? row('state', '=', 'waiting') : row('leased_until', '=', lease.until)))
      .execute();
    const facts = { notice: row.notice_id, type: notice.type, recipient: recipient.id, attempts };
    if (answer.accepted) log.info(facts, 'notice delivered');
    else log.warn({ ...facts, reason: answer.reason }, 'notice not accepted');
  }

  /** Renews the lease while `work` is running, so that no other process delivers the same notice. */
  async function withLeaseRenewal<Result>(id: string, lease: { until: number }, work: () => Promise<Result>) {
    let renewing = Promise.resolve();
    const renew = async () => {
      const until = clock() + leaseTime;
      const { numUpdatedRows } = await database
        .updateTable('notice_deliveries')
        .set({ leased_until: until })
        .where('id', '=', id)
        .where('leased_until', '=', lease.until)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) lease.until = until;
    };
    const renewal = setInterval(() => {
      renewing = renewing
        .then(renew)
        .catch((error: unknown) => log.error({ err: error }, 'lease could not be renewed'));
    }, leaseTime / 3);
    try {
      return await work();
    } finally {
      clearInterval(renewal);
      await renewing;
    }
  }

  /** Reassigns notices waiting for removed recipients to the current ones, in case an address was wrong. */
  async function readdress(): Promise<void> {
    const names = known.size > 0 ? Array.from(known.keys()) : [''];
    await database.transaction().execute(async (transaction) => {
      const lost = await transaction
        .deleteFrom('notice_deliveries')
        .where('state', '=', 'waiting')
        .where('recipient', 'not in', names)
        .returning('notice_id')
        .execute();
      for (const id of new Set(lost.map(({ notice_id }) => notice_id)))
        await transaction.updateTable('notices').set({ is_addressed: 0 }).where('id', '=', id).execute();
    });
  }

  return {
    async tick() {
      if (!isReaddressed) await readdress();
      isReaddressed = true;
      await addressNew();
      await beginDue();
    },
    async idle() {
      await Promise.all(Array.from(underWay.values(), ({ done }) => done));
    },
  };
}

/** Whether a notice is obsolete once its request has been taken. */
function isReminder({ type }: Notice): boolean {
  return type === 'request.not_taken' || type === 'request.escalated';
}
