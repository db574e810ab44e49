import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** On a busy machine, a condition may need far longer to become true than vitest's default of one second. */
const poll = { timeout: 30_000 };

const postgresTests = ['tests/integration/**/*.test.ts', 'app/**/*.server.test.ts'];

export default defineConfig({
  root,
  test: {
    // Integration tests start servers and mostly wait: five files at a time keep two cores busy.
    projects: [
      {
        // Without isolation, all files share loaded modules, which saves a third of the time; each file must undo its
        // global changes. The longest tests need two seconds of CPU time, which can take twenty on a busy machine.
        test: {
          name: 'unit',
          root,
          include: ['app/**/*.test.ts'],
          globalSetup: 'tests/support/temporary-folder.ts',
          restoreMocks: true,
          isolate: false,
          maxWorkers: 2,
          testTimeout: 30_000,
          expect: { poll },
        },
      },
      {
        test: {
          name: 'integration',
          root,
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: 'tests/support/integration-setup.ts',
          // Chromium may run at the same time. Work that takes seconds on an idle machine may then take a minute.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll },
          maxWorkers: 5,
        },
      },
      {
        // The most telling of the other tests, on PostgreSQL. With SOAK, all that do not need an SQLite file.
        test: {
          name: 'postgres',
          root,
          include: postgresTests,
          globalSetup: 'tests/support/postgres-global-setup.ts',
          setupFiles: 'tests/support/postgres-setup.ts',
          restoreMocks: true,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll },
          maxWorkers: 4,
        },
      },
    ],
  },
});
