import { connect, type Socket } from 'node:net';

/**
 * The result of a scan. `infected` comes with the signature's name; `unchecked` with the scanner limit that the file
 * exceeds, or how it is encrypted (clamd.conf(5), `AlertExceedsMax`, `AlertEncrypted`). `unavailable`: the scanner is not
 * running, hangs, disconnects or sends an invalid response, so the file must be scanned again; the reason is for the log.
 */
export type ScanResult =
  | { verdict: 'clean' }
  | { verdict: 'infected' | 'unchecked'; finding: string }
  | { verdict: 'unavailable'; reason: string };

/** A virus scanner. */
export interface Scanner {
  /**
   * Streams a file to the scanner.
   * @throws only errors from reading the file
   */
  scan(bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<ScanResult>;
  /** Whether the scanner responds. */
  ping(): Promise<boolean>;
}

/** Timeout of a scan (ms); longer than clamd's own limit of two minutes (`MaxScanTime`), which it reports. */
const scanTimeout = 150_000;
const pingTimeout = 5_000;
const defaultPort = 3310;
const maxResponseLength = 4_096;
/** Maximum length of a signature's name in logs and mails (characters); names are chosen by third parties. */
const maxFindingLength = 100;

const sizeLimitAnswer = 'INSTREAM size limit exceeded. ERROR';

/**
 * ClamAV's daemon (clamd(8), `INSTREAM`): a file is sent in chunks prefixed with their length; an empty chunk ends it.
 * @param address `tcp://host:port` or `unix:/path/of/the.socket`
 * @param deadline timeout of a whole scan including the connection (ms)
 */
export function clamd(address: string, deadline = scanTimeout): Scanner {
  return {
    async scan(bytes, signal) {
      const inTime = AbortSignal.timeout(deadline);
      const answer = await exchange(address, 'zINSTREAM\0', bytes, signal ? AbortSignal.any([inTime, signal]) : inTime);
      return 'error' in answer ? { verdict: 'unavailable', reason: answer.error } : judge(answer);
    },
    async ping() {
      const answer = await exchange(address, 'zPING\0', undefined, AbortSignal.timeout(pingTimeout));
      return 'text' in answer && answer.text === 'PONG';
    },
  };
}

interface ScannerResponse {
  /** Without the terminating zero byte. */
  text: string;
  /** Whether the scanner had received the whole file when it responded. */
  receivedAll: boolean;
}

async function exchange(
  address: string,
  command: string,
  bytes: AsyncIterable<Uint8Array> | undefined,
  signal: AbortSignal,
): Promise<ScannerResponse | { error: string }> {
  if (signal.aborted) return { error: 'aborted' };
  const socket = connectTo(address);
  const abort = () => socket.destroy(new Error('timeout'));
  signal.addEventListener('abort', abort);
  const answered = readResponse(socket);
  let isSent = false;
  const sending = sendFile(socket, command, bytes, answered).then((all) => (isSent = all));
  try {
    // Rejects if the file cannot be read; the scanner may respond before it has received everything.
    const answer = await Promise.race([answered, sending.then(() => answered)]);
    return 'error' in answer ? answer : { ...answer, receivedAll: isSent };
  } finally {
    signal.removeEventListener('abort', abort);
    socket.destroy();
  }
}

function connectTo(address: string): Socket {
  if (address.startsWith('unix:')) return connect(address.slice('unix:'.length));
  const { hostname, port } = new URL(address);
  return connect({ host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || defaultPort) });
}

/** Reads a response, which ends with a zero byte; without one it may be incomplete. Never rejects. */
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

/** Sends a command and the file. @returns false if the scanner responded or disconnected before everything was sent */
async function sendFile(
  socket: Socket,
  command: string,
  bytes: AsyncIterable<Uint8Array> | undefined,
  answered: Promise<unknown>,
): Promise<boolean> {
  let isOver = false;
  const over = answered.then(() => (isOver = true));
  const write = async (...parts: (Uint8Array | string)[]): Promise<boolean> => {
    // Read a pending response before the next write, whose failure would discard it with the connection.
    await new Promise(setImmediate);
    if (isOver) return false;
    // In one write, for the same reason: clamd may respond to the length alone.
    socket.cork();
    const isFlushed = parts.map((part) => socket.write(part)).every(Boolean);
    socket.uncork();
    if (!isFlushed) await Promise.race([drained(socket), over]);
    return !isOver;
  };
  await write(command);
  if (!bytes) return true;
  for await (const chunk of bytes) {
    // An empty chunk would end the file.
    if (chunk.length > 0 && !(await write(lengthOf(chunk.length), chunk))) return false;
  }
  return write(lengthOf(0));
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('drain', resolve));
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

function judge({ text, receivedAll }: ScannerResponse): ScanResult {
  if (text === sizeLimitAnswer) return { verdict: 'unchecked', finding: 'StreamMaxLength' };
  if (!receivedAll) return { verdict: 'unavailable', reason: 'responded before receiving the whole file' };
  if (text === 'stream: OK') return { verdict: 'clean' };
  const name = /^stream: (.+) FOUND$/s.exec(text)?.[1];
  if (name === undefined) return { verdict: 'unavailable', reason: `not a verdict: ${bounded(text)}` };
  const limit = /^Heuristics\.(?:Limits\.Exceeded\.(.+)|(Encrypted.*))$/s.exec(name);
  if (limit) return { verdict: 'unchecked', finding: bounded(limit[1] ?? limit[2] ?? name) };
  return { verdict: 'infected', finding: bounded(name) };
}

/** Restricts text to printable ASCII of a bounded length, for logs, mails and terminals. */
function bounded(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, maxFindingLength);
}
