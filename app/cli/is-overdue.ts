import type { ListedEnquiry } from '#app/enquiries/store/list-enquiries.server.ts';

/** How long (ms) a request may wait before staff must look at it. The first six attempts take less time. */
const maxWait = 15 * 60_000;
/** With the outbox's backoff, the seventh attempt starts after {@link maxWait}. */
const maxAttempts = 6;

/**
 * Whether an enquiry has waited so long for delivery that a person has to look at it. Works after clock changes too: a
 * creation time in the future means that the clock was set back, and the number of attempts does not depend on the
 * clock. A request whose processing is restricted is never overdue.
 */
export function isOverdue(
  { delivery, restrictedAt }: Pick<ListedEnquiry, 'delivery' | 'restrictedAt'>,
  now: number,
): boolean {
  if (delivery?.state !== 'waiting' || restrictedAt !== undefined) return false;
  return Math.abs(now - delivery.since) > maxWait || delivery.attempts > maxAttempts;
}
