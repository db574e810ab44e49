import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { companyIn } from '#app/company/company-in-language.server.ts';
import type { FactsWatch } from '#app/company/facts/published-facts.ts';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { readEnvironment } from '#app/env/env.server.ts';
import { memoryStore } from '#tests/support/memory-storage.ts';
import { saveFacts, undoFacts } from './facts-history.server.ts';
import { watchFacts } from './watch-facts.server.ts';

let folder: string;
let database: Database;
let watch: FactsWatch;
let now = Date.parse('2027-03-27T12:00:00Z');
const log = { error: vi.fn() };

const placeholders = ['COMPANY_NAME', 'COMPANY_WHATSAPP', 'COMPANY_EMAIL', 'COMPANY_ADDRESS'];
const env = readEnvironment({ COMPANY_PHONE: '+49 30 111', COMPANY_REGISTER: 'HRB 1' });

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  folder = mkdtempSync(join(tmpdir(), 'watch-'));
  const file = join(folder, 'site.db');
  database = await openDatabase(file);
  watch = watchFacts(file, { env, placeholders }, log, () => now);
});
afterEach(async () => {
  watch.close();
  await database.destroy();
  rmSync(folder, { recursive: true });
  vi.useRealTimers();
  log.error.mockClear();
});

const both = (text: string) => ({ ar: `${text} ar`, en: text });

async function save(base: number, facts: unknown, wait = 10): Promise<void> {
  const change = { base, facts, savedBy: { name: 'Ali' }, pictures: new Map<string, Buffer>() };
  expect(await saveFacts({ database, files: memoryStore() }, change, 0)).toEqual({ saved: base + 1 });
  vi.advanceTimersByTime(wait);
}

test('until facts are saved, the environment applies, with placeholders for what every page needs', () => {
  const { version, facts, placeholders: missing } = watch.current();
  expect(version).toBe(0);
  expect(facts).toMatchObject({ phone: '+49 30 111', register: 'HRB 1', email: 'care@example.com' });
  expect(missing).toEqual(['name', 'address', 'whatsapp', 'email']);
});

test('a saved version applies immediately, and replaces the environment except for what every page needs', async () => {
  const before = watch.pageVersion();
  await save(0, { email: 'desk@rihla.example', name: both('Rihla') });
  expect(watch.pageVersion()).not.toBe(before);
  const { version, facts, placeholders: missing } = watch.current();
  expect(version).toBe(1);
  expect(facts).toMatchObject({ phone: '+49 30 111', email: 'desk@rihla.example' });
  expect(facts.register).toBeUndefined();
  expect(missing).toEqual(['address', 'whatsapp']);
  expect(companyIn('ar', watch).name).toBe('Rihla ar');
});

test('a version that this process has saved applies without delay', async () => {
  expect(watch.current().version).toBe(0);
  await save(0, { register: 'HRB 2' }, 0);
  await watch.refresh();
  expect(watch.current().version).toBe(1);
});

test('when the first version is undone, the environment applies again', async () => {
  await save(0, { register: 'HRB 2' });
  await undoFacts(database, { base: 1, savedBy: { name: 'Ali' } }, 0);
  vi.advanceTimersByTime(10);
  expect(watch.current()).toMatchObject({ version: 2, facts: { register: 'HRB 1' } });
});

test('the same version is always the same object, which pages use as a cache key', async () => {
  await save(0, { register: 'HRB 2' });
  const current = watch.current();
  vi.advanceTimersByTime(1000);
  expect(watch.current()).toBe(current);
});

describe('a notice', () => {
  const noticeAt = (time: string) => {
    now = Date.parse(time);
    vi.advanceTimersByTime(10);
    return [companyIn('en', watch).notice, watch.pageVersion()];
  };

  test('is on the pages between its start and end in German time, and changes the version of the pages', async () => {
    await save(0, { notice: { text: both('Closed'), from: '2027-03-28 01:00', until: '2027-03-28 03:00' } });
    const [before, hidden] = noticeAt('2027-03-27T23:59:59Z');
    const [first, shown] = noticeAt('2027-03-28T00:00:00Z');
    const [last] = noticeAt('2027-03-28T00:59:59Z');
    const [after, hiddenAgain] = noticeAt('2027-03-28T01:00:00Z');
    expect([before, first, last, after]).toEqual([undefined, 'Closed', 'Closed', undefined]);
    expect(shown).not.toBe(hidden);
    expect(hiddenAgain).toBe(hidden);
  });

  test('without a start or an end is always on the pages', async () => {
    await save(0, { notice: { text: both('Closed') } });
    expect(noticeAt('2027-01-01T00:00:00Z')[0]).toBe('Closed');
    expect(noticeAt('2040-01-01T00:00:00Z')[0]).toBe('Closed');
  });
});

test('facts that cannot be read are reported once, and the previous ones remain in use', async () => {
  await save(0, { register: 'HRB 2' });
  expect(watch.current().version).toBe(1);
  const row = { version: 2, facts: '{"phone": 1}', saved_at: 0, saved_by: 'x', person_id: null };
  await database.insertInto('company_versions').values(row).execute();
  for (let time = 0; time < 3; time += 1) {
    vi.advanceTimersByTime(10);
    expect(watch.current()).toMatchObject({ version: 1, facts: { register: 'HRB 2' } });
  }
  expect(log.error).toHaveBeenCalledOnce();
});
