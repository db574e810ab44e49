import { createHash } from 'node:crypto';
import { setImmediate as nextLoopIteration } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { Tables } from '#app/database/tables.ts';

/** What the audit log records. */
export type AuditAction =
  | 'person_added'
  | 'person_joined'
  | 'person_disabled'
  | 'person_enabled'
  | 'person_reset'
  | 'role_changed'
  | 'password_changed'
  | 'signed_in'
  | 'signed_out'
  | 'sign_in_refused'
  | 'signed_out_everywhere'
  | 'code_refused'
  | 'app_refused'
  | 'app_renewal_begun'
  | 'app_renewed'
  | 'entry_refused'
  | 'session_ended'
  | 'request_changed'
  | 'change_undone'
  | 'link_created'
  | 'links_withdrawn'
  | 'company_changed'
  | 'request_opened'
  | 'requests_listed'
  | 'file_opened'
  | 'unchecked_file_opened'
  | 'sheet_opened'
  | 'audit_read'
  | 'person_searched'
  | 'request_exported'
  | 'request_erased'
  | 'weeks_exported';

/** How many entries are checked before other tasks may run. */
const batchSize = 500;

export interface AuditEntry {
  /** Counts up from 1 without gaps. */
  number: number;
  /** Unix time in ms. */
  at: number;
  /** Who did it; null for the command line and for somebody unknown. */
  personId: string | null;
  action: AuditAction;
  /** The reference of a request, the id of a person, or the version of the company facts. */
  subject: string | null;
}

/**
 * Adds an entry to the audit log, in the same transaction as the action that it records. Each entry's hash includes the
 * previous one, so that no entry can be changed, or removed from the middle, unnoticed. But whoever can write to the
 * database can remove the newest entries or recompute all hashes, so the log proves nothing against an administrator of
 * the machine.
 */
export async function recordAudit(transaction: Transaction<Tables>, entry: Omit<AuditEntry, 'number'>): Promise<void> {
  const last = await transaction
    .selectFrom('desk_audit')
    .select(['number', 'hash'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const numbered = { number: (last?.number ?? 0) + 1, ...entry };
  await transaction
    .insertInto('desk_audit')
    .values({
      number: numbered.number,
      at: numbered.at,
      person_id: numbered.personId,
      action: numbered.action,
      subject: numbered.subject,
      hash: chain(last?.hash ?? '', numbered),
    })
    .execute();
}

/** Adds an entry in a transaction of its own, such as when somebody opens a request. */
export async function recordAction(database: Database, entry: Omit<AuditEntry, 'number'>): Promise<void> {
  await database.transaction().execute((transaction) => recordAudit(transaction, entry));
}

/**
 * Reads a page of the audit log, newest first.
 * @param before only entries with smaller numbers
 */
export async function readAudit(database: Database, { before, limit }: { before?: number; limit: number }) {
  const rows = await database
    .selectFrom('desk_audit')
    .selectAll()
    .$if(before !== undefined, (query) => query.where('number', '<', before ?? 0))
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toEntry);
}

/** Returns the number of the first entry that does not follow from the previous one; undefined if the log is intact. */
export async function findBrokenEntry(database: Database): Promise<number | undefined> {
  let previous = { number: 0, hash: '' };
  for (;;) {
    const rows = await database
      .selectFrom('desk_audit')
      .selectAll()
      .where('number', '>', previous.number)
      .orderBy('number')
      .limit(batchSize)
      .execute();
    for (const row of rows) {
      if (row.number !== previous.number + 1 || row.hash !== chain(previous.hash, toEntry(row))) return row.number;
      previous = row;
    }
    if (rows.length < batchSize) return undefined;
    // Checking a log of several years must not block other requests.
    await nextLoopIteration();
  }
}

function toEntry(row: Tables['desk_audit']): AuditEntry {
  const { number, at, person_id: personId, action, subject } = row;
  return { number, at, personId, action: action as AuditAction, subject };
}

function chain(previousHash: string, { number, at, personId, action, subject }: AuditEntry): string {
  return createHash('sha256')
    .update(JSON.stringify([previousHash, number, at, personId, action, subject]))
    .digest('hex');
}
