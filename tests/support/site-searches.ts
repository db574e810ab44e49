import { join } from 'node:path';
import { openDatabase } from '../../app/database/database.server.ts';
import { openSearchDatabase, type SearchDatabase } from '../../app/flights/searches/search-database.server.ts';
import { databaseOf } from './postgres-site.ts';

/** Runs a function on the searches of a site that is running. */
export async function withSearches(
  { dataDir }: { dataDir: string },
  use: (searches: SearchDatabase) => Promise<unknown>,
): Promise<void> {
  // With PostgreSQL, they are in the database of the site.
  const searches =
    databaseOf(dataDir).DATABASE_URL === undefined
      ? await openSearchDatabase(join(dataDir, 'flights.db'))
      : ((await openDatabase(join(dataDir, 'site.db'))) as unknown as SearchDatabase);
  try {
    await use(searches);
  } finally {
    await searches.destroy();
  }
}
