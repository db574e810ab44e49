import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { waitFor } from '#tests/support/wait-for.ts';
import { openLogDestination } from './log-destination.server.ts';

let folder: string;
let file: string;
let descriptor: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-'));
  file = join(folder, 'log');
  descriptor = openSync(file, 'w');
});
afterEach(() => {
  closeSync(descriptor);
  rmSync(folder, { recursive: true });
});

const failOnError = (error: Error) => {
  throw error;
};
const written = () => readFileSync(file, 'utf8');

test('lines are written in order, within a moment', async () => {
  const destination = openLogDestination(descriptor, failOnError);
  const lines = Array.from({ length: 1_000 }, (_, index) => `line ${index} سطر\n`);
  for (const line of lines.slice(0, 500)) destination.write(line);
  await expect.poll(written).toBe(lines.slice(0, 500).join(''));
  for (const line of lines.slice(500)) destination.write(line);
  await expect.poll(written).toBe(lines.join(''));
});

test('a warning is written immediately, together with the lines before it', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const destination = openLogDestination(descriptor, failOnError);
  destination.write('info\n');
  destination.lastLevel = 40;
  destination.write('warning\n');
  // No timer runs.
  vi.useRealTimers();
  await expect.poll(written).toBe('info\nwarning\n');
});

test('lines that are waiting at exit are written', () => {
  const destination = openLogDestination(descriptor, failOnError);
  destination.write('one\n');
  destination.write('two\n');
  destination.flushSync();
  expect(written()).toBe('one\ntwo\n');
});

test('an error at exit is reported, and not thrown', () => {
  const errors: string[] = [];
  const readOnly = openSync(file, 'r');
  const destination = openLogDestination(readOnly, (error) => errors.push((error as NodeJS.ErrnoException).code ?? ''));
  destination.write('one\n');
  destination.flushSync();
  expect(errors).toEqual(['EBADF']);
  closeSync(readOnly);
});

test('an error is reported, and later lines are still attempted', async () => {
  const errors: string[] = [];
  const readOnly = openSync(file, 'r');
  const destination = openLogDestination(readOnly, (error) => errors.push((error as NodeJS.ErrnoException).code ?? ''));
  destination.write('one\n');
  await expect.poll(() => errors).toEqual(['EBADF']);
  destination.write('two\n');
  await expect.poll(() => errors).toEqual(['EBADF', 'EBADF']);
  closeSync(readOnly);
});

test('lines are written again when a reader that has gone is back', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const startReading = () => {
    const reader = spawn('cat', [pipe]);
    let output = '';
    reader.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    return {
      read: () => output,
      async stop() {
        reader.kill();
        await once(reader, 'exit');
      },
    };
  };
  const first = startReading();
  // Opening the pipe waits for its reader.
  const writable = openSync(pipe, 'w');
  const errors: string[] = [];
  const destination = openLogDestination(writable, (error) => errors.push((error as NodeJS.ErrnoException).code ?? ''));
  destination.write('one\n');
  await expect.poll(() => first.read()).toBe('one\n');
  await first.stop();
  destination.write('lost\n');
  await expect.poll(() => errors).toEqual(['EPIPE']);
  const second = startReading();
  await waitFor(() => {
    destination.write('two\n');
    return second.read().includes('two\n');
  });
  await second.stop();
  closeSync(writable);
});

test('a slow reader gets every line', async () => {
  const script = `
    const { openLogDestination } = await import(${JSON.stringify(new URL('log-destination.server.ts', import.meta.url).href)});
    const destination = openLogDestination(1, (error) => { throw error; });
    // The pipe holds 64 KiB, and the reader waits.
    for (let index = 0; index < 20_000; index += 1) destination.write('line ' + index + '\\n');
    setTimeout(() => console.error('alive'), 50);`;
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', script]);
  let [output, errors] = ['', ''];
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  // The process continues although nobody reads.
  await expect.poll(() => errors).toBe('alive\n');
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await new Promise((resolve) => child.once('close', resolve));
  expect(output).toBe(Array.from({ length: 20_000 }, (_, index) => `line ${index}\n`).join(''));
  expect(errors).toBe('alive\n');
});
