import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Database } from '#app/database/database.server.ts';
import { syncFolder } from '#app/disk/sync-folder.server.ts';
import { formatReference, parseReference } from '#app/enquiries/reference.ts';
import type { ErasureReason } from './retention.server.ts';

/**
 * The erasures file has one line per erased enquiry, with only its reference, time and reason. A backup older than an
 * erasure still contains the enquiry; after a restore, the enquiry is erased again according to this file. The file
 * therefore belongs on a different disk from the database.
 *
 * The database records which erasures have been written to the file, so that none are lost if the process dies or the file
 * cannot be written.
 */

/** One line of the erasures file. */
export interface Erasure {
  /** 8 characters, see `parseReference`. */
  reference: string;
  /** Time of the erasure (Unix time in ms). */
  at: number;
  reason: ErasureReason;
}

const linePattern = /^(\S{9}) (\S+) (visitor|done|expired)$/;

/**
 * Reads the erasures file, oldest first. Skips incomplete lines, such as after a power cut.
 * @returns an empty list if the file does not exist
 */
export async function readErasures(file: string): Promise<Erasure[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return '';
  });
  return text.split('\n').flatMap((line) => {
    const [, formattedReference = '', time = '', reason] = linePattern.exec(line) ?? [];
    const reference = parseReference(formattedReference);
    const at = Date.parse(time);
    return reference === undefined || Number.isNaN(at) ? [] : [{ reference, at, reason: reason as ErasureReason }];
  });
}

/** Appends erasures durably. Creates the file and its folder if missing, accessible only to the current user. */
export async function appendErasures(file: string, erasures: readonly Erasure[]): Promise<void> {
  if (erasures.length === 0) return;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(file, 'a+', 0o600);
  try {
    const { size } = await handle.stat();
    const lastByte = Buffer.alloc(1);
    if (size > 0) await handle.read(lastByte, 0, 1, size - 1);
    const lines = erasures.map(
      ({ reference, at, reason }) => `${formatReference(reference)} ${new Date(at).toISOString()} ${reason}\n`,
    );
    // A single write keeps the lines of concurrent writers apart.
    await handle.appendFile((size > 0 && lastByte.toString() !== '\n' ? '\n' : '') + lines.join(''));
    await handle.sync();
    if (size === 0) await syncFolder(dirname(file));
  } finally {
    await handle.close();
  }
}

/** Appends the erasures that the file does not contain yet. @returns the number of lines added */
export async function appendMissingErasures(file: string, erasures: readonly Erasure[]): Promise<number> {
  const knownReferences = new Set((await readErasures(file)).map(({ reference }) => reference));
  const missing = erasures.filter(({ reference }) => {
    const isNew = !knownReferences.has(reference);
    knownReferences.add(reference);
    return isNew;
  });
  await appendErasures(file, missing);
  return missing.length;
}

/** Appends every erasure that has not been written to the file yet. Call this after each erasure. */
export async function recordErasures(database: Database, file: string): Promise<void> {
  const erasures = await listErasures(database, 'unrecorded');
  await appendErasures(file, erasures);
  await markRecorded(database, erasures);
}

/** Appends every erasure missing from the file, including those that were written to a file that was later lost. */
export async function recordMissingErasures(database: Database, file: string): Promise<void> {
  const erasures = await listErasures(database);
  await appendMissingErasures(file, erasures);
  await markRecorded(
    database,
    erasures.filter(({ isRecorded }) => !isRecorded),
  );
}

/** Returns the erasures recorded in the database, and whether each has been written to the erasures file. */
export async function listErasures(database: Database, filter: 'all' | 'unrecorded' = 'all') {
  const rows = await database
    .selectFrom('enquiries')
    .select(['reference', 'erased_at', 'erased_because', 'erasure_noted'])
    .where('erased_at', 'is not', null)
    .$if(filter === 'unrecorded', (query) => query.where('erasure_noted', '=', 0))
    .execute();
  return rows.map(({ reference, erased_at, erased_because, erasure_noted }) => ({
    reference,
    at: erased_at ?? 0,
    reason: erased_because ?? ('done' as const),
    isRecorded: erasure_noted === 1,
  }));
}

async function markRecorded(database: Database, erasures: readonly Erasure[]): Promise<void> {
  for (const { reference } of erasures) {
    await database
      .updateTable('enquiries')
      .set({ erasure_noted: 1 })
      .where('reference', '=', reference)
      .where('erasure_noted', '=', 0)
      .execute();
  }
}
