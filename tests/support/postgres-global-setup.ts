import type { TestProject } from 'vitest/node';
import setUpIntegration from './integration-setup.ts';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the server. */
    postgres: string;
  }
}

/** The global setup of the tests that run on PostgreSQL. @returns the teardown */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const tearDown = await setUpIntegration();
  const postgres = await startPostgres({ fsync: 'off' });
  project.provide('postgres', postgres.url('postgres'));
  return async () => {
    await postgres.close();
    tearDown();
  };
}
