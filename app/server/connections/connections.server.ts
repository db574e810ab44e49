import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Response } from 'express';
import type { Request, RequestHandler } from 'express';
import type { Refuse } from '../answers/refuse.server.ts';
import { networkOf } from '../limits/network.ts';

/** Minimum for each network: a browser opens six, and many phones of a mobile network share one address. */
const minPerNetwork = 64;
/** A single-threaded process cannot make use of more connections than this. */
const maxConnections = 4_096;
/** File descriptors reserved for files, the database and outgoing calls. */
const reservedDescriptors = 256;
/** Retry-After (s). */
const retryDelay = 5;

/** Limits on the server's connections: in total, and for each network. */
export interface ConnectionLimits {
  total: number;
  perNetwork: number;
}

/**
 * Connection limits: each network may hold a quarter of all connections, and never fewer than {@link minPerNetwork}.
 * @param factor `RATE_LIMIT_FACTOR`
 * @param descriptors how many file descriptors the process may open
 */
export function connectionLimits(factor: number, descriptors = descriptorLimit()): ConnectionLimits {
  const total = Math.max(minPerNetwork, Math.min(maxConnections, descriptors - reservedDescriptors));
  return { total, perNetwork: Math.ceil(Math.max(minPerNetwork, total / 4) * Math.max(1, factor)) };
}

/** The soft limit on open files (`ulimit -n`). */
function descriptorLimit(): number {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return soft === undefined ? maxConnections : Number(soft);
  } catch {
    // `/proc` exists on Linux only.
    return maxConnections;
  }
}

/**
 * Keeps one network from using up all connections. When a network has reached its limit, its longest-idle connection is
 * closed for the new one; when the server is full, that of the largest network is. If all of those are busy, the new
 * connection is closed.
 *
 * Only for servers without a reverse proxy: behind one, all connections come from the proxy, so {@link limitConcurrentRequests}
 * limits concurrent requests instead.
 */
export function limitConnections(server: Server, { total, perNetwork }: ConnectionLimits): void {
  /** By network: each connection with whether it is serving a request, longest-idle first. */
  const open = new Map<string, Map<Socket, boolean>>();
  let count = 0;

  function closeIdle(network: string): boolean {
    for (const [socket, isBusy] of open.get(network) ?? []) {
      if (isBusy) continue;
      forget(network, socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  function forget(network: string, socket: Socket): void {
    const sockets = open.get(network);
    if (!sockets?.delete(socket)) return;
    count -= 1;
    if (sockets.size === 0) open.delete(network);
  }

  function largestNetwork(): string {
    let found = { network: '', size: 0 };
    for (const [network, { size }] of open) if (size > found.size) found = { network, size };
    return found.network;
  }

  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const own = open.get(network)?.size ?? 0;
    const hasRoom = own >= perNetwork ? closeIdle(network) : count < total || closeIdle(largestNetwork());
    if (!hasRoom) {
      socket.destroy();
      return;
    }
    const sockets = open.get(network) ?? new Map<Socket, boolean>();
    open.set(network, sockets.set(socket, false));
    count += 1;
    socket.once('close', () => forget(network, socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: Response) => {
    const sockets = open.get(networkOf(socket.remoteAddress ?? ''));
    if (!sockets?.has(socket)) return;
    sockets.set(socket, true);
    response.once('close', () => {
      if (!sockets.delete(socket)) return;
      // Re-inserted at the end: it is now the most recently used.
      sockets.set(socket, false);
    });
  });
}

/** Middleware for servers behind a proxy: limits concurrent requests per network and answers 503 above the limit. */
export function limitConcurrentRequests({ perNetwork }: ConnectionLimits, refuse: Refuse): RequestHandler {
  const running = new Map<string, number>();
  return (request: Request, response: Response, next) => {
    const network = networkOf(request.ip ?? '');
    const count = running.get(network) ?? 0;
    if (count >= perNetwork) {
      refuse(request, response, { status: 503, rule: 'concurrent requests', retryAfter: retryDelay }).catch(next);
      return;
    }
    running.set(network, count + 1);
    response.once('close', () => {
      const remaining = (running.get(network) ?? 1) - 1;
      if (remaining > 0) running.set(network, remaining);
      else running.delete(network);
    });
    next();
  };
}
