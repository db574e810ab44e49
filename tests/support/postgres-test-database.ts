import { dirname } from 'node:path';
import type { Database } from '../../app/database/database.server.ts';
import { migrations } from '../../app/database/migrations.server.ts';
import { connectPostgres } from '../../app/database/postgres/postgres-server.server.ts';
import type { Tables } from '../../app/database/tables.ts';
import { parsePostgresAddress } from '../../app/env/addresses/postgres-address.ts';
import { createDatabase } from './postgres.ts';
import { databaseOf } from './postgres-site.ts';

/** The URLs of the databases that this process has created, by the paths that tests passed. */
const urls = new Map<string, string>();

/**
 * Opens a PostgreSQL database in place of a SQLite file: that of the site in the same folder, otherwise one for each
 * path.
 * @param file a path; `:memory:` is a new database every time
 */
export async function openTestDatabase(file: string): Promise<Database> {
  const url =
    databaseOf(dirname(file)).DATABASE_URL ?? urls.get(file) ?? (await createDatabase(process.env.TEST_POSTGRES ?? ''));
  if (file !== ':memory:') urls.set(file, url);
  const address = parsePostgresAddress(url);
  if ('problem' in address) throw new Error(address.problem);
  const server = await connectPostgres(address, 4, () => undefined);
  const database = await server.open<Tables>(migrations);
  return Object.assign(database, { destroy: () => server.close() });
}
