import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Response } from 'express';
import type { Request, RequestHandler } from 'express';
import { networkOf } from '../limits/network.ts';
import type { Refuse } from '../responses/refuse.server.ts';

/** Minimum per network: a browser opens six connections, and many phones on a mobile network share one address. */
const minPerNetwork = 64;
/** Maximum in total: a single-threaded process cannot make use of more connections. */
const maxConnections = 4_096;
/** File descriptors reserved for files, the database and outgoing calls. */
const reservedDescriptors = 256;
/** Retry-After (s). */
const retryAfter = 5;
/** Later than any time. */
const busy = Infinity;

/** Limits on the server's connections: in total and per network. */
export interface ConnectionLimits {
  total: number;
  perNetwork: number;
}

/**
 * Calculates the limits. A network may hold up to a quarter of all connections; its limit is never below
 * {@link minPerNetwork}.
 * @param factor `RATE_LIMIT_FACTOR`
 * @param descriptors number of file descriptors that the process may open
 */
export function calculateConnectionLimits(factor: number, descriptors = readDescriptorLimit()): ConnectionLimits {
  const total = Math.max(minPerNetwork, Math.min(maxConnections, descriptors - reservedDescriptors));
  return { total, perNetwork: Math.ceil(Math.max(minPerNetwork, total / 4) * Math.max(1, factor)) };
}

/** Reads the soft limit on open files (`ulimit -n`). */
function readDescriptorLimit(): number {
  try {
    const softLimit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return softLimit === undefined ? maxConnections : Number(softLimit);
  } catch {
    // `/proc` exists on Linux only.
    return maxConnections;
  }
}

/**
 * Prevents one network from using up all connections. If a network has reached its limit, its longest-idle connection
 * is closed for the new one; if the server is full, the longest-idle connection of the largest network is closed. If
 * that network has no idle connection, the new connection is closed.
 *
 * For servers without a reverse proxy. Behind a proxy, all connections come from the proxy, so
 * {@link limitConcurrentRequests} limits requests instead.
 */
export function limitConnections(server: Server, { total, perNetwork }: ConnectionLimits): void {
  /** By network and connection: since when it has been idle (performance.now), or `busy` while it serves a request. */
  const connections = new Map<string, Map<Socket, number>>();
  /** The entry of each connection's network, because finding it by the address would take longer than a cached page. */
  const neighbours = new WeakMap<Socket, Map<Socket, number>>();
  let connectionCount = 0;

  function closeIdle(network: string): boolean {
    let longest: { socket?: Socket; since: number } = { since: busy };
    for (const [socket, since] of connections.get(network) ?? [])
      if (since < longest.since) longest = { socket, since };
    if (!longest.socket) return false;
    remove(network, longest.socket);
    longest.socket.destroy();
    return true;
  }

  function remove(network: string, socket: Socket): void {
    const sockets = connections.get(network);
    if (!sockets?.delete(socket)) return;
    connectionCount -= 1;
    if (sockets.size === 0) connections.delete(network);
  }

  function findLargestNetwork(): string {
    let largest = { network: '', size: 0 };
    for (const [network, { size }] of connections) if (size > largest.size) largest = { network, size };
    return largest.network;
  }

  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const networkSize = connections.get(network)?.size ?? 0;
    const canAccept =
      networkSize >= perNetwork ? closeIdle(network) : connectionCount < total || closeIdle(findLargestNetwork());
    if (!canAccept) {
      socket.destroy();
      return;
    }
    const sockets = connections.get(network) ?? new Map<Socket, number>();
    connections.set(network, sockets.set(socket, performance.now()));
    neighbours.set(socket, sockets);
    connectionCount += 1;
    socket.once('close', () => remove(network, socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: Response) => {
    const sockets = neighbours.get(socket);
    if (!sockets?.has(socket)) return;
    sockets.set(socket, busy);
    response.on('close', () => {
      if (sockets.has(socket)) sockets.set(socket, performance.now());
    });
  });
}

/**
 * Creates middleware that refuses a network's concurrent requests above the limit (503), for servers behind a proxy.
 */
export function limitConcurrentRequests({ perNetwork }: ConnectionLimits, refuse: Refuse): RequestHandler {
  const activeRequests = new Map<string, number>();
  return (request: Request, response: Response, next) => {
    const network = networkOf(request.ip ?? '');
    const count = activeRequests.get(network) ?? 0;
    if (count >= perNetwork) {
      refuse(request, response, { status: 503, rule: 'concurrent requests', retryAfter }).catch(next);
      return;
    }
    activeRequests.set(network, count + 1);
    response.once('close', () => {
      const remaining = (activeRequests.get(network) ?? 1) - 1;
      if (remaining > 0) activeRequests.set(network, remaining);
      else activeRequests.delete(network);
    });
    next();
  };
}
