import type { Site } from './site.ts';
import { isOnPostgres, withStatements } from './site-rows.ts';

/** Tables to which the site writes by itself, every few seconds, or with every request. */
const writtenInBackground = new Set(['seen_time', 'heartbeats', 'rate_limits']);

/**
 * Reads all rows of a site's database by table, to compare them before and after a request that must not change
 * anything.
 */
export function storedRows(site: Pick<Site, 'dataDir'>): Promise<Record<string, unknown[]>> {
  const tables = isOnPostgres(site)
    ? "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1"
    : "SELECT name FROM sqlite_master WHERE type = 'table'";
  return withStatements(site, true, async (execute) => {
    const stored: Record<string, unknown[]> = {};
    for (const { name } of await execute(tables)) {
      if (writtenInBackground.has(String(name))) continue;
      stored[String(name)] = await execute(`SELECT * FROM "${String(name)}" ORDER BY 1`);
    }
    return stored;
  });
}
