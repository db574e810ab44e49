import { lstatSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Log } from '#app/log/log.server.ts';

/**
 * Responds at a Unix socket of this process, so that `deploy/end-hung-processes.sh` can find out whether this very process
 * responds: several processes may share the address of the site. If it cannot listen there, it logs an error, and the site
 * runs without.
 * @param path where the socket is created, in place of one that a killed process has left
 */
export function serveHealth(path: string, log: Pick<Log, 'error'>): { close(): void } {
  const server = createServer((_request, response) => response.end('ok'));
  server.on('error', (error) =>
    log.error({ err: error }, 'The process cannot be asked whether it responds; check HEALTH_SOCKET'),
  );
  try {
    if (lstatSync(path, { throwIfNoEntry: false })?.isSocket()) rmSync(path);
    server.listen(path);
  } catch (error) {
    server.emit('error', error);
  }
  return {
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
