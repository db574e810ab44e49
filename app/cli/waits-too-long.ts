import type { ListedEnquiry } from '#app/enquiries/store/list-enquiries.server.ts';

/** After this time (ms) staff must know about an undelivered request; the first six attempts take less. */
const tooLong = 15 * 60_000;
/** With the outbox's backoff, the seventh attempt is made after {@link tooLong}. */
const maxAttemptsInTime = 6;

/**
 * Whether an enquiry has waited for delivery so long that a person has to look. Robust against clock changes: a creation
 * time in the future means that the clock was set back, and the number of attempts does not depend on the clock.
 */
export function waitsTooLong({ delivery }: Pick<ListedEnquiry, 'delivery'>, now: number): boolean {
  if (delivery?.state !== 'waiting') return false;
  return Math.abs(now - delivery.since) > tooLong || delivery.attempts > maxAttemptsInTime;
}
