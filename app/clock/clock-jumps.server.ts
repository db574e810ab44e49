import { sql } from 'kysely';
import type { Database } from '#app/database/database.server.ts';

/** The unconfirmed forward jumps of the machine's clock (ms), oldest first. */
export async function unconfirmedJumps(database: Database): Promise<number[]> {
  const rows = await database.selectFrom('clock_leaps').select('milliseconds').orderBy('seen_at').execute();
  return rows.map(({ milliseconds }) => milliseconds);
}

/** Processes notice a jump of their common clock within seconds of each other, and measure it about the same (ms). */
const sameJump = { at: 10_000, milliseconds: 60_000 };

/**
 * Records a jump of the clock that cannot be distinguished from an outage, unless another process has recorded it.
 * @param at trusted time (Unix time in ms)
 */
export async function recordJump(database: Database, at: number, milliseconds: number): Promise<void> {
  const jump = { seen_at: Math.floor(at), milliseconds: Math.floor(milliseconds) };
  await database.transaction().execute(async (transaction) => {
    // Locks the common row, so that two processes do not both find nothing: an update that changes nothing.
    await transaction
      .updateTable('seen_time')
      .set(({ eb }) => ({ clock: eb.ref('clock') }))
      .execute();
    const known = await transaction
      .selectFrom('clock_leaps')
      .select('seen_at')
      .where('seen_at', '>', jump.seen_at - sameJump.at)
      .where('seen_at', '<', jump.seen_at + sameJump.at)
      .where('milliseconds', '>', jump.milliseconds - sameJump.milliseconds)
      .where('milliseconds', '<', jump.milliseconds + sameJump.milliseconds)
      .executeTakeFirst();
    if (!known) await transaction.insertInto('clock_leaps').values(jump).execute();
  });
}

/** After the clock was set back, reduces the recorded jumps to what it is still ahead, starting with the newest. */
export async function withdrawJumps(database: Database, ahead: number): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const jumps = await transaction.deleteFrom('clock_leaps').returningAll().execute();
    let remaining = ahead;
    for (const jump of jumps.sort((a, b) => a.seen_at - b.seen_at)) {
      const milliseconds = Math.floor(Math.min(jump.milliseconds, remaining));
      remaining -= milliseconds;
      if (milliseconds > 0)
        await transaction
          .insertInto('clock_leaps')
          .values({ ...jump, milliseconds })
          .execute();
    }
  });
}

/**
 * Confirms that the clock is right and the site was off during the jumps: enquiries from before a jump become older by
 * it. Later enquiries and schedules are not changed.
 * @returns the sum of the confirmed jumps (ms)
 */
export async function confirmJumps(database: Database): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const jumps = await transaction.deleteFrom('clock_leaps').returningAll().execute();
    for (const { seen_at, milliseconds } of jumps) {
      await transaction
        .updateTable('enquiries')
        .set(({ eb }) => ({ clock_behind: eb('clock_behind', '-', milliseconds) }))
        .where(sql<number>`received_at + clock_behind`, '<', seen_at)
        .execute();
    }
    return jumps.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  });
}
