import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Site } from './site.ts';
import { storedRows } from './stored-rows.ts';

/** Counts the rows in each table of a site, its files and its unfinished uploads. */
export async function storedCounts(site: Pick<Site, 'dataDir'>): Promise<Record<string, number>> {
  const rowCounts = Object.entries(await storedRows(site)).map(([table, rows]): [string, number] => [
    table,
    rows.length,
  ]);
  const fileCounts = await Promise.all(
    ['files', 'uploads'].map(async (name) => [name, (await readdir(join(site.dataDir, name))).length] as const),
  );
  return Object.fromEntries([...rowCounts, ...fileCounts]);
}
