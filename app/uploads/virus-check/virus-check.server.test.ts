import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '#app/database/database.server.ts';
import { openMemoryStorage } from '#tests/support/memory-storage.ts';
import { longestWait } from '#tests/support/wait-for.ts';
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

async function storeFile(id: string): Promise<FileToCheck> {
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

/** A scanner whose scans stay pending; each call to `finishScan` finishes the oldest one with the given result. */
function manualScanner() {
  const scanned: string[] = [];
  const pending: ((result: ScanResult) => void)[] = [];
  const scanner: Scanner = {
    async scan(bytes, signal) {
      let text = '';
      for await (const chunk of bytes) text += Buffer.from(chunk).toString();
      scanned.push(text);
      return new Promise((resolve) => {
        pending.push(resolve);
        signal?.addEventListener('abort', () => resolve({ verdict: 'unavailable', reason: 'aborted' }));
      });
    },
    ping: () => Promise.resolve(true),
  };
  return { scanner, scanned, finishScan: (result: ScanResult) => pending.shift()?.(result) };
}

const scannerWith = (result: ScanResult): Scanner => ({
  scan: async (bytes) => {
    for await (const _ of bytes);
    return result;
  },
  ping: () => Promise.resolve(true),
});

test('scans two files at a time and queues the others', async () => {
  const { scanner, scanned, finishScan } = manualScanner();
  const check = openVirusCheck(database, store, scanner, log);
  const files = await Promise.all(['a', 'b', 'c'].map(storeFile));
  const checked = check.checkAll(files, longestWait);
  await expect.poll(() => scanned.length).toBe(2);
  await check.checkAll([], 0);
  expect(scanned).toHaveLength(2);
  finishScan(clean);
  await expect.poll(() => scanned.length).toBe(3);
  finishScan(clean);
  finishScan({ verdict: 'infected', finding: 'X' });
  await checked;
  expect((await Promise.all(['a', 'b', 'c'].map(stateOf))).sort()).toEqual(['clean', 'clean', 'infected']);
});

test('a file that is being checked is not scanned twice', async () => {
  const { scanner, scanned, finishScan } = manualScanner();
  const check = openVirusCheck(database, store, scanner, log);
  const file = await storeFile('a');
  const both = Promise.all([check.check(file), check.check(file)]);
  await expect.poll(() => scanned.length).toBe(1);
  finishScan(clean);
  expect(await both).toEqual([true, true]);
  expect(scanned).toEqual(['a']);
});

test('returns after the timeout, and stores the verdict later', async () => {
  const { scanner, scanned, finishScan } = manualScanner();
  const check = openVirusCheck(database, store, scanner, log);
  await check.checkAll([await storeFile('a')], 5);
  expect(await stateOf('a')).toBe('waiting');
  await expect.poll(() => scanned.length).toBe(1);
  finishScan(clean);
  await expect.poll(() => stateOf('a')).toBe('clean');
});

test('a file without a verdict remains waiting', async () => {
  const check = openVirusCheck(database, store, scannerWith({ verdict: 'unavailable', reason: 'down' }), log);
  expect(await check.check(await storeFile('a'))).toBe(false);
  expect(await stateOf('a')).toBe('waiting');
});

test('retries immediately after a broken connection, because the response may have been lost', async () => {
  const results: ScanResult[] = [
    { verdict: 'unavailable', reason: 'EPIPE' },
    { verdict: 'unchecked', finding: 'X' },
  ];
  const scan: Scanner['scan'] = (bytes) => scannerWith(results.shift() ?? clean).scan(bytes);
  const check = openVirusCheck(database, store, { scan, ping: () => Promise.resolve(true) }, log);
  expect(await check.check(await storeFile('a'))).toBe(true);
  expect(await stateOf('a')).toBe('unchecked');
});

test('a verdict is not overwritten by a later one', async () => {
  const file = await storeFile('a');
  await openVirusCheck(database, store, scannerWith({ verdict: 'infected', finding: 'X' }), log).check(file);
  await openVirusCheck(database, store, scannerWith(clean), log).check(file);
  expect(await stateOf('a')).toBe('infected');
});

test('a missing file is unchecked, and an erased file is ignored', async () => {
  const check = openVirusCheck(database, store, scannerWith(clean), log);
  const missing = await storeFile('a');
  await store.remove(missing.storageKey);
  expect(await check.check(missing)).toBe(true);
  expect(await stateOf('a')).toBe('unchecked');
  const checkWithoutScanner = openVirusCheck(database, store, clamd('unix:/nowhere/clamd.ctl'), log);
  const missingWithoutScanner = await storeFile('c');
  await store.remove(missingWithoutScanner.storageKey);
  await checkWithoutScanner.check(missingWithoutScanner);
  const erased = await storeFile('b');
  await database.deleteFrom('attachments').where('id', '=', 'b').execute();
  expect(await check.check(erased)).toBe(true);
});

test('stopping aborts running and queued checks without a verdict', async () => {
  const { scanner, scanned } = manualScanner();
  const check = openVirusCheck(database, store, scanner, log);
  const files = await Promise.all(['a', 'b', 'c'].map(storeFile));
  const checked = check.checkAll(files, longestWait);
  await expect.poll(() => scanned.length).toBe(2);
  await check.stop();
  await checked;
  expect(await Promise.all(['a', 'b', 'c'].map(stateOf))).toEqual(['waiting', 'waiting', 'waiting']);
  expect(scanned).toHaveLength(2);
});
