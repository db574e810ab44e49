import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// `npm test`: every check in turn, the quick ones first, and one line of counts at the end. Format, types
// and lint count as one check each. A step that fails does not hide what the next one has to say.

const results = mkdtempSync(join(tmpdir(), 'results-'));
let passed = 0;
let failed = 0;

check('format', 'prettier', '--check', '--log-level', 'warn', '.');
check('types', 'tsc');
check('lint', 'eslint', '--config', 'tests/eslint.config.js', '--max-warnings', '0', '.');
vitest('unit');
vitest('integration');
playwright();

rmSync(results, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function run(title: string, command: string, args: string[], env: Record<string, string> = {}): boolean {
  console.log(`\n── ${title}`);
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  return status === 0;
}

function check(title: string, command: string, ...args: string[]): void {
  count(run(title, command, args) ? [1, 0] : [0, 1]);
}

function vitest(project: string): void {
  const file = join(results, `${project}.json`);
  const args = ['run', '--config', 'tests/vitest.config.ts', '--project', project, '--silent=passed-only'];
  const ok = run(project, 'vitest', [...args, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]);
  const { numPassedTests, numFailedTests } = read(file) as { numPassedTests: number; numFailedTests: number };
  // A file that does not even load has no tests to count.
  count([numPassedTests, ok ? 0 : Math.max(numFailedTests, 1)]);
}

function playwright(): void {
  const file = join(results, 'end-to-end.json');
  const ok = run(
    'end to end',
    'playwright',
    ['test', '--config', 'tests/playwright.config.ts', '--reporter=line,json'],
    {
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    },
  );
  const { stats } = read(file) as { stats: { expected: number; unexpected: number; flaky: number } };
  count([stats.expected, ok ? 0 : Math.max(stats.unexpected + stats.flaky, 1)]);
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function count([good, bad]: [number, number]): void {
  passed += good;
  failed += bad;
}
