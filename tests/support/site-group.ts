import { setTimeout as pause } from 'node:timers/promises';
import { type Nginx, startNginx } from './nginx.ts';
import { openSharedSocket, type SharedSocket } from './shared-socket.ts';
import { type Site, startSite } from './site.ts';

/** How long systemd waits before it starts a process again (ms): `RestartSec` in `deploy/site@.service`. */
const restartDelay = 1_000;

/** Several processes with one socket behind nginx, as `deploy` sets them up on one machine. */
export interface SiteGroup {
  nginx: Nginx;
  socket: SharedSocket;
  /** The running processes. */
  sites: Site[];
  /** Replaces a process that has ended, as systemd does: retries until one starts. */
  replace(ended: Site): Promise<void>;
  /** Finds the process that sent a response, by the request id in its log. */
  siteOf(response: Response): Promise<Site>;
  close(): Promise<void>;
}

/** @param env the environment of all processes */
export async function startSiteGroup(count: number, env: Record<string, string>): Promise<SiteGroup> {
  const socket = await openSharedSocket();
  const start = () => startSite({ socket, env: { ...env, TRUST_PROXY: '1' } });
  const sites = await Promise.all(Array.from({ length: count }, start));
  const nginx = await startNginx([socket.port], '+49 30 5550199');
  let isClosing = false;

  async function startWhenPossible(): Promise<Site> {
    for (;;) {
      await pause(restartDelay);
      const started = await start().catch((error: unknown) => {
        if (isClosing) throw error;
      });
      if (started) return started;
    }
  }

  return {
    ...{ nginx, socket, sites },
    async replace(ended) {
      const index = sites.indexOf(ended);
      sites[index] = await startWhenPossible();
      await ended.close();
    },
    async siteOf(response) {
      const line = `"id":"${response.headers.get('Request-Id')}"`;
      for (let attempt = 0; attempt < 100; attempt += 1) {
        const found = sites.find(({ log }) => log.some((entry) => entry.includes(line)));
        if (found) return found;
        await pause(50);
      }
      throw new Error(`No process has logged ${line}`);
    },
    async close() {
      isClosing = true;
      await nginx.close();
      await Promise.all(sites.map((site) => site.close()));
      await socket.close();
    },
  };
}
