import { type Database, removeDeletedTraces } from '#app/database/database.server.ts';
import { formatReference } from '#app/enquiries/reference.ts';
import { overallState } from '#app/enquiries/store/read-enquiry.server.ts';
import { recordMissingErasures } from '#app/retention/erasures.server.ts';
import { eraseEnquiry } from '#app/retention/retention.server.ts';
import { purge, type RetentionOptions } from '#app/retention/retention-runner.server.ts';
import { confirm } from '#app/terminal/confirm.ts';
import { formatCount } from '#app/terminal/format-count.ts';
import { UsageError } from '#app/terminal/run-tool.server.ts';
import { printJson, printLine } from '#app/terminal/terminal.ts';
import { describeErasure, findEnquiry } from '../find-enquiry.server.ts';

/**
 * `erase REF`: erases an enquiry after asking for confirmation, and prints what was erased. Does nothing if it is
 * already erased.
 * @param isConfirmed whether to erase without asking
 * @throws {UsageError} if nobody can confirm it, or the enquiry's processing is restricted
 */
export async function erase(
  { database, files, uploadsFolder, erasuresPath, trustedTime }: RetentionOptions,
  typedReference: string,
  { isConfirmed, json }: { isConfirmed: boolean; json: boolean },
): Promise<void> {
  const { listed, record } = await findEnquiry(database, typedReference);
  const reference = formatReference(listed.reference);
  if (!record) {
    if (json) printJson({ reference, erasedNow: false });
    else printLine(`${describeErasure(listed)}.`);
    return;
  }
  if (listed.restrictedAt !== undefined) {
    throw new UsageError(
      `The processing of ${reference} is restricted, so it cannot be erased until a lead lifts the restriction at the web desk`,
    );
  }
  if (!isConfirmed && !(await confirm(`Erase ${reference} now? It cannot be undone.`))) {
    printLine(`${reference} was not erased.`);
    return;
  }
  const { enquiry, outboxMessages } = record;
  const unfinishedUploads = { folder: uploadsFolder, files };
  await eraseEnquiry(database, files, enquiry.id, 'done', Date.now(), unfinishedUploads, trustedTime?.offset());
  await updateErasuresFile(database, erasuresPath);
  const overwritten = await overwriteTraces(database);
  const state = overallState(outboxMessages.map((message) => message.state));
  if (json) {
    const count = enquiry.attachments.length;
    printJson({
      reference,
      erasedNow: true,
      files: count,
      parcels: outboxMessages.length,
      deliveryWas: state,
      overwritten,
    });
    return;
  }
  printLine(
    `Erased ${reference}: ${[
      'its fields',
      formatCount(enquiry.attachments.length, 'file'),
      formatCount(outboxMessages.length, 'message'),
    ].join(', ')}.`,
  );
  printLine('Reference, kind, country and dates remain.');
  if (state !== 'delivered') printLine(`It had not been fully delivered; its state was: ${state}.`);
}

/** `purge`: runs retention now, as the running site does every hour. */
export async function purgeNow(options: RetentionOptions, json: boolean): Promise<void> {
  const purged = await purge(options, Date.now());
  await updateErasuresFile(options.database, options.erasuresPath);
  const overwritten = await overwriteTraces(options.database);
  if (json) printJson({ ...purged, overwritten });
  else
    printLine(
      `Erased: ${formatCount(purged.enquiries, 'enquiry')} (closed ${options.closedDays} days ago, or ${options.retentionDays} days old), ${formatCount(purged.drafts, 'unsubmitted form')}.`,
    );
}

/** Writes missing erasures to the erasures file. If that fails, the running site does it later. */
async function updateErasuresFile(database: Database, erasures: string): Promise<void> {
  try {
    await recordMissingErasures(database, erasures);
  } catch (error) {
    console.error(
      `ERASURES_FILE cannot be written: a restore would undo this erasure until the running site has written it. ${(error as Error).message}`,
    );
  }
}

/**
 * Overwrites erased content in the database's files. If the running site prevents this, it does so itself later.
 */
async function overwriteTraces(database: Database): Promise<boolean> {
  try {
    await removeDeletedTraces(database);
    return true;
  } catch (error) {
    console.error(
      `The database files still contain traces of erased content, which the running site will overwrite within the hour: ${String(error)}`,
    );
    return false;
  }
}
