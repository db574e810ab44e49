import { connect, type Socket } from 'node:net';

/**
 * What a scanner makes of a file. `infected` comes with the signature's name; `unchecked` with the limit of the scanner
 * that the file is over, or how it is encrypted (clamd.conf(5), `AlertExceedsMax`, `AlertEncrypted`). `unavailable`: the scanner is away, hangs, breaks off or talks nonsense, so the file is to be
 * shown to it again; the reason is for the log.
 */
export type ScanAnswer =
  | { verdict: 'clean' }
  | { verdict: 'infected' | 'unchecked'; finding: string }
  | { verdict: 'unavailable'; reason: string };

export interface Scanner {
  /**
   * Shows a file to the scanner, as fast as it reads.
   * @throws what reading the file throws, and nothing else
   */
  scan(bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<ScanAnswer>;
  /** Whether it answers at all. */
  ping(): Promise<boolean>;
}

/** Longer than the two minutes after which clamd gives a file up by itself (`MaxScanTime`) and says so. */
const longestScan = 150_000;
const longestPing = 5_000;
const defaultPort = 3310;
const answerLimit = 4_096;
/** Signatures are named by whoever made them; a log line and a mail take this much of a name. */
const longestFinding = 100;

const sizeLimitAnswer = 'INSTREAM size limit exceeded. ERROR';

/**
 * ClamAV's daemon (clamd(8), `INSTREAM`): the file goes in pieces, each behind its length, an empty one ends it.
 * @param address `tcp://host:port` or `unix:/path/of/the.socket`
 * @param deadline for a whole scan, connecting included, in milliseconds
 */
export function clamd(address: string, deadline = longestScan): Scanner {
  return {
    async scan(bytes, signal) {
      const inTime = AbortSignal.timeout(deadline);
      const answer = await ask(address, 'zINSTREAM\0', bytes, signal ? AbortSignal.any([inTime, signal]) : inTime);
      return 'fault' in answer ? { verdict: 'unavailable', reason: answer.fault } : judge(answer);
    },
    async ping() {
      const answer = await ask(address, 'zPING\0', undefined, AbortSignal.timeout(longestPing));
      return 'text' in answer && answer.text === 'PONG';
    },
  };
}

interface Answer {
  /** Without the zero byte at its end. */
  text: string;
  /** Whether the scanner had everything when it answered. */
  hadAll: boolean;
}

async function ask(
  address: string,
  command: string,
  bytes: AsyncIterable<Uint8Array> | undefined,
  signal: AbortSignal,
): Promise<Answer | { fault: string }> {
  if (signal.aborted) return { fault: 'given up' };
  const socket = connectTo(address);
  const giveUp = () => socket.destroy(new Error('no answer in time'));
  signal.addEventListener('abort', giveUp);
  const answered = readAnswer(socket);
  let hasAll = false;
  const telling = tell(socket, command, bytes, answered).then((all) => (hasAll = all));
  try {
    // A file that cannot be read ends it; a scanner may answer before it has heard everything.
    const answer = await Promise.race([answered, telling.then(() => answered)]);
    return 'fault' in answer ? answer : { ...answer, hadAll: hasAll };
  } finally {
    signal.removeEventListener('abort', giveUp);
    socket.destroy();
  }
}

function connectTo(address: string): Socket {
  if (address.startsWith('unix:')) return connect(address.slice('unix:'.length));
  const { hostname, port } = new URL(address);
  return connect({ host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || defaultPort) });
}

/** An answer ends with a zero byte; what ends without one may be half of an answer. Never rejects. */
function readAnswer(socket: Socket): Promise<{ text: string } | { fault: string }> {
  return new Promise((resolve) => {
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      text += chunk;
      const end = text.indexOf('\0');
      if (end >= 0) resolve({ text: text.slice(0, end) });
      else if (text.length > answerLimit) resolve({ fault: 'answer too long' });
    });
    socket.on('error', ({ code, message }: NodeJS.ErrnoException) => resolve({ fault: code ?? message }));
    socket.on('close', () => resolve({ fault: 'closed without an answer' }));
  });
}

/** @returns whether everything has been written; a scanner that has answered, or is gone, no longer listens. */
async function tell(
  socket: Socket,
  command: string,
  bytes: AsyncIterable<Uint8Array> | undefined,
  answered: Promise<unknown>,
): Promise<boolean> {
  let isOver = false;
  const over = answered.then(() => (isOver = true));
  const write = async (...parts: (Uint8Array | string)[]): Promise<boolean> => {
    // An answer that has come is read before the next write fails, which would take it away with the connection.
    await new Promise(setImmediate);
    if (isOver) return false;
    // In one piece, for the same reason: clamd may answer to a length alone.
    socket.cork();
    const isTaken = parts.map((part) => socket.write(part)).every(Boolean);
    socket.uncork();
    if (!isTaken) await Promise.race([drained(socket), over]);
    return !isOver;
  };
  await write(command);
  if (!bytes) return true;
  for await (const chunk of bytes) {
    // An empty piece would end the file.
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

function judge({ text, hadAll }: Answer): ScanAnswer {
  if (text === sizeLimitAnswer) return { verdict: 'unchecked', finding: 'StreamMaxLength' };
  if (!hadAll) return { verdict: 'unavailable', reason: 'answered before it had everything' };
  if (text === 'stream: OK') return { verdict: 'clean' };
  const name = /^stream: (.+) FOUND$/s.exec(text)?.[1];
  if (name === undefined) return { verdict: 'unavailable', reason: `not a verdict: ${bounded(text)}` };
  const obstacle = /^Heuristics\.(?:Limits\.Exceeded\.(.+)|(Encrypted.*))$/s.exec(name);
  if (obstacle) return { verdict: 'unchecked', finding: bounded(obstacle[1] ?? obstacle[2] ?? name) };
  return { verdict: 'infected', finding: bounded(name) };
}

/** Printable ASCII of a reasonable length: it goes into logs, mails and terminals. */
function bounded(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, longestFinding);
}
