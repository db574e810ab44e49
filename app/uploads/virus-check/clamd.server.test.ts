import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eicarName, startClamd, type Clamd } from '#tests/support/clamd.ts';
import { eicar, infectedPdf, pdf } from '#tests/support/medical-files.ts';
import { clamd } from './clamd.server.ts';

/** As a file store reads. */
function inPieces(bytes: Uint8Array, length = 64 * 1024): Readable {
  return Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
    })(),
  );
}

describe.each(['unix', 'tcp'] as const)('with clamd at a %s socket', (listensTo) => {
  let daemon: Clamd;
  beforeAll(async () => {
    daemon = await startClamd({ StreamMaxLength: '5M', MaxFileSize: '3M' }, listensTo);
  });
  afterAll(() => daemon.close());

  test('a ping is answered', async () => {
    expect(await clamd(daemon.url).ping()).toBe(true);
  });

  test.each([1, 2048, 65_536, 2_900_000])('a good file of %d bytes is clean', async (size) => {
    expect(await clamd(daemon.url).scan(inPieces(pdf(size)))).toEqual({ verdict: 'clean' });
  });

  test('an infected file is infected, wherever the pieces break, and the virus has a name', async () => {
    for (const length of [7, 1000, 64 * 1024]) {
      const answer = await clamd(daemon.url).scan(inPieces(infectedPdf(), length));
      expect(answer).toEqual({ verdict: 'infected', finding: eicarName });
    }
  });

  test('an empty piece does not end a file before its virus', async () => {
    const pieces = [pdf(500), Buffer.alloc(0), eicar];
    expect((await clamd(daemon.url).scan(Readable.from(pieces))).verdict).toBe('infected');
  });

  test('a file over the limits of a scan is unchecked, and not clean', async () => {
    const answer = await clamd(daemon.url).scan(inPieces(pdf(4_000_000)));
    expect(answer).toEqual({ verdict: 'unchecked', finding: 'MaxFileSize' });
  });

  test('a file that clamd will not even read to its end is unchecked, and reading it stops', async () => {
    const files: Readable[] = [];
    const scan = () => {
      const file = inPieces(pdf(30_000_000));
      files.push(file);
      return clamd(daemon.url).scan(file);
    };
    // The answer may be lost with the connection; then it is asked for again.
    await expect.poll(scan).toEqual({ verdict: 'unchecked', finding: 'StreamMaxLength' });
    await expect.poll(() => files.every(({ destroyed }) => destroyed)).toBe(true);
  });

  test('a file that cannot be read is nobody’s verdict', async () => {
    const broken = Readable.from(
      (async function* () {
        yield await Promise.resolve(pdf(100));
        throw new Error('disk broken');
      })(),
    );
    await expect(clamd(daemon.url).scan(broken)).rejects.toThrow('disk broken');
  });
});

