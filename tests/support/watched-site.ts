import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Site, startSite } from './site.ts';

/** In memory, so that a slow disk does not count as computing time. */
const folders = existsSync('/dev/shm') ? '/dev/shm' : '/tmp';
const probe = fileURLToPath(new URL('loop-probe.ts', import.meta.url));

/** A site that measures how long its event loop was blocked. */
export interface WatchedSite {
  site: Site;
  /** The longest blocking of the event loop since the last call (ms of processor time). */
  longestStop(): Promise<number>;
  close(): Promise<void>;
}

export async function startWatchedSite(env: Record<string, string> = {}): Promise<WatchedSite> {
  const folder = await mkdtemp(join(folders, 'watched-'));
  const figure = join(folder, 'longest-stop');
  const site = await startSite({
    dataDir: join(folder, 'data'),
    env: { NODE_OPTIONS: `--import ${probe}`, LOOP_PROBE: figure, ...env },
  });
  return {
    site,
    async longestStop() {
      site.process.kill('SIGUSR2');
      while (!existsSync(figure) || readFileSync(figure, 'utf8') === '') await pause(5);
      const stop = Number(readFileSync(figure, 'utf8'));
      rmSync(figure);
      return stop;
    },
    async close() {
      await site.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
