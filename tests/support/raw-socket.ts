import { connect, type Socket } from 'node:net';

/** A parsed response. */
export interface ParsedResponse {
  status: number;
  /** By lower-case name; the values of a repeated header are separated by line breaks. */
  headers: Record<string, string>;
  body: string;
}

/** Raw bytes; a string has one character per byte. */
type Bytes = string | Uint8Array;

/**
 * Sends bytes over a new connection. Several chunks are sent in order, each as soon as it resolves.
 * @param isEnough returns true to close the connection; otherwise the server closes it
 * @returns everything received, one character per byte
 */
export function sendBytes(
  { url }: { url: string },
  bytes: Bytes | (Bytes | Promise<Bytes>)[],
  isEnough: (received: string) => boolean = () => false,
): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (isEnough(received)) socket.destroy();
    });
    // The server may close the connection while we are still writing; the data received so far is still valid.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received));
    void write(socket, Array.isArray(bytes) ? bytes : [bytes]);
  });
}

async function write(socket: Socket, chunks: (Bytes | Promise<Bytes>)[]): Promise<void> {
  for (const chunk of chunks) {
    const bytes = await chunk;
    if (socket.writable) socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  }
}

/**
 * Parses the consecutive responses received on a connection (RFC 9112, section 6.3).
 * @param method the method of all requests: a response to HEAD has no body, whatever its headers say
 */
export function responsesIn(received: string, method = 'GET'): ParsedResponse[] {
  const responses: ParsedResponse[] = [];
  let rest = received;
  while (rest) {
    const found = /^HTTP\/1\.[01] (\d{3})[^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/.exec(rest);
    if (!found) throw new Error(`Not a response: ${JSON.stringify(rest.slice(0, 80))}`);
    const [whole, status = '', lines = ''] = found;
    const headers: Record<string, string> = {};
    for (const line of lines.split('\r\n').filter(Boolean)) {
      const name = line.slice(0, line.indexOf(':')).toLowerCase();
      const value = line.slice(line.indexOf(':') + 1).trim();
      headers[name] = name in headers ? `${headers[name]}\n${value}` : value;
    }
    const after = rest.slice(whole.length);
    const { body, length } = method === 'HEAD' ? { body: '', length: 0 } : bodyOf(after, headers, Number(status));
    responses.push({ status: Number(status), headers, body });
    rest = rest.slice(whole.length + length);
  }
  return responses;
}

function bodyOf(rest: string, headers: Record<string, string>, status: number): { body: string; length: number } {
  if (status < 200 || status === 204 || status === 304) return { body: '', length: 0 };
  if (headers['transfer-encoding'] !== 'chunked') {
    const length = Number(headers['content-length'] ?? rest.length);
    return { body: rest.slice(0, length), length };
  }
  let body = '';
  let at = 0;
  for (;;) {
    const [line = '', size = ''] = /^([0-9a-f]+)\r\n/i.exec(rest.slice(at)) ?? [];
    if (!line) throw new Error(`Not a chunk: ${JSON.stringify(rest.slice(at, at + 40))}`);
    const length = parseInt(size, 16);
    body += rest.slice(at + line.length, at + line.length + length);
    at += line.length + length + 2;
    if (length === 0) return { body, length: at };
  }
}

/**
 * Sends `begin`, then `chunk` repeatedly until the server closes the connection.
 * @param interval time between chunks (ms)
 * @returns everything received, one character per byte
 */
export function sendSlowly({ url }: { url: string }, begin: string, chunk: string, interval: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let received = '';
    const timer = setInterval(() => socket.write(chunk), interval);
    socket.on('data', (data) => (received += data.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      resolve(received);
    });
    socket.write(begin);
  });
}
