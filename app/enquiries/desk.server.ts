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

/** The built-in desk: what is stored has arrived, and `npm run enquiries` reads it. */
export const inboxDesk: Desk = {
  name: 'inbox',
  deliver: () => Promise.resolve({ outcome: 'accepted' }),
};
