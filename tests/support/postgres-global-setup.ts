import setUpIntegration from './integration-setup.ts';
import { startPostgres } from './postgres.ts';

/** The global setup of the tests that run on PostgreSQL. @returns the teardown */
export default async function setUp(): Promise<() => Promise<void>> {
  const tearDown = await setUpIntegration();
  const postgres = await startPostgres({ fsync: 'off' });
  process.env.TEST_POSTGRES = postgres.url('postgres');
  return async () => {
    await postgres.close();
    tearDown();
  };
}
