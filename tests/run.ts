import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstLines, type Outcome, readPlaywrightReport, readVitestReport } from './support/test-reports.ts';

// `npm test` runs the checks (format, types, unused code, lint) first, because they are the quickest, then the tests;
// `node tests/run.ts PART…` runs the named parts, as `npm run quick` and `npm run engines` do. All parts run even if one
// fails. The summary at the end lists the duration of each part, the slowest files, the failures and the totals.

interface Part extends Outcome {
  title: string;
  seconds: number;
}

/** The parts, in groups that run one after the other. The parts of a group are in lists that run at the same time. */
const groups: Record<string, () => Promise<Part>>[][] = [
  // Both lists take equally long: each gets one core.
  [
    {
      format: () => check('format', 'prettier', '--check', '--log-level', 'warn', '.'),
      unused: () => check('unused code', 'knip', '--config', 'tests/knip.config.ts'),
    },
    {
      lint: () => check('lint', 'eslint', '--config', 'tests/eslint.config.js', '--max-warnings', '0', '.'),
      types: () => check('types', 'oxlint', '--config', 'tests/oxlint.jsonc', '--type-aware', '--type-check'),
    },
  ],
  [{ unit: () => vitest('unit', ['unit']) }],
  [{ integration: () => vitest('integration', ['integration']) }],
  [{ e2e: () => playwright() }],
  [{ engines: () => vitest('engines', ['engines', 'postgres']) }],
];
const allNames = groups.flat().flatMap((list) => Object.keys(list));
// `npm test` needs nothing but Node and a browser.
const names = process.argv.length > 2 ? process.argv.slice(2) : allNames.filter((name) => name !== 'engines');
const unknown = names.filter((name) => !allNames.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. The parts are ${allNames.join(', ')}.`);
  process.exit(2);
}

const results = mkdtempSync(join(tmpdir(), 'results-'));
const parts: Part[] = [];
for (const lists of groups) {
  const finished = lists.map((list) =>
    inSequence(...Object.entries(list).flatMap(([name, runPart]) => (names.includes(name) ? [runPart] : []))),
  );
  parts.push(...(await Promise.all(finished)).flat());
}
rmSync(results, { recursive: true });

printTimes();
printFailures();
const passed = parts.reduce((sum, part) => sum + part.passed, 0);
const failed = parts.reduce((sum, part) => sum + part.failures.length, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

async function inSequence(...steps: (() => Promise<Part>)[]): Promise<Part[]> {
  const finished: Part[] = [];
  for (const step of steps) finished.push(await step());
  return finished;
}

/** Runs a check, which passes if its command succeeds. Prints the output at the end, because checks run concurrently. */
async function check(title: string, ...command: string[]): Promise<Part> {
  return timed(title, async () => {
    const { isOk, output } = await run(command, 'collect');
    console.log(`\n── ${title}\n${output}`);
    return isOk
      ? { passed: 1, failures: [], files: [] }
      : { passed: 0, failures: [{ test: '', error: output }], files: [] };
  });
}

async function vitest(title: string, projects: string[]): Promise<Part> {
  const report = join(results, `${title}.json`);
  const selection = projects.flatMap((name) => ['--project', name]);
  const args = ['run', '--config', 'tests/vitest.config.ts', ...selection, '--silent=passed-only'];
  const reporters = ['--reporter=./tests/support/vitest-progress.ts', '--reporter=json', `--outputFile.json=${report}`];
  console.log(`\n── ${title}`);
  return timed(title, () => tests(['vitest', ...args, ...reporters], () => readVitestReport(report)));
}

async function playwright(): Promise<Part> {
  const report = join(results, 'end-to-end.json');
  const command = ['playwright', 'test', '--config', 'tests/playwright.config.ts', '--reporter=line,json'];
  console.log('\n── end to end');
  return timed('end to end', () =>
    tests(command, () => readPlaywrightReport(report), { PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
  );
}

async function tests(command: string[], readReport: () => Outcome, env: Record<string, string> = {}): Promise<Outcome> {
  const { isOk } = await run(command, 'print', env);
  const outcome = readReport();
  // The report does not contain errors outside tests.
  if (!isOk && outcome.failures.length === 0) outcome.failures.push({ test: 'all', error: 'See the output above.' });
  return outcome;
}

async function timed(title: string, work: () => Promise<Outcome>): Promise<Part> {
  const start = performance.now();
  const outcome = await work();
  return { title, seconds: (performance.now() - start) / 1000, ...outcome };
}

/** Runs a program from `node_modules` to completion, and prints or returns its output. */
function run(
  [command = '', ...args]: string[],
  output: 'print' | 'collect',
  env: Record<string, string> = {},
): Promise<{ isOk: boolean; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: output === 'print' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
      shell: process.platform === 'win32',
    });
    let collected = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (collected += text));
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ isOk: code === 0, output: collected }));
  });
}

function printTimes(): void {
  console.log('\n── durations');
  for (const { title, seconds, passed: count } of parts) {
    console.log(`${seconds.toFixed(0).padStart(5)} s  ${title} (${count} passed)`);
  }
  console.log('\n── the ten slowest files');
  const files = parts.flatMap((part) => part.files).sort((a, b) => b.seconds - a.seconds);
  for (const { name, seconds } of files.slice(0, 10)) console.log(`${seconds.toFixed(0).padStart(5)} s  ${name}`);
}

/** Prints the failures of all parts, shortened to fit into the last hundred lines of a log. */
function printFailures(): void {
  const failures = parts.flatMap((part) => part.failures.map((failure) => ({ title: part.title, ...failure })));
  if (failures.length === 0) return;
  const linesPerFailure = Math.max(1, Math.min(10, Math.floor(80 / failures.length) - 1));
  console.log('\n── failed');
  for (const { title, test, error } of failures) {
    console.log([title, test].filter(Boolean).join(': '));
    for (const line of firstLines(error, linesPerFailure)) console.log(`    ${line}`);
  }
}
