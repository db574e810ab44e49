import type { Database } from '#app/database/database.server.ts';
import type { Environment } from '#app/env/env.server.ts';
import type { AuditAction } from '../audit/audit.server.ts';
import type { DeskRequestRecord } from '../requests/read-request.server.ts';
import { type DeskTexts, fill } from '../texts/desk-texts.ts';

const openingActions: AuditAction[] = ['file_opened', 'unchecked_file_opened', 'sheet_opened'];

/**
 * Lists where data of these requests may exist outside this website, for whoever has to delete it there. Must be called
 * before the requests are erased.
 * @returns one sentence for each place
 */
export async function listOutsideCopies(
  database: Database,
  env: Pick<Environment, 'API_URL' | 'DESK_EMAIL' | 'BACKUP_DAYS'>,
  records: readonly DeskRequestRecord[],
  t: DeskTexts['person']['outside'],
): Promise<string[]> {
  const desks = new Set(
    records.flatMap(({ outboxMessages }) =>
      outboxMessages.filter(({ mayHaveLeft }) => mayHaveLeft).map(({ desk }) => desk),
    ),
  );
  const references = records.map(({ enquiry }) => enquiry.reference);
  const opened = await countEntries(database, references, openingActions);
  const exported = await countEntries(database, references, ['request_exported']);
  const wereHospitalsAsked = records.some(({ history }) => history.some(({ kind }) => kind === 'hospital'));
  return [
    ...(desks.has('api') ? [fill(t.api, { host: hostOf(env.API_URL) })] : []),
    ...(desks.has('smtp') ? [fill(t.mailbox, { addresses: addressesOf(env.DESK_EMAIL) })] : []),
    ...(opened > 0 ? [fill(t.opened, { count: opened })] : []),
    ...(exported > 0 ? [fill(t.exported, { count: exported })] : []),
    ...(wereHospitalsAsked ? [t.hospitals] : []),
    ...[t.chats, t.notes, t.copies],
    env.BACKUP_DAYS === undefined ? t.backupsUnknown : fill(t.backups, { days: env.BACKUP_DAYS }),
    ...[t.law, t.tell],
  ];
}

/** Returns the host of the company's own system. */
export function hostOf(url: string | undefined): string {
  return url === undefined ? '' : new URL(url).host;
}

/** Returns the company's mailboxes as text. */
export function addressesOf(addresses: readonly string[] | undefined): string {
  return (addresses ?? []).join(', ');
}

async function countEntries(
  database: Database,
  references: readonly string[],
  actions: readonly AuditAction[],
): Promise<number> {
  const { count } = await database
    .selectFrom('desk_audit')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('action', 'in', actions)
    .where('subject', 'in', references)
    .executeTakeFirstOrThrow();
  return count;
}