describe('a scanner that is not well', () => {
  let server: Server | undefined;
  const open = new Set<Socket>();
  afterEach(() => {
    for (const socket of open) socket.destroy();
    server?.close();
  });

  /** Something that is no scanner; gets each connection. */
  async function pretend(act: (socket: Socket) => void): Promise<string> {
    const listening = createServer((socket) => {
      open.add(socket);
      socket.on('error', () => undefined);
      act(socket);
    });
    server = listening;
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    return `tcp://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  }

  /** Answers when it has read the end of the file. */
  const answering = (answer: string) =>
    pretend((socket) => {
      let read = Buffer.alloc(0);
      socket.on('data', (chunk) => {
        read = Buffer.concat([read, chunk]);
        if (read.subarray(-4).equals(Buffer.alloc(4))) socket.end(answer);
      });
    });

  test('and speaks like clamd is believed', async () => {
    const file = () => inPieces(pdf(5000));
    expect(await clamd(await answering('stream: OK\0')).scan(file())).toEqual({ verdict: 'clean' });
  });

  test.each([
    ['Heuristics.Limits.Exceeded.MaxScanTime', 'MaxScanTime'],
    ['Heuristics.Encrypted.PDF', 'Encrypted.PDF'],
  ])('and finds %s has not checked the file', async (name, finding) => {
    const answer = await clamd(await answering(`stream: ${name} FOUND\0`)).scan(inPieces(pdf(5000)));
    expect(answer).toEqual({ verdict: 'unchecked', finding });
  });

  test.each([
    ['', 'closed without an answer'],
    ['stream: OK', 'closed without an answer'],
    ['stream: O\0', 'not a verdict: stream: O'],
    ['OK\0', 'not a verdict: OK'],
    ['stream: FOUND\0', 'not a verdict: stream: FOUND'],
    ['\0', 'not a verdict: '],
    ["stream: Can't allocate memory ERROR\0", "not a verdict: stream: Can't allocate memory ERROR"],
    ['UNKNOWN COMMAND\0', 'not a verdict: UNKNOWN COMMAND'],
    ['HTTP/1.1 400 Bad Request\r\n\r\n', 'closed without an answer'],
  ])('and answers %j has judged nothing', async (answer, reason) => {
    expect(await clamd(await answering(answer)).scan(inPieces(pdf(5000)))).toEqual({ verdict: 'unavailable', reason });
  });

  test('and does not stop talking has judged nothing', async () => {
    const address = await answering('x'.repeat(10_000));
    const answer = await clamd(address).scan(inPieces(pdf(5000)));
    expect(answer).toEqual({ verdict: 'unavailable', reason: 'answer too long' });
  });

  test('and calls a file clean that it has not read has judged nothing', async () => {
    const address = await pretend((socket) => socket.write('stream: OK\0'));
    const answer = await clamd(address).scan(inPieces(pdf(5_000_000)));
    expect(answer).toEqual({ verdict: 'unavailable', reason: 'answered before it had everything' });
  });

  test('and breaks off half-way has judged nothing', async () => {
    const address = await pretend((socket) => socket.once('data', () => socket.destroy()));
    expect((await clamd(address).scan(inPieces(pdf(5_000_000)))).verdict).toBe('unavailable');
  });

  test('and hangs is given up in time, whether it reads or not', async () => {
    const silent = await pretend((socket) => socket.pause());
    const answer = await clamd(silent, 100).scan(inPieces(pdf(20_000_000)));
    expect(answer).toEqual({ verdict: 'unavailable', reason: 'no answer in time' });
    const reading = await pretend((socket) => socket.resume());
    expect((await clamd(reading, 100).scan(inPieces(pdf(5000)))).verdict).toBe('unavailable');
  });

  test('and is not asked any more when the site stops', async () => {
    const silent = await pretend((socket) => socket.resume());
    const stopping = new AbortController();
    const answer = clamd(silent).scan(inPieces(pdf(5000)), stopping.signal);
    stopping.abort();
    expect((await answer).verdict).toBe('unavailable');
    expect(await clamd(silent).scan(inPieces(pdf(5000)), stopping.signal)).toEqual({
      verdict: 'unavailable',
      reason: 'given up',
    });
  });

  test('and is away says so, and answers no ping', async () => {
    expect(await clamd('unix:/nowhere/clamd.ctl').scan(inPieces(pdf(5000)))).toEqual({
      verdict: 'unavailable',
      reason: 'ENOENT',
    });
    const gone = await pretend(() => undefined);
    await new Promise((resolve) => server?.close(resolve));
    expect((await clamd(gone).scan(inPieces(pdf(5000)))).verdict).toBe('unavailable');
    expect(await clamd(gone).ping()).toBe(false);
    const nearly = await pretend((socket) => socket.end('PONG'));
    expect(await clamd(nearly).ping()).toBe(false);
  });

  test('cannot write into a log or a terminal through the name of a virus', async () => {
    const evil = `stream: \u001b[31mBad\nname${'x'.repeat(500)} FOUND\0`;
    const answer = await clamd(await answering(evil)).scan(inPieces(pdf(5000)));
    expect(answer).toEqual({ verdict: 'infected', finding: `?[31mBad?name${'x'.repeat(87)}` });
  });
});
