import type { Database } from '#app/database/database.server.ts';
import { listEnquiries, type ListedEnquiry } from '../list-enquiries.server.ts';
import { readEnquiry, type EnquiryRecord } from '../read-enquiry.server.ts';
import { formatReference, parseReference } from '../reference.ts';
import { UsageError } from './command-line.ts';
import { germanTime } from './german-time.ts';

/** An enquiry as the list knows it, with all that was sent where it has not been erased. */
export interface FoundEnquiry {
  listed: ListedEnquiry;
  record?: EnquiryRecord;
}

/** @throws {UsageError} where no enquiry has, or ever had, the reference that was typed */
export async function findEnquiry(database: Database, typed: string): Promise<FoundEnquiry> {
  const reference = parseReference(typed);
  const [listed] = reference === undefined ? [] : await listEnquiries(database, reference);
  if (!listed) throw new UsageError(`There is no enquiry with the reference ${typed}`);
  return { listed, record: await readEnquiry(database, { reference: listed.reference }) };
}

/** @throws {UsageError} like {@link findEnquiry}, and where it was erased */
export async function findRecord(database: Database, typed: string): Promise<EnquiryRecord> {
  const { listed, record } = await findEnquiry(database, typed);
  if (!record) throw new UsageError(erasedSentence(listed));
  return record;
}

/** `4KQ7-M01Z was erased on 2027-03-27 14:05 (done)` */
export function erasedSentence({ reference, erased }: ListedEnquiry): string {
  const when = erased ? ` on ${germanTime(erased.at)} (${erased.because})` : '';
  return `${formatReference(reference)} was erased${when}`;
}
