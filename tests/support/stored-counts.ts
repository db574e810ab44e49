import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from './site.ts';
import { listStoredFiles } from './stored-files.ts';
import { storedRows } from './stored-rows.ts';

/** Counts the rows in each table of a site, its files and, unless they are in a bucket, its unfinished uploads. */
export async function storedCounts({ dataDir }: Pick<Site, 'dataDir'>): Promise<Record<string, number>> {
  const rowCounts = Object.entries(await storedRows({ dataDir })).map(([table, rows]) => [table, rows.length] as const);
  const uploads = join(dataDir, 'uploads');
  return {
    ...Object.fromEntries(rowCounts),
    files: (await listStoredFiles(dataDir)).length,
    uploads: existsSync(uploads) ? readdirSync(uploads).length : 0,
  };
}
