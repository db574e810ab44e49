import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CompiledQuery } from 'kysely';
import { withDatabase } from './desk-people.ts';
import { databaseOf } from './postgres-site.ts';
import type { Site } from './site.ts';

type Row = Record<string, unknown>;
/** Executes a statement that SQLite and PostgreSQL understand, with a `?` for each value. */
type Execute = (statement: string, ...values: (string | number)[]) => Promise<Row[]>;

/** Whether a site keeps its data in PostgreSQL. */
export const isOnPostgres = ({ dataDir }: Pick<Site, 'dataDir'>) => databaseOf(dataDir).DATABASE_URL !== undefined;

/** Executes a statement on the database of a site, as {@link Execute}, and returns its rows. */
export function siteRows(
  site: Pick<Site, 'dataDir'>,
  statement: string,
  ...values: (string | number)[]
): Promise<Row[]> {
  // A SELECT opens the database read-only, so that after a kill the site itself recovers the write-ahead log.
  return withStatements(site, /^\s*select\b/i.test(statement), (execute) => execute(statement, ...values));
}

/** Executes several statements on the database of a site. */
export async function withStatements<Result>(
  site: Pick<Site, 'dataDir'>,
  readOnly: boolean,
  use: (execute: Execute) => Promise<Result>,
): Promise<Result> {
  if (isOnPostgres(site)) {
    return withDatabase(site, (database) =>
      use(async (statement, ...values) => {
        let number = 0;
        const numbered = statement.replace(/\?/g, () => `$${(number += 1)}`);
        return (await database.executeQuery<Row>(CompiledQuery.raw(numbered, values))).rows;
      }),
    );
  }
  const database = new DatabaseSync(join(site.dataDir, 'site.db'), { readOnly, timeout: 10_000 });
  try {
    return await use((statement, ...values) => Promise.resolve(database.prepare(statement).all(...values)));
  } finally {
    database.close();
  }
}
