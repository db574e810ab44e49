import type { KnipConfig } from 'knip';

/** `npm run unused` finds files, exports and dependencies that nobody uses. */
export default {
  entry: [
    // The small scripts, which vite.config.ts bundles by path.
    'app/enhancement/*.ts',
    'app/consent/analytics/analytics.ts',
    // Programs that benchmarks start.
    'tests/bench/bare-*.ts',
  ],
  // Fonts, icons, logos and coastlines, read by path.
  ignoreDependencies: ['@fontsource/ibm-plex-sans-arabic', 'lucide-static', 'simple-icons', 'world-atlas'],
  // Programs of the system, which prepare.js installs.
  exclude: ['binaries'],
} satisfies KnipConfig;
