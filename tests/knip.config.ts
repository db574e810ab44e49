import type { KnipConfig } from 'knip';

/** `npm run unused` finds unused files, exports and dependencies. */
export default {
  entry: [
    // The small scripts that vite.config.ts bundles by path.
    'app/enhancement/*.ts',
    'app/desk/browser/*.ts',
    'app/consent/analytics/analytics.ts',
    // Run in a thread of its own, by path.
    'app/database/sqlite/truncate-wal.js',
    // A reporter, named by path.
    'tests/support/vitest-progress.ts',
    // Programs that the benchmarks start.
    'tests/bench/bare-*.ts',
  ],
  // Coastlines, read by path.
  ignoreDependencies: ['world-atlas'],
  // System programs, which tests/engines/prepare.ts installs.
  exclude: ['binaries'],
} satisfies KnipConfig;
