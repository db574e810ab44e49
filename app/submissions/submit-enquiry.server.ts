import type { TrustedTime } from '#app/clock/trusted-time.server.ts';
import { type Database, retryIfDiskFull } from '#app/database/database.server.ts';
import type { Desk } from '#app/delivery/channels/desk.server.ts';
import type { Delivery } from '#app/delivery/outbox/delivery.server.ts';
import type { Quarantine } from '#app/delivery/scan/quarantine.server.ts';
import type { DeliveryState } from '#app/enquiries/enquiry.ts';
import { type NewEnquiry, storeEnquiry } from '#app/enquiries/store/store-enquiry.server.ts';
import type { TraceContext } from '#app/ids/trace-context.ts';
import { discBytesByType } from '#app/uploads/disc.ts';

/** The result of submitting an enquiry. */
export interface SubmittedEnquiry {
  reference: string;
  receiptToken: string;
  delivery: DeliveryState;
}

/**
 * Returns the maximum time (ms) that a visitor waits for the delivery: ten seconds, plus the time to send the files at
 * 2 MB/s. The delivery itself may take longer. Files from discs are not sent.
 */
export function deliveryTimeout(files: { type: string; size: number }[]): number {
  const totalBytes = files.reduce((sum, file) => sum + file.size, 0);
  return 10_000 + (totalBytes - discBytesByType(files)) / 2_000;
}

/**
 * Stores an enquiry, then attempts delivery. When this returns, the enquiry is durable, regardless of the desk's response.
 * @param trace the trace of the visitor's request
 * @throws if the database cannot write, in which case nothing is stored
 */
export async function submitEnquiry(
  site: {
    database: Database;
    delivery: Delivery;
    desk: Desk;
    quarantine: Pick<Quarantine, 'newFileState'>;
    trustedTime?: Pick<TrustedTime, 'offset'>;
  },
  enquiry: NewEnquiry,
  trace?: TraceContext,
): Promise<SubmittedEnquiry> {
  const { database, delivery, desk, quarantine, trustedTime } = site;
  const stored = await retryIfDiskFull(() =>
    storeEnquiry(database, enquiry, desk.name, Date.now(), quarantine.newFileState, trustedTime?.offset()),
  );
  const { messageId, reference, receiptToken } = stored;
  const state = await delivery.attempt(messageId, deliveryTimeout(enquiry.attachments), trace);
  return { reference, receiptToken, delivery: state };
}
