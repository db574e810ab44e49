import type { Audience, Notice } from './notice.ts';

/** A channel to a recipient. */
export interface Channel {
  /**
   * Delivers a notice. Never rejects because of the other side; `reason` is for the log.
   * @param id the same for every attempt
   */
  tell(id: string, notice: Notice): Promise<ChannelAnswer>;
}

export type ChannelAnswer = { accepted: true } | { accepted: false; reason: string };

/** A member of staff or a program of the company, with its channel. */
export interface Recipient {
  /** Identifies the recipient in the database and the log, without secret parts of the address. */
  id: string;
  channel: Channel;
}

/** The recipients by audience. Without escalation recipients, `everybody` is used for both. */
export type Recipients = Record<Audience, Recipient[]>;
