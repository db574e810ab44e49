import type { Database } from '#app/database/database.server.ts';
import { formatReference, parseReference } from '#app/enquiries/reference.ts';
import { type ListedEnquiry, listEnquiries } from '#app/enquiries/store/list-enquiries.server.ts';
import { type EnquiryRecord, readEnquiry } from '#app/enquiries/store/read-enquiry.server.ts';
import { germanTime } from '#app/terminal/german-time.ts';
import { UsageError } from '#app/terminal/run-tool.server.ts';

/** A listed enquiry, with its full record unless it has been erased. */
export interface FoundEnquiry {
  listed: ListedEnquiry;
  record?: EnquiryRecord;
}

/** Finds an enquiry by a typed reference. @throws {UsageError} if none has this reference */
export async function findEnquiry(database: Database, typedReference: string): Promise<FoundEnquiry> {
  const reference = parseReference(typedReference);
  const [listed] = reference === undefined ? [] : await listEnquiries(database, reference);
  if (!listed) throw new UsageError(`No enquiry has the reference ${typedReference}`);
  return { listed, record: await readEnquiry(database, { reference: listed.reference }) };
}

/** Finds an enquiry that has not been erased. @throws {UsageError} if there is none, or it was erased */
export async function findRecord(database: Database, typedReference: string): Promise<EnquiryRecord> {
  const { listed, record } = await findEnquiry(database, typedReference);
  if (!record) throw new UsageError(erasedSentence(listed));
  return record;
}

/** `4KQ7-M01Z was erased on 2027-03-27 14:05 (done)` */
export function erasedSentence({ reference, erased }: ListedEnquiry): string {
  const when = erased ? ` on ${germanTime(erased.at)} (${erased.reason})` : '';
  return `${formatReference(reference)} was erased${when}`;
}
