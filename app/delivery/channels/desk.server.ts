import type { OutboxMessage } from '#app/enquiries/enquiry.ts';
import { inboxName } from '#app/enquiries/store/inbox.ts';

/**
 * The destination of outbox messages, where the company's staff read them.
 *
 * `accepted`: delivered. `refused`: understood and rejected, so automatic retries are pointless until a person has
 * looked at it. `unavailable`: to be retried.
 */
export interface Desk {
  readonly name: string;
  /**
   * Delivers a message. Never rejects because of the desk; `reason` is for the log and the command line, and contains no
   * personal data.
   * @param idempotencyKey the same for every attempt for one message
   * @param reached recipients that have received it, from an earlier answer, if the desk has several
   */
  deliver(parcel: OutboxMessage, idempotencyKey: string, reached?: readonly string[]): Promise<DeskAnswer>;
  /**
   * Checks whether the desk can be reached, without delivering anything. Never rejects because of the desk. Undefined for
   * a desk inside this site.
   */
  check?(): Promise<DeskCheck>;
}

/** The result of a check of the desk. */
export type DeskCheck = { outcome: 'accepted' } | { outcome: 'unavailable'; reason: string };

/** The result of a delivery, see {@link Desk}. */
export type DeskAnswer =
  { outcome: 'accepted'; incomplete?: PartialDelivery } | { outcome: 'refused' | 'unavailable'; reason: string };

/** The recipients that have received a message, and why others have not. */
interface PartialDelivery {
  reached: string[];
  reason: string;
}

/**
 * The answer for a delivery that failed with an error. If one of our files is missing, the next attempt omits it.
 * @param reason for the log, without personal data
 */
export function answerToError(error: unknown, reason: string): DeskAnswer {
  const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
  return { outcome: 'unavailable', reason: isGone ? 'a file is missing on this server' : reason };
}

/** The built-in desk: enquiries remain in the database, and staff read them with `npm run enquiries`. */
export const inboxDesk: Desk = {
  name: inboxName,
  deliver: () => Promise.resolve({ outcome: 'accepted' }),
};
