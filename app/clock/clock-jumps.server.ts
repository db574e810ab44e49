import { sql } from 'kysely';
import type { Database } from '#app/database/database.server.ts';

/** Returns the sizes of the unconfirmed forward jumps of the system clock (ms), oldest first. */
export async function listUnconfirmedJumps(database: Database): Promise<number[]> {
  const rows = await database.selectFrom('clock_leaps').select('milliseconds').orderBy('seen_at').execute();
  return rows.map(({ milliseconds }) => milliseconds);
}

/**
 * Two processes detect the same jump at slightly different times and measure slightly different sizes. These are the
 * maximum differences (ms).
 */
const sameJumpTolerance = { time: 10_000, size: 60_000 };

/**
 * Records a forward jump of the clock, which may also have been an outage. Does nothing if another process has already
 * recorded it.
 * @param time trusted time of the jump (Unix time in ms)
 * @param size size of the jump (ms)
 */
export async function recordJump(database: Database, time: number, size: number): Promise<void> {
  const jump = { seen_at: Math.floor(time), milliseconds: Math.floor(size) };
  await database.transaction().execute(async (transaction) => {
    // An update that changes nothing locks the shared row, so that two processes cannot both insert the jump.
    await transaction
      .updateTable('seen_time')
      .set(({ eb }) => ({ clock: eb.ref('clock') }))
      .execute();
    const existing = await transaction
      .selectFrom('clock_leaps')
      .select('seen_at')
      .where('seen_at', '>', jump.seen_at - sameJumpTolerance.time)
      .where('seen_at', '<', jump.seen_at + sameJumpTolerance.time)
      .where('milliseconds', '>', jump.milliseconds - sameJumpTolerance.size)
      .where('milliseconds', '<', jump.milliseconds + sameJumpTolerance.size)
      .executeTakeFirst();
    if (!existing) await transaction.insertInto('clock_leaps').values(jump).execute();
  });
}

/**
 * Reduces the recorded jumps after the clock was set back, newest first, until their sum is at most `lead`.
 * @param lead how far the clock is still ahead of trusted time (ms)
 */
export async function reduceJumps(database: Database, lead: number): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const jumps = await transaction.deleteFrom('clock_leaps').returningAll().execute();
    let remaining = lead;
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
 * Confirms that the clock is right and that the site was down during the recorded jumps. Adds each jump to the age of the
 * enquiries received before it; later enquiries and all schedules remain unchanged.
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
