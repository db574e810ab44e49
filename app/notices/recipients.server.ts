import type { Audience, Notice } from './notice.ts';

/** A channel to a recipient. */
export interface Channel {
  /**
   * Delivers a notice. The promise does not reject if the receiver fails; `reason` is for the log.
   * @param id the notice's id, the same for every attempt
   */
  send(id: string, notice: Notice): Promise<ChannelResult>;
}

export type ChannelResult = { accepted: true } | { accepted: false; reason: string };

/** A member of staff or one of the company's programs, with its channel. */
export interface Recipient {
  /** Identifies the recipient in the database and the log, without secret parts of the address. */
  id: string;
  channel: Channel;
}

/** The recipients by audience. Both lists are the same if no escalation recipients are configured. */
export type Recipients = Record<Audience, Recipient[]>;
