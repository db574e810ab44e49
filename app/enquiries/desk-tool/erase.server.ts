import { overwriteErased, type Database } from '#app/database/database.server.ts';
import type { FileStore } from '#app/uploads/file-store.server.ts';
import { purge, type Keeping } from '../housekeeping.server.ts';
import { overallState } from '../read-enquiry.server.ts';
import { formatReference } from '../reference.ts';
import { eraseEnquiry } from '../retention.server.ts';
import { counted } from './counted.ts';
import { erasedSentence, findEnquiry } from './find-enquiry.server.ts';
import { say, sayJson } from './terminal.ts';

/** `done REF`: erases an enquiry that is done with, and says what went. One that is erased already stays as it is. */
export async function done(database: Database, store: FileStore, typed: string, json: boolean): Promise<void> {
  const { listed, record } = await findEnquiry(database, typed);
  const reference = formatReference(listed.reference);
  if (!record) {
    if (json) sayJson({ reference, erasedNow: false });
    else say(`${erasedSentence(listed)} already.`);
    return;
  }
  const { enquiry, parcels } = record;
  await eraseEnquiry(database, store, enquiry.id, 'done', Date.now());
  const overwritten = await overwriteTraces(database);
  const state = overallState(parcels.map((parcel) => parcel.state));
  if (json) {
    const files = enquiry.attachments.length;
    sayJson({ reference, erasedNow: true, files, parcels: parcels.length, deliveryWas: state, overwritten });
    return;
  }
  say(
    `${reference} is erased: ${[
      'what was written',
      counted(enquiry.attachments.length, 'file'),
      counted(parcels.length, 'parcel'),
    ].join(', ')}.`,
  );
  say('Reference, kind and dates remain.');
  if (state !== 'delivered') say(`Its desk did not have all of it yet: the delivery was ${state}.`);
}

/** `purge`: what the running site does every hour, now. */
export async function purgeNow(keeping: Keeping, json: boolean): Promise<void> {
  const purged = await purge(keeping, Date.now());
  const overwritten = await overwriteTraces(keeping.database);
  if (json) sayJson({ ...purged, overwritten });
  else
    say(
      `Erased: ${counted(purged.enquiries, 'enquiry')} older than ${keeping.days} days, ${counted(purged.drafts, 'form')} not sent.`,
    );
}

/** What is erased is erased all the same when the running site is in the way: it overwrites the traces later. */
async function overwriteTraces(database: Database): Promise<boolean> {
  try {
    await overwriteErased(database);
    return true;
  } catch (error) {
    console.error(
      `The database's files still hold traces; the running site overwrites them within the hour: ${String(error)}`,
    );
    return false;
  }
}
