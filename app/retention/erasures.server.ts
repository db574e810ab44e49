import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Database } from '#app/database/database.server.ts';
import { syncFolder } from '#app/disk/sync-folder.server.ts';
import { formatReference, parseReference } from '#app/enquiries/reference.ts';
import type { ErasureReason } from './retention.server.ts';

/**
 * The erasures file: one line per erased enquiry, with its reference, time and reason only. A backup older than an
 * erasure still contains the enquiry; after a restore it is erased again according to this file, which therefore belongs
 * on another disk than the database.
 *
 * The database records which erasures have been written to the file, so that none is lost if the process dies or the file
 * cannot be written.
 */

/** One line of the file. */
export interface Erasure {
  /** 8 characters, see `parseReference`. */
  reference: string;
  /** Unix time in ms. */
  at: number;
  reason: ErasureReason;
}

const line = /^(\S{9}) (\S+) (visitor|done|expired)$/;

/** Reads the file in order; empty if it does not exist. Incomplete lines, as after a power cut, are skipped. */
export async function readErasures(file: string): Promise<Erasure[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return '';
  });
  return text.split('\n').flatMap((one) => {
    const [, typed = '', time = '', reason] = line.exec(one) ?? [];
    const reference = parseReference(typed);
    const at = Date.parse(time);
    return reference === undefined || Number.isNaN(at) ? [] : [{ reference, at, reason: reason as ErasureReason }];
  });
}

/** Appends lines; durable when it returns. The file and its folder are created if missing, for this user only. */
export async function addErasures(file: string, erasures: readonly Erasure[]): Promise<void> {
  if (erasures.length === 0) return;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(file, 'a+', 0o600);
  try {
    const { size } = await handle.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await handle.read(last, 0, 1, size - 1);
    const lines = erasures.map(
      ({ reference, at, reason }) => `${formatReference(reference)} ${new Date(at).toISOString()} ${reason}\n`,
    );
    // A single write, so that concurrent writers do not mix their lines.
    await handle.appendFile((size > 0 && last.toString() !== '\n' ? '\n' : '') + lines.join(''));
    await handle.sync();
    if (size === 0) await syncFolder(dirname(file));
  } finally {
    await handle.close();
  }
}

/** Appends the erasures that the file does not contain. @returns the number of lines added */
export async function addMissingErasures(file: string, erasures: readonly Erasure[]): Promise<number> {
  const known = new Set((await readErasures(file)).map(({ reference }) => reference));
  const missing = erasures.filter(({ reference }) => {
    const isNew = !known.has(reference);
    known.add(reference);
    return isNew;
  });
  await addErasures(file, missing);
  return missing.length;
}

/** Appends every erasure that has not been written yet. Call after each erasure. */
export async function recordErasures(database: Database, file: string): Promise<void> {
  const erasures = await erasuresOf(database, 'unrecorded');
  await addErasures(file, erasures);
  await markRecorded(database, erasures);
}

/** Appends every erasure that the file does not contain, even those already recorded in a file that was lost. */
export async function completeErasures(database: Database, file: string): Promise<void> {
  const erasures = await erasuresOf(database);
  await addMissingErasures(file, erasures);
  await markRecorded(
    database,
    erasures.filter(({ isRecorded }) => !isRecorded),
  );
}

/** The erasures recorded in the database. */
export async function erasuresOf(database: Database, which: 'all' | 'unrecorded' = 'all') {
  const rows = await database
    .selectFrom('enquiries')
    .select(['reference', 'erased_at', 'erased_because', 'erasure_noted'])
    .where('erased_at', 'is not', null)
    .$if(which === 'unrecorded', (query) => query.where('erasure_noted', '=', 0))
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
