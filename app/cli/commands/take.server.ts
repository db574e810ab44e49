import type { Database } from '#app/database/database.server.ts';
import { recordProgress } from '#app/enquiries/progress/record-progress.server.ts';
import { formatReference } from '#app/enquiries/reference.ts';
import { printJson, printLine } from '#app/terminal/terminal.ts';
import { findRecord } from '../find-enquiry.server.ts';

/**
 * `take REF`: records that somebody is handling an enquiry, which stops its reminders and which its family sees. Does
 * nothing if it was taken before.
 */
export async function take(database: Database, typedReference: string, json: boolean): Promise<void> {
  const { enquiry, takenAt } = await findRecord(database, typedReference);
  const reference = formatReference(enquiry.reference);
  const event = { state: 'taken', source: 'command-line' } as const;
  const takenNow =
    takenAt === undefined && (await recordProgress(database, enquiry.reference, event, Date.now())) === 'recorded';
  if (json) printJson({ reference, takenNow });
  else
    printLine(
      takenNow
        ? `${reference} is now marked as taken: there will be no more reminders.`
        : `${reference} had already been taken.`,
    );
}
