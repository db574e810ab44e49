import type { Database } from '#app/database/database.server.ts';
import { takeEnquiry } from '#app/enquiries/progress/take-enquiry.server.ts';
import { formatReference } from '#app/enquiries/reference.ts';
import { printJson, printLine } from '#app/terminal/terminal.ts';
import { findRecord } from '../find-enquiry.server.ts';

/**
 * `take REF`: marks an enquiry as taken, which stops its reminders and is shown to the family. Does nothing if it is
 * already taken.
 */
export async function take(database: Database, typedReference: string, json: boolean): Promise<void> {
  const { enquiry } = await findRecord(database, typedReference);
  const reference = formatReference(enquiry.reference);
  const takenNow = await takeEnquiry(database, enquiry.id, Date.now());
  if (json) printJson({ reference, takenNow });
  else
    printLine(
      takenNow
        ? `${reference} is now marked as taken: there will be no more reminders.`
        : `${reference} had already been taken.`,
    );
}
