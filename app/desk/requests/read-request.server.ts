import type { Database } from '#app/database/database.server.ts';
import { type CaseState, caseStates } from '#app/enquiries/progress/progress.ts';
import { readHistory, type RecordedEvent } from '#app/enquiries/progress/read-progress.server.ts';
import { type EnquiryRecord, readEnquiry } from '#app/enquiries/store/read-enquiry.server.ts';

/** A request as the desk sees it. */
export interface DeskRequestRecord extends EnquiryRecord {
  state: CaseState;
  /** The id of the person who handles it. */
  owner: string | null;
  /** Changes with every event, see `Change.seenVersion`. */
  version: number;
  /** Unix time in ms. */
  closedAt: number | null;
  /** When to call the family again (Unix time in ms). */
  callAgainAt: number | null;
  /** When its processing was restricted (Unix time in ms), if it is. */
  restrictedAt: number | null;
  /** What has happened, oldest first, including what was undone. */
  history: RecordedEvent[];
}

/**
 * Reads a request for the desk.
 * @param reference 8 characters, see `parseReference`
 * @returns undefined if it does not exist or has been erased
 */
export async function readDeskRequest(database: Database, reference: string): Promise<DeskRequestRecord | undefined> {
  const record = await readEnquiry(database, { reference });
  if (!record) return undefined;
  const row = await database
    .selectFrom('enquiries')
    .select(['state', 'owner', 'case_version', 'closed_at', 'call_again_at', 'restricted_at'])
    .where('id', '=', record.enquiry.id)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    ...record,
    state: caseStates.find((state) => state === row.state) ?? 'new',
    owner: row.owner,
    version: row.case_version,
    closedAt: row.closed_at,
    callAgainAt: row.call_again_at,
    restrictedAt: row.restricted_at,
    history: await readHistory(database, record.enquiry.id),
  };
}
