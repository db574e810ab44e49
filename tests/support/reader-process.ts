import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ReadingCosts } from './reader-costs.ts';
import { nodeSettings, startEnvironment } from './site.ts';

const program = fileURLToPath(new URL('measure-readers.ts', import.meta.url));

/** Time after which a reader counts as stuck (ms). */
const timeout = 500_000;

/** Measures a reader of content in a process of its own, with the settings of the site's process. */
export async function measureInProcess(reader: string): Promise<ReadingCosts[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [...nodeSettings, '--expose-gc', program, reader], {
    env: { ...process.env, ...startEnvironment },
    timeout,
    maxBuffer: 16 * 1024 * 1024,
  });
  return JSON.parse(stdout) as ReadingCosts[];
}
