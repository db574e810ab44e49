import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '#app/database/database.server.ts';
import { openMemoryStorage } from '#tests/support/memory-storage.ts';
import type { FileStore } from '../storage/file-store.server.ts';
import { clamd, type Scanner, type ScanResult } from './clamd.server.ts';
import { type FileToCheck, openVirusCheck } from './virus-check.server.ts';

const log = pino({ level: 'silent' });
const clean: ScanResult = { verdict: 'clean' };

let database: Database;
let store: FileStore;

beforeEach(async () => {
  ({ database, files: store } = await openMemoryStorage());
  const enquiry = { id: 'e', reference: 'R', kind: 'contact', language: 'en', fields: '{}', privacy_notice: '' };
  await database
    .insertInto('enquiries')
    .values({ ...enquiry, content_hash: null, received_at: 0, erased_at: null, erased_because: null })
    .execute();
});

afterEach(async () => {
  await database.destroy();
});

async function stored(id: string): Promise<FileToCheck> {
  const writer = await store.create();
  await writer.write(Buffer.from(id));
  await writer.commit();
  const file = { name: id, type: 'application/pdf', size: id.length, sha256: id, storage_key: writer.key };
  await database
    .insertInto('attachments')
    .values({ id, enquiry_id: 'e', parcel: 0, position: 0, virus_check: 'waiting', ...file })
    .execute();
  return { id, size: id.length, storageKey: writer.key };
}

const stateOf = async (id: string) =>
  (await database.selectFrom('attachments').select('virus_check').where('id', '=', id).executeTakeFirst())?.virus_check;

/** A scanner that responds for one file with each call of `answer`. */
function slowScanner() {
  const asked: string[] = [];
  const answers: ((answer: ScanResult) => void)[] = [];
  const scanner: Scanner = {
    async scan(bytes, signal) {
      let text = '';
      for await (const chunk of bytes) text += Buffer.from(chunk).toString();
      asked.push(text);
      return new Promise((resolve) => {
        answers.push(resolve);
        signal?.addEventListener('abort', () => resolve({ verdict: 'unavailable', reason: 'aborted' }));
      });
    },
    ping: () => Promise.resolve(true),
  };
  return { scanner, asked, answer: (answer: ScanResult) => answers.shift()?.(answer) };
}

const answering = (answer: ScanResult): Scanner => ({
  scan: async (bytes) => {
    for await (const _ of bytes);
    return answer;
  },
  ping: () => Promise.resolve(true),
});

test('scans two files at a time, the others queue', async () => {
  const { scanner, asked, answer } = slowScanner();
  const check = openVirusCheck(database, store, scanner, log);
  const files = await Promise.all(['a', 'b', 'c'].map(stored));
  const judged = check.checkAll(files, 10_000);
  await expect.poll(() => asked.length).toBe(2);
  await check.checkAll([], 0);
  expect(asked).toHaveLength(2);
  answer(clean);
  await expect.poll(() => asked.length).toBe(3);
  answer(clean);
  answer({ verdict: 'infected', finding: 'X' });
  await judged;
  expect((await Promise.all(['a', 'b', 'c'].map(stateOf))).sort()).toEqual(['clean', 'clean', 'infected']);
});

test('a file that is being checked is not scanned twice', async () => {
  const { scanner, asked, answer } = slowScanner();
  const check = openVirusCheck(database, store, scanner, log);
  const file = await stored('a');
  const both = Promise.all([check.check(file), check.check(file)]);
  await expect.poll(() => asked.length).toBe(1);
  answer(clean);
  expect(await both).toEqual([true, true]);
  expect(asked).toEqual(['a']);
});

test('returns after the timeout, and stores the verdict later', async () => {
  const { scanner, asked, answer } = slowScanner();
  const check = openVirusCheck(database, store, scanner, log);
  await check.checkAll([await stored('a')], 5);
  expect(await stateOf('a')).toBe('waiting');
  await expect.poll(() => asked.length).toBe(1);
  answer(clean);
  await expect.poll(() => stateOf('a')).toBe('clean');
});

test('without a verdict the file remains waiting', async () => {
  const check = openVirusCheck(database, store, answering({ verdict: 'unavailable', reason: 'down' }), log);
  expect(await check.check(await stored('a'))).toBe(false);
  expect(await stateOf('a')).toBe('waiting');
});

test('retries immediately after a broken connection, because the response may have been lost', async () => {
  const answers: ScanResult[] = [
    { verdict: 'unavailable', reason: 'EPIPE' },
    { verdict: 'unchecked', finding: 'X' },
  ];
  const scan: Scanner['scan'] = (bytes) => answering(answers.shift() ?? clean).scan(bytes);
  const check = openVirusCheck(database, store, { scan, ping: () => Promise.resolve(true) }, log);
  expect(await check.check(await stored('a'))).toBe(true);
  expect(await stateOf('a')).toBe('unchecked');
});

test('a verdict is not overwritten by a later one', async () => {
  const file = await stored('a');
  await openVirusCheck(database, store, answering({ verdict: 'infected', finding: 'X' }), log).check(file);
  await openVirusCheck(database, store, answering(clean), log).check(file);
  expect(await stateOf('a')).toBe('infected');
});

test('a missing file is unchecked, and an erased one is ignored', async () => {
  const check = openVirusCheck(database, store, answering(clean), log);
  const missing = await stored('a');
  await store.remove(missing.storageKey);
  expect(await check.check(missing)).toBe(true);
  expect(await stateOf('a')).toBe('unchecked');
  const down = openVirusCheck(database, store, clamd('unix:/nowhere/clamd.ctl'), log);
  const gone = await stored('c');
  await store.remove(gone.storageKey);
  await down.check(gone);
  const erased = await stored('b');
  await database.deleteFrom('attachments').where('id', '=', 'b').execute();
  expect(await check.check(erased)).toBe(true);
});

test('stopping aborts running and queued checks without a verdict', async () => {
  const { scanner, asked } = slowScanner();
  const check = openVirusCheck(database, store, scanner, log);
  const files = await Promise.all(['a', 'b', 'c'].map(stored));
  const judged = check.checkAll(files, 10_000);
  await expect.poll(() => asked.length).toBe(2);
  await check.stop();
  await judged;
  expect(await Promise.all(['a', 'b', 'c'].map(stateOf))).toEqual(['waiting', 'waiting', 'waiting']);
  expect(asked).toHaveLength(2);
});
