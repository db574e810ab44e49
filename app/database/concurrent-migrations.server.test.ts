import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Migration } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, openDatabaseFile } from './database.server.ts';
import { migrations } from './migrations.server.ts';

/** Opens and migrates a database. Prints a line while it waits for a lock, which is when it has set a timer. */
const program = `
  const { openDatabase } = await import(process.argv[1]);
  // However slow the machine is, nobody gives up.
  performance.now = () => 0;
  const watch = () => {
    if (process.getActiveResourcesInfo().includes('Timeout')) console.log('waiting');
    else next = setImmediate(watch);
  };
  let next = setImmediate(watch);
  const database = await openDatabase(process.argv[2]);
  clearImmediate(next);
  await database.destroy();
`;

const names = Object.keys(migrations).sort();
let file: string;
let other: DatabaseSync;

/** Starts a process that opens the database, and waits until it meets the lock. */
async function startOpening(): Promise<{ ending: Promise<{ code: number | null; errors: string }> }> {
  const module = new URL('database.server.ts', import.meta.url).href;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, module, file]);
  onTestFinished(() => void child.kill('SIGKILL'));
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ending = once(child, 'close').then(([code]) => ({ code: code as number | null, errors }));
  await Promise.race([once(child.stdout, 'data'), ending]);
  return { ending };
}

/** Makes a database to which only the first migrations have been applied, and opens another connection to it. */
async function makeDatabase(applied: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  file = join(folder, 'site.db');
  const earlier = Object.fromEntries(names.slice(0, applied).map((name) => [name, migrations[name] as Migration]));
  await (await openDatabaseFile(file, earlier, 'durable')).destroy();
  other = new DatabaseSync(file);
  onTestFinished(() => other.close());
}

test.each([
  { processes: 1, applied: names.length - 1 },
  { processes: 2, applied: names.length - 1 },
  { processes: 2, applied: 1 },
])('after a lock, $processes processes migrate a database with $applied migrations once', async (numbers) => {
  await makeDatabase(numbers.applied);
  other.exec('BEGIN IMMEDIATE');
  const opening = await Promise.all(Array.from({ length: numbers.processes }, startOpening));
  other.exec('COMMIT');
  const endings = await Promise.all(opening.map(({ ending }) => ending));
  expect(endings).toEqual(endings.map(() => ({ code: 0, errors: '' })));
  const recorded = other.prepare('SELECT name FROM kysely_migration ORDER BY name').all();
  expect(recorded.map(({ name }) => name)).toEqual(names);
});

test('a database without anything to migrate can be opened during a lock', async () => {
  await makeDatabase(names.length);
  other.exec('BEGIN IMMEDIATE');
  const database = await openDatabase(file);
  expect(other.isTransaction).toBe(true);
  await database.destroy();
});
