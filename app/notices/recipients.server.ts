import type { FamilyNotice, StaffAudience, StaffNotice } from './notice.ts';

/** A channel to a recipient. */
export interface Channel<Accepted = StaffNotice> {
  /**
   * Delivers a notice. The promise does not reject if the receiver fails; `reason` is for the log.
   * @param id the notice's id, the same for every attempt
   */
  send(id: string, notice: Accepted): Promise<ChannelResult>;
}

/**
 * `isFinal`: a further attempt is pointless, and the notice is dropped. `heldUntil`: because of a limit, the notice waits at
 * least until then (Unix time in ms); the channel is available for others.
 */
export type ChannelResult =
  { accepted: true } | { accepted: false; reason: string; isFinal?: true; heldUntil?: number };

/** A member of staff or one of the company's programs, with its channel. */
export interface Recipient {
  /** Identifies the recipient in the database and the log, without secret parts of the address. */
  id: string;
  channel: Channel;
}

/**
 * The recipients by audience. Both lists of staff are the same if no escalation recipients are configured. `family`
 * sends a notice to the family whose request it is about; undefined if the site sends no emails to families.
 */
export interface Recipients extends Record<StaffAudience, Recipient[]> {
  family?: Channel<FamilyNotice>;
}
