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

/** Finds an enquiry by a typed reference. @throws {UsageError} if there is none */
export async function findEnquiry(database: Database, typedReference: string): Promise<FoundEnquiry> {
  const reference = parseReference(typedReference);
  const [listed] = reference === undefined ? [] : await listEnquiries(database, reference);
  if (!listed) throw new UsageError(`No enquiry has the reference ${typedReference}`);
  return { listed, record: await readEnquiry(database, { reference: listed.reference }) };
}

/** Reads an enquiry by a typed reference. @throws {UsageError} if there is none, or it has been erased */
export async function findRecord(database: Database, typedReference: string): Promise<EnquiryRecord> {
  const { listed, record } = await findEnquiry(database, typedReference);
  if (!record) throw new UsageError(describeErasure(listed));
  return record;
}

/** Returns a text such as `4KQ7-M01Z was erased on 2027-03-27 14:05 (done)`. */
export function describeErasure({ reference, erased }: ListedEnquiry): string {
  const details = erased ? ` on ${germanTime(erased.at)} (${erased.reason})` : '';
  return `${formatReference(reference)} was erased${details}`;
}
