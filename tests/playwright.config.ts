import { existsSync } from 'node:fs';
import { defineConfig } from 'playwright/test';
import { longestTest, longestWait } from './support/wait-for.ts';

/**
 * Debian's Chromium if prepare.js has installed it, otherwise Playwright's own. The headless shell has the same engine and
 * takes little more than half the time.
 */
const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(
  (path) => path && existsSync(path),
);

export default defineConfig({
  testDir: './e2e',
  globalSetup: './support/temporary-folder.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  // Tests also wait: three workers keep two cores busy. With a fourth, they take a tenth longer.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  timeout: longestTest,
  expect: { timeout: longestWait },
  reporter: process.env.CI ? 'line' : 'list',
  use: {
    browserName: 'chromium',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      // Without it, Chromium does not find files whose names are not ASCII.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
