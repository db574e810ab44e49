import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './support/longest-first.ts';
import { longestTest, longestWait } from './support/wait-for.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const poll = { timeout: longestWait };

/** Delays the first collections of garbage: the modules of a worker take more than V8's initial heap. */
const execArgv = ['--initial-old-space-size=256'];

/** What differs most between SQLite and PostgreSQL: delivery, uploads, receipts, the desk, searches and limits. */
const testsOnBothDatabases = [
  // Who owns a request, and whose alarm goes on: queries of their own in both databases.
  'app/desk/requests/ownership.server.test.ts',
  ...[
    'delivery',
    'repeated-submissions',
    'uploads',
    'resumable-uploads',
    'receipt',
    'desk-lead',
    'desk-alarms',
    'limits',
  ].map((name) => `tests/integration/${name}.test.ts`),
];
/** What only a site with PostgreSQL or a bucket does. */
const testsOfPostgres = 'tests/engines/{bucket,move,postgres,postgres-backups,postgres-outage,shared-uploads}.test.ts';
/** Many processes and hundreds of requests, for minutes. */
const testsOfSoak = 'tests/engines/{postgres-behind-nginx,postgres-rolling-restart}.test.ts';

/** These cannot run on PostgreSQL. */
const sqliteTests = [
  // They need an SQLite file, or move the clock, which a server does not follow.
  ...['app/backup/**', 'app/clock/**', 'app/database/**', 'app/delivery/outbox/delivery.server.test.ts', 'app/disk/**'],
  ...['app/company-store/watch-facts*', 'app/retention/retention-runner*', 'app/storage/**'],
  // A disk without space for the file of the database.
  'tests/engines/{disk-faults,disk-space,full-disk*}.test.ts',
  // A lock on the whole file.
  ...['app/desk/audit/reading-audit*', 'app/notices/database-watch*', 'tests/integration/database-lock.test.ts'],
  ...[
    // Backups of an SQLite file; `postgres-backups` tests those of PostgreSQL.
    ...['backups', 'restore'],
    // A file that is damaged or cannot be written.
    ...['health', 'startup-faults'],
    // What is in the bytes of the files, and what remains after an erasure: PostgreSQL removes it when it reuses the space.
    ...['retention', 'private-data', 'other-suppliers'],
    // What the process loads without PostgreSQL.
    'built-app',
    // Changed facts are shown at the next request; processes on PostgreSQL read them once a second.
    ...['company-facts', 'company-page'],
    // A clock that jumps.
    'clocks',
    // Unfinished uploads in a folder. On PostgreSQL, they are shared.
    'upload-folder',
  ].map((name) => `tests/integration/${name}.test.ts`),
];

export default defineConfig({
  root,
  test: {
    sequence: { sequencer: LongestFirst },
    // Integration tests start servers and mostly wait: five files at a time keep two cores busy.
    projects: [
      {
        // Without isolation, all files share loaded modules, which saves a third of the time; each file must undo its
        // global changes. Some tests wait: three workers keep two cores busy.
        test: {
          name: 'unit',
          root,
          include: ['app/**/*.test.ts'],
          globalSetup: 'tests/support/temporary-folder.ts',
          restoreMocks: true,
          isolate: false,
          execArgv,
          maxWorkers: 3,
          testTimeout: longestTest,
          hookTimeout: longestTest,
          expect: { poll },
        },
      },
      {
        test: {
          name: 'integration',
          root,
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: 'tests/support/integration-setup.ts',
          testTimeout: longestTest,
          hookTimeout: longestTest,
          expect: { poll },
          // Loading the modules again for each file would cost a second and a half of CPU time.
          isolate: false,
          execArgv,
          maxWorkers: 5,
        },
      },
      // `npm run engines`: what needs other programs than Node and Chromium, or root.
      {
        test: {
          name: 'engines',
          root,
          include: ['tests/engines/*.test.ts'],
          exclude: [testsOfPostgres, testsOfSoak],
          globalSetup: 'tests/support/integration-setup.ts',
          testTimeout: longestTest,
          hookTimeout: longestTest,
          expect: { poll },
          isolate: false,
          execArgv,
          maxWorkers: 5,
        },
      },
      {
        test: {
          name: 'postgres',
          root,
          include: process.env.SOAK
            ? ['tests/{engines,integration}/*.test.ts', 'app/**/*.server.test.ts']
            : [testsOfPostgres, ...testsOnBothDatabases],
          exclude: sqliteTests,
          globalSetup: 'tests/support/postgres-global-setup.ts',
          setupFiles: 'tests/support/postgres-setup.ts',
          restoreMocks: true,
          testTimeout: longestTest,
          hookTimeout: longestTest,
          expect: { poll },
          // In a soak, unit tests replace modules.
          isolate: Boolean(process.env.SOAK),
          execArgv,
          // A soak keeps both cores busy with two files; with more, responses that must be quick would be late.
          maxWorkers: process.env.SOAK ? 2 : 5,
        },
      },
    ],
  },
});
