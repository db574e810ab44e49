import type { Transaction } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { Tables } from '#app/database/tables.ts';
import { addWakingMinutes, type QuietHours } from '#app/env/quiet-hours.ts';
import type { Audience, RequestNotice } from './notice.ts';
import { announce } from './notice-outbox.server.ts';

/** The schedule of reminders for a request. */
export interface Escalation {
  /** Interval between reminders (minutes) while nobody has taken the request. */
  minutes: number;
  /** Hours that do not count towards a reminder, unless the request is urgent. */
  quietHours: QuietHours | undefined;
}

/**
 * The notices sent, in order, until somebody takes the request. After the last one, only `npm run enquiries` still shows
 * the request as not taken.
 */
const steps: readonly { type: RequestNotice['type']; audience: Audience }[] = [
  { type: 'request.received', audience: 'everybody' },
  { type: 'request.not_taken', audience: 'everybody' },
  { type: 'request.escalated', audience: 'escalation' },
];

/** Requests older than this (ms) at their first notice get no reminders. */
const maxAgeForReminders = 24 * 60 * 60 * 1000;

/** Raises an alarm for a request, in the transaction that stores the request. */
export async function raiseAlarm(
  transaction: Transaction<Tables>,
  enquiryId: string,
  notice: RequestNotice,
  now: number,
): Promise<void> {
  await transaction
    .insertInto('alarms')
    .values({ enquiry_id: enquiryId, notice: JSON.stringify(notice), steps: 0, next_at: now })
    .execute();
}

/**
 * Resumes the reminders of a request that nobody is handling any more. The first one is due immediately, or after the
 * quiet hours.
 * @param now trusted time (Unix time in ms)
 */
export async function resumeAlarm(transaction: Transaction<Tables>, enquiryId: string, now: number): Promise<void> {
  await transaction.updateTable('alarms').set({ steps: 1, next_at: now }).where('enquiry_id', '=', enquiryId).execute();
}

/**
 * Announces the due step of every alarm whose request has not been taken, and schedules the next step.
 * @param now time of the system clock (Unix time in ms), used for quiet hours
 * @param clockOffset how far trusted time, used for scheduling, is ahead of `now` (ms)
 */
export async function announceDueSteps(
  database: Database,
  escalation: Escalation,
  now: number,
  clockOffset = 0,
): Promise<void> {
  const dueAlarms = await database
    .selectFrom('alarms')
    .innerJoin('enquiries', 'enquiries.id', 'enquiry_id')
    .select(['enquiry_id', 'notice', 'steps', 'next_at', 'taken_at', 'erased_at', 'received_at', 'clock_behind'])
    .where('next_at', '<=', now + clockOffset)
    .orderBy('next_at')
    .limit(100)
    .execute();
  for (const alarm of dueAlarms) {
    const step = steps[alarm.steps];
    const hasEnded = alarm.taken_at !== null || alarm.erased_at !== null || !step;
    const isStale =
      alarm.steps === 0 && alarm.received_at + alarm.clock_behind < now + clockOffset - maxAgeForReminders;
    await database.transaction().execute(async (transaction) => {
      const notice = JSON.parse(alarm.notice) as RequestNotice;
      const isLastStep = alarm.steps + 1 >= steps.length;
      const quietHours = notice.urgent ? undefined : escalation.quietHours;
      // Reminders that were resumed, or that the site was not running to send, may come due at night.
      const quietUntil = alarm.steps === 0 ? now : addWakingMinutes(now, 0, quietHours);
      const isPostponed = quietUntil > now;
      const nextStepAt = isLastStep ? null : addWakingMinutes(now, escalation.minutes, quietHours) + clockOffset;
      const { numUpdatedRows } = await transaction
        .updateTable('alarms')
        .set(
          hasEnded
            ? { next_at: null }
            : isPostponed
              ? { next_at: quietUntil + clockOffset }
              : { steps: alarm.steps + 1, next_at: isStale ? null : nextStepAt },
        )
        .where('enquiry_id', '=', alarm.enquiry_id)
        .where('steps', '=', alarm.steps)
        .where('next_at', '=', alarm.next_at)
        .executeTakeFirst();
      // Another process has already handled this step.
      if (hasEnded || isPostponed || numUpdatedRows === 0n) return;
      const at = alarm.steps === 0 ? notice.at : new Date(now).toISOString();
      await announce(
        transaction,
        { notice: { ...notice, type: step.type, at }, audience: step.audience, enquiryId: alarm.enquiry_id },
        now,
      );
    });
  }
}
