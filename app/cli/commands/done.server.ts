import type { Database } from '#app/database/database.server.ts';
import { closeEnquiry } from '#app/enquiries/progress/close-enquiry.server.ts';
import type { ClosingReason } from '#app/enquiries/progress/progress.ts';
import { formatReference } from '#app/enquiries/reference.ts';
import { formatCount } from '#app/terminal/format-count.ts';
import { printJson, printLine } from '#app/terminal/terminal.ts';
import { describeErasure, findEnquiry } from '../find-enquiry.server.ts';

/** `done REF`: closes an enquiry, which is erased later. Does nothing if it is already closed or erased. */
export async function done(
  database: Database,
  typedReference: string,
  { reason, closedDays, json }: { reason: ClosingReason | undefined; closedDays: number; json: boolean },
): Promise<void> {
  const { listed, record } = await findEnquiry(database, typedReference);
  const reference = formatReference(listed.reference);
  const closedNow = record !== undefined && (await closeEnquiry(database, record.enquiry.id, reason, Date.now()));
  if (json) {
    printJson({ reference, closedNow });
  } else if (!record) {
    printLine(`${describeErasure(listed)}.`);
  } else if (!closedNow) {
    printLine(`${reference} had already been closed.`);
  } else {
    printLine(
      `${reference} is closed. It will be erased after ${formatCount(closedDays, 'day')}; until then, this reopens it: npm run enquiries -- take ${reference}`,
    );
  }
}
