import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../../app/database/database.server.ts';
import type { Site } from './site.ts';

/** Lists the unfinished uploads of a site: the names of their files or, with PostgreSQL, their ids. */
export async function listUnfinished({ dataDir }: Pick<Site, 'dataDir'>): Promise<string[]> {
  if (process.env.TEST_POSTGRES === undefined) return readdir(join(dataDir, 'uploads'));
  const database = await openDatabase(join(dataDir, 'site.db'));
  const rows = await database.selectFrom('unfinished_uploads').select('id').execute();
  await database.destroy();
  return rows.map(({ id }) => id);
}
