import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Site } from './site.ts';

/** Tables to which the site writes by itself, every few seconds. */
const writtenInBackground = new Set(['seen_time', 'heartbeats']);

/** Reads all rows of a site's database by table, to compare them before and after a request that must not change anything. */
export function storedRows({ dataDir }: Site): Record<string, unknown[]> {
  const database = new DatabaseSync(join(dataDir, 'site.db'), { readOnly: true, timeout: 10_000 });
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all() as { name: string }[];
  const rows = tables
    .filter(({ name }) => !writtenInBackground.has(name))
    .map(({ name }) => [name, database.prepare(`select * from "${name}" order by 1`).all()] as const);
  database.close();
  return Object.fromEntries(rows);
}
