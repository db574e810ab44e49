import type { OutboxMessage } from '#app/enquiries/enquiry.ts';
import { inboxName } from '#app/enquiries/store/inbox.ts';
import type { TraceContext } from '#app/ids/trace-context.ts';

/**
 * The destination of outbox messages, where the company's staff read them.
 *
 * `accepted`: delivered. `refused`: understood but rejected; a person has to look at the message, because retrying it
 * automatically is pointless. `unavailable`: to be retried.
 */
export interface Desk {
  readonly name: string;
  /**
   * Delivers a message. The promise does not reject if the desk fails; `reason` is for the log and the command line, and
   * contains no personal data.
   */
  deliver(outboxMessage: OutboxMessage, attempt: DeliveryAttempt): Promise<DeliveryResult>;
  /**
   * Checks whether the desk can be reached, without delivering anything. The promise does not reject if the desk fails.
   * Undefined for the built-in inbox.
   */
  check?(): Promise<DeskCheckResult>;
}

/** One of the attempts to deliver a message. */
export interface DeliveryAttempt {
  /** The same for all attempts to deliver one message. */
  idempotencyKey: string;
  /** Counts from 1. */
  number: number;
  /** The recipients that received the message in earlier attempts, if the desk has several. */
  reached?: readonly string[];
  /** The trace of the request that caused this attempt; undefined for attempts by the outbox. */
  trace?: TraceContext | undefined;
}

/** The result of {@link Desk.check}. */
export type DeskCheckResult = { outcome: 'accepted' } | { outcome: 'unavailable'; reason: string };

/** The result of {@link Desk.deliver}. */
export type DeliveryResult =
  { outcome: 'accepted'; incomplete?: PartialDelivery } | { outcome: 'refused' | 'unavailable'; reason: string };

/** A message that only some recipients received. */
interface PartialDelivery {
  /** The recipients that received it. */
  reached: string[];
  /** Why the others did not receive it. */
  reason: string;
}

/**
 * Returns the result of a delivery that failed with an error. If one of our files is missing, the next attempt omits it.
 * @param reason for the log, without personal data
 */
export function failureResult(error: unknown, reason: string): DeliveryResult {
  const isFileMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
  return { outcome: 'unavailable', reason: isFileMissing ? 'a file is missing on this server' : reason };
}

/** The built-in desk: enquiries remain in the database, and staff read them with `npm run enquiries`. */
export const inboxDesk: Desk = {
  name: inboxName,
  deliver: () => Promise.resolve({ outcome: 'accepted' }),
};
