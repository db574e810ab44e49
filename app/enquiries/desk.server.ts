import type { Parcel } from './enquiry.ts';

/**
 * Where a parcel goes once it is stored: somebody of the company reads it there.
 *
 * `accepted`: the desk has it. `refused`: it was understood and turned down, so trying again by itself is
 * pointless until a person has looked. `unavailable`: worth another try.
 */
export interface Desk {
  readonly name: string;
  /**
   * Hands a parcel over. Never rejects for what a desk may do; `reason` is for the log and the desk
   * tool and holds nothing the visitor wrote.
   * @param idempotencyKey the same for every attempt of one parcel
   */
  deliver(parcel: Parcel, idempotencyKey: string): Promise<DeskAnswer>;
}

export type DeskAnswer = { outcome: 'accepted' } | { outcome: 'refused' | 'unavailable'; reason: string };

/**
 * What a desk answers when it could not be reached, or not be told everything. A file of ours that is gone will not come
 * back by trying again: that is for a person to look at.
 * @param reason for the log, without anything the visitor wrote
 */
export function answerToFault(error: unknown, reason: string): DeskAnswer {
  const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
  return { outcome: isGone ? 'refused' : 'unavailable', reason: isGone ? 'a file is missing here' : reason };
}

/** The built-in desk: what is stored has arrived, and `npm run enquiries` reads it. */
export const inboxDesk: Desk = {
  name: 'inbox',
  deliver: () => Promise.resolve({ outcome: 'accepted' }),
};
