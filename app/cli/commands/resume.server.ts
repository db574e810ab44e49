import type { Database } from '#app/database/database.server.ts';
import { resumeDelivery } from '#app/outbound/delivery-pause.server.ts';
import { formatCount } from '#app/terminal/format-count.ts';
import { printJson, printLine } from '#app/terminal/terminal.ts';

/** `resume`: resumes deliveries and notices after a restore, and prints how many messages and notices are waiting. */
export async function resume(database: Database, json: boolean): Promise<void> {
  const parcels = await countWaiting(database, 'parcels');
  const notices = await countWaiting(database, 'notice_deliveries');
  const resumedNow = await resumeDelivery(database);
  if (json) printJson({ resumedNow, parcels, notices });
  else if (!resumedNow) printLine('Nothing was paused.');
  else
    printLine(
      `Deliveries resumed: ${formatCount(parcels, 'message')} and ${formatCount(notices, 'notice')} are waiting.`,
    );
}

async function countWaiting(database: Database, table: 'parcels' | 'notice_deliveries'): Promise<number> {
  const { count } = await database
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return count;
}
