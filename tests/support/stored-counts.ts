import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Site } from './site.ts';

/** Counts the rows in each table of a site, its files and its unfinished uploads. */
export async function storedCounts({ dataDir }: Site): Promise<Record<string, number>> {
  const database = new DatabaseSync(join(dataDir, 'site.db'), { readOnly: true, timeout: 10_000 });
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all() as { name: string }[];
  const rowCounts = tables.map(({ name }): [string, number] => {
    const { rows } = database.prepare(`select count(*) as rows from "${name}"`).get() as { rows: number };
    return [name, rows];
  });
  database.close();
  const fileCounts = await Promise.all(
    ['files', 'uploads'].map(async (name) => [name, (await readdir(join(dataDir, name))).length] as const),
  );
  return Object.fromEntries([...rowCounts, ...fileCounts]);
}
