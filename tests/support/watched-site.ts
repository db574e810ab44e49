import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Site, startSite } from './site.ts';

/** In memory, because waiting for a slow disk would count as blocking. */
const tempRoot = existsSync('/dev/shm') ? '/dev/shm' : '/tmp';
const probe = fileURLToPath(new URL('loop-probe.ts', import.meta.url));

/** A site that measures how long its event loop was blocked. */
export interface WatchedSite {
  site: Site;
  /** Returns the longest time that the event loop has been blocked since the last call (ms of processor time). */
  longestBlock(): Promise<number>;
  /** Returns the time of the reference load in the site's process (ms of processor time), see `reference-load.ts`. */
  referenceTime(): Promise<number>;
  close(): Promise<void>;
}

export async function startWatchedSite(env: Record<string, string> = {}): Promise<WatchedSite> {
  const folder = await mkdtemp(join(tempRoot, 'watched-'));
  const resultFile = join(folder, 'longest-block');
  const site = await startSite({
    dataDir: join(folder, 'data'),
    env: { NODE_OPTIONS: `--import ${probe}`, LOOP_PROBE: resultFile, ...env },
  });
  const ask = async (signal: NodeJS.Signals) => {
    site.process.kill(signal);
    while (!existsSync(resultFile) || readFileSync(resultFile, 'utf8') === '') {
      if (site.process.exitCode !== null || site.process.signalCode !== null) throw new Error('The site has ended');
      await pause(5);
    }
    const milliseconds = Number(readFileSync(resultFile, 'utf8'));
    rmSync(resultFile);
    return milliseconds;
  };
  return {
    site,
    longestBlock: () => ask('SIGUSR2'),
    referenceTime: () => ask('SIGPROF'),
    async close() {
      await site.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
