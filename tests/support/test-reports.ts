import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The result of one part of `npm test`. */
export interface Outcome {
  passed: number;
  failures: Failure[];
  /** Its test files with their durations; empty for a check. */
  files: { name: string; seconds: number }[];
}

interface Failure {
  /** File and title, as the test runners print them. */
  test: string;
  error: string;
}

interface VitestReport {
  testResults: {
    name: string;
    startTime: number;
    endTime: number;
    status: 'passed' | 'failed';
    message: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string; failureMessages: string[] }[];
  }[];
}

interface PlaywrightReport {
  errors: { message?: string }[];
  suites: PlaywrightSuite[];
}

interface PlaywrightSuite {
  title: string;
  file: string;
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    tests: {
      status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      results: { duration: number; errors: { message?: string }[] }[];
    }[];
  }[];
}

/** Reads Vitest's JSON report; a file that fails to load counts as one failure. */
export function readVitestReport(path: string): Outcome {
  const report = readJson(path) as VitestReport | undefined;
  if (!report) return missingReport;
  const outcome: Outcome = { passed: 0, failures: [], files: [] };
  for (const { name, startTime, endTime, status, message, assertionResults } of report.testResults) {
    const file = relative('.', name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    outcome.passed += assertionResults.filter((test) => test.status === 'passed').length;
    outcome.files.push({ name: file, seconds: (endTime - startTime) / 1000 });
    for (const { ancestorTitles, title, failureMessages } of failed) {
      const test = joinTitles(file, ...ancestorTitles, title);
      outcome.failures.push({ test, error: failureMessages.join('\n') });
    }
    if (status === 'failed' && failed.length === 0) outcome.failures.push({ test: file, error: message });
  }
  return outcome;
}

/** Reads Playwright's JSON report. */
export function readPlaywrightReport(path: string): Outcome {
  const report = readJson(path) as PlaywrightReport | undefined;
  if (!report) return missingReport;
  const errors = report.errors.map(({ message = '' }) => ({ test: 'outside of any test', error: message }));
  const outcome: Outcome = { passed: 0, failures: errors, files: [] };
  const visit = (suite: PlaywrightSuite, titles: string[], file: Outcome['files'][number]) => {
    for (const { title, tests } of suite.specs) {
      for (const { status, results } of tests) {
        file.seconds += results.reduce((sum, { duration }) => sum + duration, 0) / 1000;
        if (status === 'expected') outcome.passed += 1;
        if (status !== 'unexpected' && status !== 'flaky') continue;
        const error = results.flatMap(({ errors: found }) => found.map(({ message = '' }) => message)).join('\n');
        outcome.failures.push({ test: joinTitles(file.name, ...titles, title), error });
      }
    }
    for (const inner of suite.suites ?? []) visit(inner, [...titles, inner.title], file);
  };
  for (const suite of report.suites) {
    const file = { name: `tests/e2e/${suite.file}`, seconds: 0 };
    outcome.files.push(file);
    visit(suite, [], file);
  }
  return outcome;
}

/** Returns the first lines of an error, without colours, blank lines and stack frames outside this project. */
export function firstLines(error: string, count: number): string[] {
  const lines = stripVTControlCharacters(error).split('\n');
  return lines.filter((line) => line.trim() !== '' && !/^ +at .*(node_modules|node:)/.test(line)).slice(0, count);
}

const missingReport: Outcome = {
  passed: 0,
  failures: [{ test: 'all', error: 'The run ended without a report.' }],
  files: [],
};

function readJson(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

function joinTitles(...titles: string[]): string {
  return titles.filter(Boolean).join(' › ');
}
