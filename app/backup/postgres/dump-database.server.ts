import { sql } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { PostgresAddress } from '#app/env/addresses/postgres-address.ts';
import { listErasures } from '#app/retention/erasures.server.ts';
import { listReferencedFiles, type ReferencedFile } from '../files/referenced-files.server.ts';
import { runPostgresProgram } from './postgres-program.server.ts';

/** What a dump contains. */
export interface DumpContent {
  referenced: ReferencedFile[];
  /** Number of enquiries, not counting erased ones. */
  enquiries: number;
  /** Number of erased enquiries. */
  erased: number;
}

/**
 * Dumps a database with pg_dump while the site uses it, and lists what the dump contains: both read the same snapshot of
 * the rows. Tables without a write-ahead log are left out: searches, rate limits, and the salt of visitors' keys.
 * @param file the path of the dump
 * @throws {UsageError} as {@link runPostgresProgram}
 */
export function dumpDatabase(database: Database, address: PostgresAddress, file: string): Promise<DumpContent> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      // The transaction is idle while pg_dump runs.
      await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(transaction);
      const { rows } = await sql<{ id: string; version: string }>`
        SELECT pg_export_snapshot() AS id, current_setting('server_version_num') AS version`.execute(transaction);
      const { id = '', version = '' } = rows[0] ?? {};
      const content = ['--no-owner', '--no-privileges', '--no-unlogged-table-data'];
      const args = ['--format=custom', `--snapshot=${id}`, ...content, `--file=${file}`];
      await runPostgresProgram('pg_dump', address, Number(version), args);
      const { enquiries } = await transaction
        .selectFrom('enquiries')
        .select(({ fn }) => fn.countAll<number>().as('enquiries'))
        .where('erased_at', 'is', null)
        .executeTakeFirstOrThrow();
      const referenced = await listReferencedFiles(transaction);
      return { referenced, enquiries, erased: (await listErasures(transaction)).length };
    });
}
