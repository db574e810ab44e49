import type { TestProject } from 'vitest/node';
import setUpIntegration from './integration-setup.ts';
import { startPostgres } from './postgres.ts';
import { startSwift } from './swift.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the server. */
    postgres: string;
    /** The environment of a site whose files are in the bucket, as JSON; `PREFIX` stands for the prefix. */
    bucket: string;
  }
}

/** The global setup of the tests that run on PostgreSQL and a bucket. @returns the teardown */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const tearDown = await setUpIntegration();
  const [postgres, swift] = await Promise.all([startPostgres({ fsync: 'off' }), startSwift()]);
  project.provide('postgres', postgres.url('postgres'));
  project.provide('bucket', JSON.stringify(swift.environment('PREFIX')));
  return async () => {
    await Promise.all([postgres.close(), swift.close()]);
    tearDown();
  };
}
