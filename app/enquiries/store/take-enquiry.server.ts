import type { Database } from '#app/database/database.server.ts';

/**
 * Marks an enquiry as taken by a member of staff, which stops its reminders.
 * @param database may be a transaction
 * @param reference 8 characters, see `parseReference`
 * @returns false if the enquiry does not exist, has been erased, or was already taken
 */
export async function takeEnquiry(database: Database, reference: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('enquiries')
    .set({ taken_at: now })
    .where('reference', '=', reference)
    .where('taken_at', 'is', null)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
