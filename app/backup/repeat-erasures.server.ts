import type { Database } from '#app/database/database.server.ts';
import type { Erasure } from '#app/retention/erasures.server.ts';
import { eraseEnquiry } from '#app/retention/retention.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';

/**
 * Repeats erasures in a copy of the database, with the same reasons and times. Traces in the database file remain until
 * `removeDeletedTraces` runs.
 * @param store the store to delete unreferenced files from
 * @returns the number of enquiries that this call has erased
 */
export async function repeatErasures(
  copy: Database,
  store: Pick<FileStore, 'remove'>,
  erasures: readonly Erasure[],
): Promise<number> {
  const rows = await copy.selectFrom('enquiries').select(['id', 'reference']).where('erased_at', 'is', null).execute();
  const ids = new Map(rows.map(({ id, reference }) => [reference, id]));
  let count = 0;
  for (const { reference, at, reason } of erasures) {
    const id = ids.get(reference);
    if (id === undefined) continue;
    ids.delete(reference);
    await eraseEnquiry(copy, store, id, reason, at);
    count += 1;
  }
  return count;
}

/** Releases the leases in a copy of the database. Each counts as an attempt, because its delivery may have succeeded. */
export async function releaseLeases(copy: Database): Promise<void> {
  for (const table of ['parcels', 'notice_deliveries'] as const) {
    await copy
      .updateTable(table)
      .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), leased_until: 0 }))
      .where('leased_until', '>', 0)
      .execute();
  }
}
