import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Maximum number of pipelined requests that are queued behind the current one. Browsers do not pipeline, and clients
 * that do must expect the connection to close (RFC 9112, section 9.3.2).
 */
const maxQueued = 8;

/**
 * Handles the pipelined requests of a connection one after the other. Otherwise a client could send hundreds, all of
 * which would be handled concurrently with their responses in memory. Above {@link maxQueued}, the connection is
 * closed.
 */
export function serializePipelined(handle: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, [IncomingMessage, ServerResponse][]>();

  function start(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    response.once('close', () => {
      const queue = queues.get(socket) ?? [];
      const next = socket.destroyed ? undefined : queue.shift();
      if (!next) {
        queues.delete(socket);
        return;
      }
      // Queued requests have been read completely, except the last, whose body may still be arriving.
      if (queue.length === 0) socket.resume();
      start(...next);
    });
    handle(request, response);
  }

  return (request, response) => {
    const { socket } = request;
    const queue = queues.get(socket);
    if (!queue) {
      queues.set(socket, []);
      start(request, response);
    } else if (queue.length < maxQueued) {
      queue.push([request, response]);
      socket.pause();
    } else {
      socket.destroy();
    }
  };
}
