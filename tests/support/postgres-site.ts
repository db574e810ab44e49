import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// If TEST_POSTGRES is the URL of a server, the sites of the integration tests keep their data there. Each has its own
// database, whose URL is in a file in its data folder, for the tests and the command line.

const fileName = 'database-url';

/**
 * Returns the environment variables with which a site finds its database; empty with SQLite. Creates the database for a
 * new folder.
 */
export async function newDatabaseOf(folder: string): Promise<Record<string, string>> {
  const server = process.env.TEST_POSTGRES;
  if (server === undefined) return {};
  if (!existsSync(join(folder, fileName))) {
    const { createDatabase } = await import('./postgres.ts');
    writeFileSync(join(folder, fileName), await createDatabase(server));
  }
  return databaseOf(folder);
}

/** Like {@link newDatabaseOf}, for a folder that already has a site. */
export function databaseOf(folder = ''): Record<string, string> {
  const file = join(folder, fileName);
  return process.env.TEST_POSTGRES !== undefined && existsSync(file)
    ? { DATABASE_URL: readFileSync(file, 'utf8') }
    : {};
}
