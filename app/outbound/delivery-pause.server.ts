import type { Database } from '#app/database/database.server.ts';

/** A pause of all deliveries. */
export interface DeliveryPause {
  /** Unix time in ms. */
  since: number;
  /** Explanation for operators. */
  reason: string;
}

/**
 * Returns the current pause of deliveries and notices; undefined if there is none. Messages created during a pause are
 * stored, and are sent after `npm run enquiries -- resume`.
 */
export function readDeliveryPause(database: Database): Promise<DeliveryPause | undefined> {
  return database.selectFrom('delivery_pause').select(['since', 'reason']).executeTakeFirst();
}

/** Pauses all deliveries and notices, in every process that uses this database. */
export async function pauseDelivery(database: Database, pause: DeliveryPause): Promise<void> {
  await database
    .insertInto('delivery_pause')
    .values({ id: 1, ...pause })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(pause))
    .execute();
}

/** Ends the pause. @returns whether deliveries were paused */
export async function resumeDelivery(database: Database): Promise<boolean> {
  const { numDeletedRows } = await database.deleteFrom('delivery_pause').executeTakeFirst();
  return numDeletedRows > 0n;
}
