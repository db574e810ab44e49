import { join } from 'node:path';
import { migrations } from '#app/database/migrations.server.ts';
import { connectPostgres, type PostgresServer } from '#app/database/postgres/postgres-server.server.ts';
import type { Tables } from '#app/database/tables.ts';
import type { PostgresAddress } from '#app/env/addresses/postgres-address.ts';
import { markDatabase, readTransfer, transferTable, unmarkDatabase } from '#app/storage/unfinished-transfer.server.ts';
import { UsageError } from '#app/terminal/run-tool.server.ts';
import { sha256Of } from '../files/copy-file.server.ts';
import { runPostgresProgram } from '../postgres/postgres-program.server.ts';
import type { DatabaseTarget } from './database-target.ts';

/**
 * Restores to an empty PostgreSQL database, which is marked until it is complete. An existing database is never
 * replaced: it stays on its server until the administrator drops it.
 * @throws {UsageError} if it contains anything but what an interrupted restore has left behind
 */
export async function openPostgresTarget(address: PostgresAddress): Promise<DatabaseTarget> {
  const server = await connectPostgres(address, 2, () => undefined);
  const transfer = await readTransfer(server);
  if (transfer ? transfer.work !== 'restore' : (await server.tableNames()).length > 0) {
    await server.close();
    throw new UsageError(
      `The database ${address.label} is not empty: create another one, and set DATABASE_URL to it. This one is unchanged`,
    );
  }
  return {
    isResumed: transfer !== undefined,
    occupiedPaths: () => [],
    knownErasures: () => [],
    async assemble(snapshot, manifest) {
      const dump = join(snapshot, manifest.databaseName);
      if ((await sha256Of(dump)) !== manifest.database) {
        throw new UsageError(
          `The database of ${snapshot} is damaged (its checksum does not match); choose another with --snapshot`,
        );
      }
      await markDatabase(server, { work: 'restore', source: snapshot });
      await dropTables(server);
      const { rows } = await server.query({ text: "SELECT current_setting('server_version_num') AS version" });
      const { version } = rows[0] as { version: string };
      const args = ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error', dump];
      await runPostgresProgram('pg_restore', address, Number(version), args);
      return server.open<Tables>(migrations);
    },
    seal: () => Promise.resolve(),
    moveAside: () => Promise.resolve([]),
    release: () => unmarkDatabase(server),
    async discard() {
      await dropTables(server);
      await unmarkDatabase(server);
    },
    close: () => server.close(),
  };
}

/** Drops what an interrupted restore has left behind, except its mark. */
async function dropTables(server: PostgresServer): Promise<void> {
  const names = (await server.tableNames()).filter((name) => name !== transferTable);
  if (names.length === 0) return;
  await server.query({ text: `DROP TABLE ${names.map((name) => `"${name}"`).join(', ')} CASCADE` });
}
