import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const connections = 32;

/** What wrk measured. */
export interface LoadTestResult {
  perSecond: number;
  /** 99th percentile of the response time (ms). */
  p99: number;
}

interface LoadTestOptions {
  /** Seconds. */
  duration: number;
  /** The core that wrk runs on. */
  core: string;
  headers?: Record<string, string>;
  /** Path of a Lua script that builds the requests; GET of the URL by default. */
  script?: string;
  /** Statuses of 400 and above are expected. */
  expectsErrors?: boolean;
}

/**
 * Load-tests a URL with wrk (Debian's package `wrk`), over 32 connections on one thread.
 * @throws if wrk is missing, or if a response was an unexpected error
 */
export async function loadTest(url: string, options: LoadTestOptions): Promise<LoadTestResult> {
  const { duration, core, headers = {}, script, expectsErrors = false } = options;
  const { stdout } = await promisify(execFile)('taskset', [
    ...['--cpu-list', core, 'wrk', '--threads', '1', '--connections', String(connections)],
    ...['--duration', `${duration}s`, '--latency', '--timeout', '30s'],
    ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
    ...(script ? ['--script', script] : []),
    url,
  ]);
  if (stdout.includes('Socket errors') || (!expectsErrors && stdout.includes('Non-2xx')))
    throw new Error(`${url}:\n${stdout}`);
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  const [, latency, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  const milliseconds = { us: 0.001, ms: 1, s: 1000 }[unit ?? ''] ?? NaN;
  return { perSecond, p99: Number(latency) * milliseconds };
}
