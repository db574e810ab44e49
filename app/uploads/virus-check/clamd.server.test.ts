import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { inChunks } from '#tests/support/in-chunks.ts';
import { pdf } from '#tests/support/medical-files.ts';
import { clamd } from './clamd.server.ts';

describe('a fake scanner', () => {
  let server: Server | undefined;
  const open = new Set<Socket>();
  afterEach(() => {
    for (const socket of open) socket.destroy();
    server?.close();
  });

  /** Starts a fake scanner. @returns its address */
  async function startFake(onConnection: (socket: Socket) => void): Promise<string> {
    const listening = createServer((socket) => {
      open.add(socket);
      socket.on('error', () => undefined);
      onConnection(socket);
    });
    server = listening;
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    return `tcp://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  }

  /** Starts a fake scanner that responds after the end of the file. */
  const startResponding = (response: string) =>
    startFake((socket) => {
      let read = Buffer.alloc(0);
      socket.on('data', (chunk) => {
        read = Buffer.concat([read, chunk]);
        if (read.subarray(-4).equals(Buffer.alloc(4))) socket.end(response);
      });
    });

  test('is trusted if it responds in the format of clamd', async () => {
    const file = () => inChunks(pdf(5000));
    expect(await clamd(await startResponding('stream: OK\0')).scan(file())).toEqual({ verdict: 'clean' });
  });

  test.each([
    ['Heuristics.Limits.Exceeded.MaxScanTime', 'MaxScanTime'],
    ['Heuristics.Encrypted.PDF', 'Encrypted.PDF'],
  ])('that reports %s has not checked the file', async (name, finding) => {
    const result = await clamd(await startResponding(`stream: ${name} FOUND\0`)).scan(inChunks(pdf(5000)));
    expect(result).toEqual({ verdict: 'unchecked', finding });
  });

  test.each([
    ['', 'closed without a response'],
    ['stream: OK', 'closed without a response'],
    ['stream: O\0', 'not a verdict: stream: O'],
    ['OK\0', 'not a verdict: OK'],
    ['stream: FOUND\0', 'not a verdict: stream: FOUND'],
    ['\0', 'not a verdict: '],
    ["stream: Can't allocate memory ERROR\0", "not a verdict: stream: Can't allocate memory ERROR"],
    ['UNKNOWN COMMAND\0', 'not a verdict: UNKNOWN COMMAND'],
    ['HTTP/1.1 400 Bad Request\r\n\r\n', 'closed without a response'],
  ])('that responds with %j gives no verdict', async (response, reason) => {
    expect(await clamd(await startResponding(response)).scan(inChunks(pdf(5000)))).toEqual({
      verdict: 'unavailable',
      reason,
    });
  });

  test('with an endless response gives no verdict', async () => {
    const address = await startResponding('x'.repeat(10_000));
    const result = await clamd(address).scan(inChunks(pdf(5000)));
    expect(result).toEqual({ verdict: 'unavailable', reason: 'response too long' });
  });

  test('that calls a file clean before reading it gives no verdict', async () => {
    const address = await startFake((socket) => socket.write('stream: OK\0'));
    const result = await clamd(address).scan(inChunks(pdf(5_000_000)));
    expect(result).toEqual({ verdict: 'unavailable', reason: 'responded before receiving the whole file' });
  });

  test('that disconnects half-way gives no verdict', async () => {
    const address = await startFake((socket) => socket.once('data', () => socket.destroy()));
    expect((await clamd(address).scan(inChunks(pdf(5_000_000)))).verdict).toBe('unavailable');
  });

  test('that hangs times out, whether it reads or not', async () => {
    const silent = await startFake((socket) => socket.pause());
    const result = await clamd(silent, 100).scan(inChunks(pdf(20_000_000)));
    expect(result).toEqual({ verdict: 'unavailable', reason: 'timeout' });
    const reading = await startFake((socket) => socket.resume());
    expect((await clamd(reading, 100).scan(inChunks(pdf(5000)))).verdict).toBe('unavailable');
  });

  test('does not delay shutdown', async () => {
    const silent = await startFake((socket) => socket.resume());
    const stopping = new AbortController();
    const result = clamd(silent).scan(inChunks(pdf(5000)), stopping.signal);
    stopping.abort();
    expect((await result).verdict).toBe('unavailable');
    expect(await clamd(silent).scan(inChunks(pdf(5000)), stopping.signal)).toEqual({
      verdict: 'unavailable',
      reason: 'aborted',
    });
  });

  test('that is not running is unavailable and does not respond to a ping', async () => {
    expect(await clamd('unix:/nowhere/clamd.ctl').scan(inChunks(pdf(5000)))).toEqual({
      verdict: 'unavailable',
      reason: 'ENOENT',
    });
    const closed = await startFake(() => undefined);
    await new Promise((resolve) => server?.close(resolve));
    expect((await clamd(closed).scan(inChunks(pdf(5000)))).verdict).toBe('unavailable');
    expect(await clamd(closed).ping()).toBe(false);
    const truncatedPong = await startFake((socket) => socket.end('PONG'));
    expect(await clamd(truncatedPong).ping()).toBe(false);
  });

  test('cannot inject control characters through the name of a virus', async () => {
    const response = `stream: \u001b[31mBad\nname${'x'.repeat(500)} FOUND\0`;
    const result = await clamd(await startResponding(response)).scan(inChunks(pdf(5000)));
    expect(result).toEqual({ verdict: 'infected', finding: `?[31mBad?name${'x'.repeat(87)}` });
  });
});
