import type { Database } from '#app/database/database.server.ts';
import { resumeDelivery } from '#app/outbound/delivery-pause.server.ts';
import { counted } from '#app/terminal/counted.ts';
import { printJson, printLine } from '#app/terminal/terminal.ts';

/** `resume`: resumes deliveries and notices after a restore, and prints how many are waiting. */
export async function resume(database: Database, json: boolean): Promise<void> {
  const parcels = await waitingIn(database, 'parcels');
  const notices = await waitingIn(database, 'notice_deliveries');
  const resumedNow = await resumeDelivery(database);
  if (json) printJson({ resumedNow, parcels, notices });
  else if (!resumedNow) printLine('Nothing was paused.');
  else printLine(`Deliveries resumed: ${counted(parcels, 'message')} and ${counted(notices, 'notice')} are waiting.`);
}

async function waitingIn(database: Database, table: 'parcels' | 'notice_deliveries'): Promise<number> {
  const { count } = await database
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return count;
}
