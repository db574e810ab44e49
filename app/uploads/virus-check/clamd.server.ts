import { connect, type Socket } from 'node:net';

/**
 * The result of a scan. The finding of `infected` is the name of the signature. The finding of `unchecked` is the
 * scanner limit that the file exceeds, or the kind of encryption (clamd.conf(5), `AlertExceedsMax`, `AlertEncrypted`).
 * `unavailable`: the scanner is not running, hangs, disconnects or sends an invalid response, so the file must be
 * scanned again; the reason is for the log.
 */
export type ScanResult =
  | { verdict: 'clean' }
  | { verdict: 'infected' | 'unchecked'; finding: string }
  | { verdict: 'unavailable'; reason: string };

/** A virus scanner. */
export interface Scanner {
  /**
   * Streams a file to the scanner.
   * @throws errors from reading the file, and no others
   */
  scan(bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<ScanResult>;
  /** Whether the scanner responds. */
  ping(): Promise<boolean>;
}

/**
 * Timeout of a scan (ms). It exceeds clamd's own limit of two minutes (`MaxScanTime`), which clamd reports as a
 * finding.
 */
const scanTimeout = 150_000;
const pingTimeout = 5_000;
const defaultPort = 3310;
/** In characters. */
const maxResponseLength = 4_096;
/** Maximum length of a signature's name in logs and emails (characters), since third parties choose the names. */
const maxFindingLength = 100;

const sizeLimitResponse = 'INSTREAM size limit exceeded. ERROR';

/**
 * Creates a scanner that uses ClamAV's daemon (clamd(8), `INSTREAM`): a file is sent in chunks prefixed with their
 * length; an empty chunk ends it.
 * @param address `tcp://host:port` or `unix:/path/of/the.socket`
 * @param timeout timeout of a whole scan, including the connection (ms)
 */
export function clamd(address: string, timeout = scanTimeout): Scanner {
  return {
    async scan(bytes, signal) {
      const timeoutSignal = AbortSignal.timeout(timeout);
      const response = await exchange(
        address,
        'zINSTREAM\0',
        bytes,
        signal ? AbortSignal.any([timeoutSignal, signal]) : timeoutSignal,
      );
      return 'error' in response ? { verdict: 'unavailable', reason: response.error } : toScanResult(response);
    },
    async ping() {
      const response = await exchange(address, 'zPING\0', undefined, AbortSignal.timeout(pingTimeout));
      return 'text' in response && response.text === 'PONG';
    },
  };
}

interface ScannerResponse {
  /** Without the terminating zero byte. */
  text: string;
  /** Whether the whole file had been sent when the scanner responded. */
  isFileSent: boolean;
}

async function exchange(
  address: string,
  command: string,
  bytes: AsyncIterable<Uint8Array> | undefined,
  signal: AbortSignal,
): Promise<ScannerResponse | { error: string }> {
  if (signal.aborted) return { error: 'aborted' };
  const socket = connectTo(address);
  const destroySocket = () => socket.destroy(new Error('timeout'));
  signal.addEventListener('abort', destroySocket);
  const response = readResponse(socket);
  let isSent = false;
  const sending = sendFile(socket, command, bytes, response).then((isComplete) => (isSent = isComplete));
  try {
    // Rejects if the file cannot be read. The scanner may respond before it has received everything.
    const result = await Promise.race([response, sending.then(() => response)]);
    return 'error' in result ? result : { ...result, isFileSent: isSent };
  } finally {
    signal.removeEventListener('abort', destroySocket);
    socket.destroy();
  }
}

function connectTo(address: string): Socket {
  if (address.startsWith('unix:')) return connect(address.slice('unix:'.length));
  const { hostname, port } = new URL(address);
  return connect({ host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || defaultPort) });
}

/** Reads a response, which ends with a zero byte. A response without one may be incomplete. Never rejects. */
function readResponse(socket: Socket): Promise<{ text: string } | { error: string }> {
  return new Promise((resolve) => {
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      text += chunk;
      const end = text.indexOf('\0');
      if (end >= 0) resolve({ text: text.slice(0, end) });
      else if (text.length > maxResponseLength) resolve({ error: 'response too long' });
    });
    socket.on('error', ({ code, message }: NodeJS.ErrnoException) => resolve({ error: code ?? message }));
    socket.on('close', () => resolve({ error: 'closed without a response' }));
  });
}

/** Sends a command and the file. @returns false if the scanner responds or disconnects before everything is sent */
async function sendFile(
  socket: Socket,
  command: string,
  bytes: AsyncIterable<Uint8Array> | undefined,
  response: Promise<unknown>,
): Promise<boolean> {
  let hasEnded = false;
  const ended = response.then(() => (hasEnded = true));
  const write = async (...parts: (Uint8Array | string)[]): Promise<boolean> => {
    // Read a pending response before the next write: a failing write would discard the response with the connection.
    await new Promise(setImmediate);
    if (hasEnded) return false;
    // Send all parts in one write, for the same reason: clamd may respond to the length alone.
    socket.cork();
    const isFlushed = parts.map((part) => socket.write(part)).every(Boolean);
    socket.uncork();
    if (!isFlushed) await Promise.race([drained(socket), ended]);
    return !hasEnded;
  };
  await write(command);
  if (!bytes) return true;
  for await (const chunk of bytes) {
    // An empty chunk would end the file.
    if (chunk.length > 0 && !(await write(lengthPrefix(chunk.length), chunk))) return false;
  }
  return write(lengthPrefix(0));
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('drain', resolve));
}

function lengthPrefix(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

function toScanResult({ text, isFileSent }: ScannerResponse): ScanResult {
  if (text === sizeLimitResponse) return { verdict: 'unchecked', finding: 'StreamMaxLength' };
  if (!isFileSent) return { verdict: 'unavailable', reason: 'responded before receiving the whole file' };
  if (text === 'stream: OK') return { verdict: 'clean' };
  const name = /^stream: (.+) FOUND$/s.exec(text)?.[1];
  if (name === undefined) return { verdict: 'unavailable', reason: `not a verdict: ${sanitised(text)}` };
  const limit = /^Heuristics\.(?:Limits\.Exceeded\.(.+)|(Encrypted.*))$/s.exec(name);
  if (limit) return { verdict: 'unchecked', finding: sanitised(limit[1] ?? limit[2] ?? name) };
  return { verdict: 'infected', finding: sanitised(name) };
}

/** Replaces all but printable ASCII and bounds the length, for logs, emails and terminals. */
function sanitised(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, maxFindingLength);
}
