import type { Database } from '#app/database/database.server.ts';
import type { Delivery } from './delivery.server.ts';
import type { Desk } from './desk.server.ts';
import type { DeliveryState } from './enquiry.ts';
import type { Quarantine } from './quarantine.server.ts';
import { storeEnquiry, type NewEnquiry } from './store-enquiry.server.ts';

export interface SubmittedEnquiry {
  reference: string;
  receiptToken: string;
  delivery: DeliveryState;
}

/**
 * How long a visitor waits for the desk's answer, in milliseconds: ten seconds, and what passing the files on
 * takes at 2 MB a second. The delivery itself takes what it takes.
 */
export function patienceFor(files: { size: number }[]): number {
  return 10_000 + files.reduce((sum, file) => sum + file.size, 0) / 2_000;
}

/**
 * Stored first, then delivered: when this returns, the enquiry is durable whatever the desk said.
 * @throws when the database cannot write; then nothing was stored.
 */
export async function submitEnquiry(
  site: { database: Database; delivery: Delivery; desk: Desk; quarantine: Pick<Quarantine, 'newFiles'> },
  enquiry: NewEnquiry,
): Promise<SubmittedEnquiry> {
  const { database, delivery, desk, quarantine } = site;
  const stored = await storeEnquiry(database, enquiry, desk.name, Date.now(), quarantine.newFiles);
  const { parcelId, reference, receiptToken } = stored;
  return { reference, receiptToken, delivery: await delivery.attempt(parcelId, patienceFor(enquiry.attachments)) };
}
