import type { Database } from '#app/database/database.server.ts';
import { readSharedFiles, type SharedFile } from '#app/enquiries/correspondence/desk-messages.server.ts';
import { readEmailPreference } from '#app/enquiries/correspondence/email-preference.server.ts';
import { countSentLinks } from '#app/enquiries/correspondence/sent-links.server.ts';

/** What the desk has sent to a family, and how the family is told of it. */
export interface FamilySide {
  sharedFiles: SharedFile[];
  /** The number of sent links that have neither expired nor been revoked. */
  sentLinks: number;
  wantsMail: boolean;
}

/** Reads the {@link FamilySide} of a request. @param now Unix time in ms */
export async function readFamilySide(database: Database, enquiryId: string, now: number): Promise<FamilySide> {
  return {
    sharedFiles: await readSharedFiles(database, enquiryId),
    sentLinks: await countSentLinks(database, enquiryId, now),
    wantsMail: await readEmailPreference(database, enquiryId),
  };
}
