import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Maximum number of pipelined requests that are queued behind the current one. Browsers do not pipeline, and clients
 * that do must expect the connection to close (RFC 9112, section 9.3.2).
 */
const maxQueued = 8;

/** The requests of each connection, of which one at a time is handled. */
export interface Pipeline {
  /** Wraps the handler of all requests. */
  serialize(handle: RequestListener): RequestListener;
  /** Returns the responses that have not been sent completely on a connection, in order. */
  pendingOn(socket: Socket): ServerResponse[];
}

interface Connection {
  /** The response in progress. */
  current: ServerResponse | undefined;
  /** The requests behind it. */
  queue: [IncomingMessage, ServerResponse][];
}

/**
 * Handles the pipelined requests of a connection one after the other. Otherwise a client could send hundreds, all of
 * which would be handled concurrently with their responses in memory. Above {@link maxQueued}, the connection is
 * closed.
 */
export function createPipeline(): Pipeline {
  const connections = new WeakMap<Socket, Connection>();

  return {
    serialize(handle) {
      function start(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
        const { socket } = request;
        connection.current = response;
        response.on('close', () => {
          connection.current = undefined;
          const next = socket.destroyed ? undefined : connection.queue.shift();
          if (!next) return;
          // Queued requests have been read completely, except the last, whose body may still be arriving.
          if (connection.queue.length === 0) socket.resume();
          start(connection, ...next);
        });
        handle(request, response);
      }

      return (request, response) => {
        const { socket } = request;
        const connection = connections.get(socket) ?? { current: undefined, queue: [] };
        connections.set(socket, connection);
        if (!connection.current) {
          start(connection, request, response);
        } else if (connection.queue.length < maxQueued) {
          connection.queue.push([request, response]);
          socket.pause();
        } else {
          socket.destroy();
        }
      };
    },
    pendingOn(socket) {
      const { current, queue } = connections.get(socket) ?? { queue: [] };
      const responses = [...(current ? [current] : []), ...queue.map(([, response]) => response)];
      return responses.filter((response) => !response.writableFinished);
    },
  };
}
