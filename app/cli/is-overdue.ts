import type { ListedEnquiry } from '#app/enquiries/store/list-enquiries.server.ts';

/** Staff must know about a request that is undelivered for this time (ms), which the first six attempts do not reach. */
const maxWait = 15 * 60_000;
/** With the outbox's backoff, the seventh attempt is made after {@link maxWait}. */
const maxAttempts = 6;

/**
 * Whether an enquiry has waited for delivery so long that a person has to look at it. This also works after clock
 * changes: a creation time in the future means that the clock was set back, and the number of attempts does not depend
 * on the clock.
 */
export function isOverdue({ delivery }: Pick<ListedEnquiry, 'delivery'>, now: number): boolean {
  if (delivery?.state !== 'waiting') return false;
  return Math.abs(now - delivery.since) > maxWait || delivery.attempts > maxAttempts;
}
