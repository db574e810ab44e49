import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../database.server.ts';
import { watchWalSize } from './wal-size.server.ts';

const kibibyte = 1024;
const limits = { maxSize: 1024 * kibibyte, checkInterval: 10, retryInterval: 10 };

/** Reads from a database without a pause: each transaction ends only after the next one has begun. */
const overlappingReads = `
  const { DatabaseSync } = require('node:sqlite');
  const connections = [1, 2].map(() => new DatabaseSync(process.argv[1], { readOnly: true, timeout: 5000 }));
  const begin = (connection) => connection.exec('BEGIN; SELECT count(*) FROM drafts');
  begin(connections[0]);
  console.log('reading');
  setInterval(() => {
    begin(connections[1]);
    connections[0].exec('COMMIT');
    connections.reverse();
  }, 5);
`;

/** Reads in a single transaction. */
const longRead = `
  const { DatabaseSync } = require('node:sqlite');
  new DatabaseSync(process.argv[1], { readOnly: true }).exec('BEGIN; SELECT count(*) FROM drafts');
  console.log('reading');
  setInterval(() => undefined, 1000);
`;

let folder: string;
let file: string;
let database: Database;
let reader: ChildProcess | undefined;
let watch: ReturnType<typeof watchWalSize> | undefined;
const events = { onGrowth: vi.fn(), onFailure: vi.fn() };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wal-'));
  file = join(folder, 'site.db');
  database = await openDatabase(file);
});
afterEach(async () => {
  await watch?.stop();
  await stopReading();
  vi.clearAllMocks();
  await database.destroy();
  rmSync(folder, { recursive: true });
});

async function startReading(program: string): Promise<void> {
  const child = spawn(process.execPath, ['--eval', program, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  reader = child;
  await once(createInterface({ input: child.stdout }), 'line');
}

async function stopReading(): Promise<void> {
  const exited = reader?.exitCode === null && once(reader, 'exit');
  reader?.kill('SIGKILL');
  await exited;
  reader = undefined;
}

const walSize = () => statSync(`${file}-wal`).size;

let row = 0;
/** Writes about 100 kB, and lets others run, as a site does between two requests. */
async function write(): Promise<void> {
  row += 1;
  const id = `${row} ${'x'.repeat(100 * kibibyte)}`;
  await database.insertInto('drafts').values({ id, created_at: 1, expires_at: 2, rules: 'medical' }).execute();
  await nextTurn();
}

/** Writes until the log is this large or has been emptied. @returns whether it is that large */
async function growTo(size: number): Promise<boolean> {
  let before = 0;
  while (walSize() < size) {
    await write();
    if (walSize() < before) return false;
    before = walSize();
  }
  return true;
}

test('the log is emptied although others read from it all the time', async () => {
  await startReading(overlappingReads);
  // SQLite alone never begins the log again: it grows to several times the size at which that usually happens.
  expect(await growTo(16 * limits.maxSize)).toBe(true);
  watch = watchWalSize([file], events, limits);
  for (let round = 0; round < 3; round += 1) {
    await growTo(2 * limits.maxSize);
    // An attempt fails if a read of a busy machine takes longer than the attempt waits.
    await expect.poll(walSize).toBeLessThan(limits.maxSize);
  }
  await watch.stop();
  expect(events.onFailure).not.toHaveBeenCalled();
});

test('a read that does not end is reported, forms are stored meanwhile, and the log is emptied after it', async () => {
  await startReading(longRead);
  watch = watchWalSize([file], events, limits);
  expect(await growTo(4 * limits.maxSize)).toBe(true);
  await expect.poll(() => events.onGrowth).toHaveBeenCalled();
  await write();
  expect(walSize()).toBeGreaterThan(limits.maxSize);
  await stopReading();
  await expect.poll(walSize).toBeLessThan(limits.maxSize);
  await watch.stop();
  expect(events.onFailure).not.toHaveBeenCalled();
});

test('a database without a log is no fault', async () => {
  watch = watchWalSize([join(folder, 'none.db')], events, limits);
  await watch.stop();
  expect(events.onFailure).not.toHaveBeenCalled();
});
