import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { storeEnquiry } from '#app/enquiries/store/store-enquiry.server.ts';
import { addErasures, completeErasures, readErasures, recordErasures } from './erasures.server.ts';
import { eraseEnquiry } from './retention.server.ts';

const now = Date.UTC(2031, 0, 10, 2);

let folder: string;
let file: string;
let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'erasures-'));
  file = join(folder, 'other disk', 'erasures.txt');
  database = await openDatabase(join(folder, 'site.db'));
});

afterEach(async () => {
  await database.destroy();
  rmSync(folder, { recursive: true });
});

let counter = 0;
/** Stores and erases an enquiry. @returns its reference */
async function erased(reason: 'visitor' | 'done' | 'expired' = 'visitor'): Promise<string> {
  counter += 1;
  const fields = { name: `أحمد ${counter}`, phone: '+966501234567', email: 'a@b.example', message: 'm' };
  const enquiry = { kind: 'contact' as const, language: 'ar' as const, fields, attachments: [], privacyNotice: 'x' };
  const { id, reference } = await storeEnquiry(database, enquiry, 'inbox', now);
  await eraseEnquiry(database, { remove: () => Promise.resolve() }, id, reason, now);
  return reference;
}

const references = async () => (await readErasures(file)).map(({ reference }) => reference);

test('each erasure is a line with reference, time and reason, accessible to this user only', async () => {
  const first = await erased();
  await recordErasures(database, file);
  const second = await erased('expired');
  await recordErasures(database, file);
  await recordErasures(database, file);
  const formatted = (reference: string) => `${reference.slice(0, 4)}-${reference.slice(4)}`;
  expect(readFileSync(file, 'utf8')).toBe(
    `${formatted(first)} 2031-01-10T02:00:00.000Z visitor\n${formatted(second)} 2031-01-10T02:00:00.000Z expired\n`,
  );
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'other disk')).mode & 0o777).toBe(0o700);
  expect(await readErasures(file)).toEqual([
    { reference: first, at: now, reason: 'visitor' },
    { reference: second, at: now, reason: 'expired' },
  ]);
});

test('an erasure that could not be written is written with the next one, and a lost file is completed', async () => {
  const first = await erased();
  writeFileSync(join(folder, 'other disk'), 'not a folder');
  await expect(recordErasures(database, file)).rejects.toThrow();
  rmSync(join(folder, 'other disk'));
  const second = await erased('done');
  await recordErasures(database, file);
  expect(await references()).toEqual([first, second]);
  rmSync(file);
  const third = await erased();
  await completeErasures(database, file);
  await completeErasures(database, file);
  expect(await references()).toEqual([first, second, third]);
});

test('an incomplete line is ignored, and does not corrupt the next one', async () => {
  await addErasures(file, [{ reference: '4KQ7M01Z', at: now, reason: 'done' }]);
  appendFileSync(file, '0000-0001 2031-01-');
  await addErasures(file, [{ reference: '00000002', at: now, reason: 'done' }]);
  expect(await references()).toEqual(['4KQ7M01Z', '00000002']);
});

test('concurrent writers do not mix their lines', async () => {
  const many = Array.from({ length: 40 }, (_, index) => String(index).padStart(8, '0'));
  await Promise.all(many.map((reference) => addErasures(file, [{ reference, at: now, reason: 'done' }])));
  expect((await references()).sort()).toEqual(many);
});
