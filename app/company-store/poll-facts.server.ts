import type { FactsWatch } from '#app/company/facts/published-facts.ts';
import type { Database } from '#app/database/database.server.ts';
import type { Environment } from '#app/env/env.server.ts';
import type { Log } from '#app/log/log.server.ts';
import { createPublishedVersion } from './published-version.server.ts';

/** How long after a change other processes may still show the previous facts (ms). */
const interval = 1_000;

/**
 * Watches the facts in a database that several machines share. A timer looks for a newer version, so that no request
 * has to wait for the database.
 * @param placeholders the company variables that are not set
 * @throws if the database cannot be read
 */
export async function pollFacts(
  database: Database,
  settings: { env: Environment; placeholders: readonly string[] },
  log: Pick<Log, 'error'>,
): Promise<FactsWatch> {
  const published = createPublishedVersion(settings, Date.now);
  let hasFailed = false;
  let timer: NodeJS.Timeout | undefined;

  async function lookUp(): Promise<void> {
    const newest = await database
      .selectFrom('company_versions')
      .select(({ fn }) => fn.max('version').as('version'))
      .executeTakeFirst();
    const version = newest?.version ?? 0;
    if (version === published.current().version) return;
    const row = await database
      .selectFrom('company_versions')
      .select('facts')
      .where('version', '=', version)
      .executeTakeFirst();
    published.publish(version, row?.facts ?? null);
  }

  /** If the facts cannot be read, the previous ones remain, because a page with old facts is better than none. */
  async function refresh(): Promise<void> {
    try {
      await lookUp();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed)
        log.error({ err: error }, 'The company facts cannot be read; pages keep showing the previous version');
      hasFailed = true;
    }
  }

  function schedule(): void {
    timer = setTimeout(() => {
      void refresh().then(() => {
        if (timer) schedule();
      });
    }, interval);
    timer.unref();
  }

  await lookUp();
  schedule();
  return {
    current: () => published.current(),
    showsNotice: () => published.isNoticeTime(),
    pageVersion: () => published.pageVersion(),
    refresh,
    close() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
