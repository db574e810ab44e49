import type { Database } from '#app/database/database.server.ts';
import { readSharedFiles, type SharedFile } from '#app/enquiries/correspondence/desk-messages.server.ts';
import { readEmailPreference } from '#app/enquiries/correspondence/email-preference.server.ts';
import { countSentLinks, countUsedUpLinks } from '#app/enquiries/correspondence/sent-links.server.ts';

/** What the desk has sent to a family, and how the family is told of it. */
export interface FamilySide {
  sharedFiles: SharedFile[];
  /** The number of sent links that can be revoked. */
  sentLinks: number;
  /** The number of sent links that no longer open because wrong digits were entered too often. */
  usedUpLinks: number;
  wantsMail: boolean;
  /** Why the family has not been told by email yet: a limit holds the email, or the mail server did not accept it. */
  untold: 'held' | 'failed' | undefined;
}

/** Reads the {@link FamilySide} of a request. @param now Unix time in ms */
export async function readFamilySide(database: Database, enquiryId: string, now: number): Promise<FamilySide> {
  return {
    sharedFiles: await readSharedFiles(database, enquiryId),
    sentLinks: await countSentLinks(database, enquiryId, now),
    usedUpLinks: await countUsedUpLinks(database, enquiryId, now),
    wantsMail: await readEmailPreference(database, enquiryId),
    untold: await readUntold(database, enquiryId),
  };
}

async function readUntold(database: Database, enquiryId: string): Promise<FamilySide['untold']> {
  const email = await database
    .selectFrom('notice_deliveries')
    .innerJoin('notices', 'notices.id', 'notice_id')
    .select('held_since')
    .where('enquiry_id', '=', enquiryId)
    .where('audience', '=', 'family')
    .where('state', '=', 'waiting')
    .where('last_error', 'is not', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  if (!email) return undefined;
  return email.held_since === null ? 'failed' : 'held';
}
