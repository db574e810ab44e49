import type { RequestListener, Server, ServerResponse } from 'node:http';
import { Server as TcpServer, type Socket } from 'node:net';

/** Shuts a server down without losing a request. */
export interface GracefulShutdown {
  /** Wraps the handler of all requests. A connection may have one request at a time. */
  watch(handle: RequestListener): RequestListener;
  /**
   * Accepts no more connections, still responds to requests on open ones, and closes each after its response.
   * @param timeout time after which the connections that remain are closed (ms)
   */
  close(server: Server, timeout: number): Promise<void>;
}

/**
 * Creates a graceful-shutdown handler for one server. Node's own `close` cuts off responses whose last bytes are still
 * being sent. It also leaves busy connections open after their responses, and a proxy then uses them for its next
 * requests.
 */
export function createGracefulShutdown(): GracefulShutdown {
  /**
   * The response in progress of each connection. Entries are overwritten, and deleted with their connection only: a Set
   * or Map whose entries come and go is copied again and again, and V8's young collections keep what is in the copies.
   */
  const responses = new Map<Socket, ServerResponse | undefined>();
  let closing: Server | undefined;

  /** Closes idle connections, but not while a response is still being sent, because Node would count it as idle too. */
  function closeIdleConnections(): void {
    const isSending = [...responses.values()].some((response) => response?.writableEnded);
    if (!isSending) closing?.closeIdleConnections();
  }

  return {
    watch: (handle) => (request, response) => {
      const { socket } = request;
      if (!responses.has(socket)) socket.once('close', () => responses.delete(socket));
      responses.set(socket, response);
      // Ends the connection after the response, and says so in its headers.
      if (closing) response.shouldKeepAlive = false;
      response.on('close', () => {
        if (responses.get(socket) === response) responses.set(socket, undefined);
        // The response may have begun before the shutdown.
        if (closing) closeIdleConnections();
      });
      handle(request, response);
    },
    async close(server, timeout) {
      closing = server;
      // Not the method of HTTP servers, which would close connections as Node does.
      const closed = new Promise((resolve) => TcpServer.prototype.close.call(server, resolve));
      for (const response of responses.values()) if (response) response.shouldKeepAlive = false;
      closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), timeout).unref();
      await closed;
    },
  };
}
