import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { storeEnquiry } from '#app/enquiries/store/store-enquiry.server.ts';
import { appendErasures, readErasures, recordErasures, recordMissingErasures } from './erasures.server.ts';
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
/** Stores an enquiry and erases it. @returns its reference */
async function storeAndEraseEnquiry(reason: 'visitor' | 'done' | 'expired' = 'visitor'): Promise<string> {
  counter += 1;
  const fields = { name: `أحمد ${counter}`, phone: '+966501234567', email: 'a@b.example', message: 'm' };
  const enquiry = { kind: 'contact' as const, language: 'ar' as const, fields, attachments: [], privacyNotice: 'x' };
  const { id, reference } = await storeEnquiry(database, enquiry, 'inbox', now);
  await eraseEnquiry(database, { remove: () => Promise.resolve() }, id, reason, now);
  return reference;
}

const references = async () => (await readErasures(file)).map(({ reference }) => reference);

test('writes a line with reference, time and reason for each erasure, readable only by its owner', async () => {
  const first = await storeAndEraseEnquiry();
  await recordErasures(database, file);
  const second = await storeAndEraseEnquiry('expired');
  await recordErasures(database, file);
  await recordErasures(database, file);
  const format = (reference: string) => `${reference.slice(0, 4)}-${reference.slice(4)}`;
  expect(readFileSync(file, 'utf8')).toBe(
    `${format(first)} 2031-01-10T02:00:00.000Z visitor\n${format(second)} 2031-01-10T02:00:00.000Z expired\n`,
  );
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'other disk')).mode & 0o777).toBe(0o700);
  expect(await readErasures(file)).toEqual([
    { reference: first, at: now, reason: 'visitor' },
    { reference: second, at: now, reason: 'expired' },
  ]);
});

test('catches up on an erasure that could not be written when the next one is recorded, and restores a lost file', async () => {
  const first = await storeAndEraseEnquiry();
  writeFileSync(join(folder, 'other disk'), 'not a folder');
  await expect(recordErasures(database, file)).rejects.toThrow();
  rmSync(join(folder, 'other disk'));
  const second = await storeAndEraseEnquiry('done');
  await recordErasures(database, file);
  expect(await references()).toEqual([first, second]);
  rmSync(file);
  const third = await storeAndEraseEnquiry();
  await recordMissingErasures(database, file);
  await recordMissingErasures(database, file);
  expect(await references()).toEqual([first, second, third]);
});

test('ignores an incomplete line and keeps the next one intact', async () => {
  await appendErasures(file, [{ reference: '4KQ7M01Z', at: now, reason: 'done' }]);
  appendFileSync(file, '0000-0001 2031-01-');
  await appendErasures(file, [{ reference: '00000002', at: now, reason: 'done' }]);
  expect(await references()).toEqual(['4KQ7M01Z', '00000002']);
});

test('keeps the lines of concurrent writers apart', async () => {
  const expected = Array.from({ length: 40 }, (_, index) => String(index).padStart(8, '0'));
  await Promise.all(expected.map((reference) => appendErasures(file, [{ reference, at: now, reason: 'done' }])));
  expect((await references()).sort()).toEqual(expected);
});
