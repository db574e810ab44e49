import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listUnconfirmedJumps, recordJump } from '#app/clock/clock-jumps.server.ts';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { sendLateFiles } from '#app/delivery/scan/late-files.server.ts';
import { addDocuments, correctContactDetails } from '#app/enquiries/correspondence/add-to-enquiry.server.ts';
import { type NewEnquiry, storeEnquiry } from '#app/enquiries/store/store-enquiry.server.ts';
import { eraseExpired } from '#app/retention/expiry.server.ts';
import { type Drafts, openDrafts } from '#app/uploads/drafts/drafts.server.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';
import { withConcurrentWriter } from '#tests/support/concurrent-writer.ts';
import { type MemoryStore, memoryStore } from '#tests/support/memory-storage.ts';

/** Two processes share a database: decisions stay correct, whatever the other process writes between two statements. */

const now = Date.UTC(2027, 2, 27);
const day = 24 * 60 * 60 * 1000;
const limits = { maxFiles: 2, maxBytes: 1000, maxMegabytes: 0, types: 'medical' as const };
const details = { name: 'أحمد', phone: '+966501234567', email: 'a@b.example' };

let folder: string;
let file: string;
let database: Database;
let store: MemoryStore;
const rivals: { close(): void }[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'writers-'));
  file = join(folder, 'site.db');
  database = await openDatabase(file);
  store = memoryStore();
});

afterEach(async () => {
  for (const rival of rivals.splice(0)) rival.close();
  await database.destroy();
  rmSync(folder, { recursive: true });
});

function startRival(statement: string, after: number) {
  const rival = withConcurrentWriter(database, file, statement, after);
  rivals.push(rival);
  return rival;
}

const newEnquiry = (attachments: StoredFile[] = []): NewEnquiry => ({
  ...{ kind: 'evacuation', language: 'ar', privacyNotice: 'test', attachments },
  fields: { ...details, origin: 'RUH', destination: 'MUC' },
});

/** Stores a file as the upload reader does. */
async function storeFile(name: string): Promise<StoredFile> {
  const writer = await store.create();
  await writer.write(Buffer.from(name));
  await writer.commit();
  return { name, type: 'application/pdf', size: name.length, sha256: name, storageKey: writer.key };
}

/** The number of statements after which the other process writes. */
const statementCounts = [1, 2, 3];

/** With this SQL the other process adds an outbox message to every enquiry. */
const addMessageSql = `
  INSERT INTO parcels (id, enquiry_id, number, purpose, created_at, desk, state, attempts, next_attempt_at, leased_until,
    idempotency_key)
  SELECT 'rival', enquiry_id, max(number) + 1, 'documents', 0, 'api', 'waiting', 0, 0, 0, 'key'
  FROM parcels GROUP BY enquiry_id`;

const numbersOf = async (id: string) =>
  (await database.selectFrom('parcels').select('number').where('enquiry_id', '=', id).execute())
    .map(({ number }) => number)
    .sort();

test.each(statementCounts)(
  'two messages of one enquiry never get the same number, and neither fails (%i)',
  async (after) => {
    const { id } = await storeEnquiry(database, newEnquiry(), 'api', now);
    const first = startRival(addMessageSql, after);
    expect(await addDocuments(first.database, id, [await storeFile('a')], 'api', now)).toMatchObject({
      outcome: 'added',
    });
    const second = startRival(addMessageSql.replace("'rival'", "'second rival'"), after);
    expect(await correctContactDetails(second.database, id, { ...details, name: 'ب' }, 'api', now)).toMatchObject({
      outcome: 'added',
    });
    expect(await numbersOf(id)).toEqual([0, 1, 2, 3, 4].slice(0, 3 + first.written() + second.written()));
  },
);

test.each(statementCounts)('late files are sent in a separate message (%i)', async (after) => {
  const { id } = await storeEnquiry(database, newEnquiry([await storeFile('a')]), 'api', now, 'waiting');
  await database.updateTable('attachments').set({ follow_up: 0, virus_check: 'clean' }).execute();
  const rival = startRival(addMessageSql, after);
  await sendLateFiles(rival.database, 'api', now);
  const numbers = await numbersOf(id);
  expect(new Set(numbers).size).toBe(2 + rival.written());
  const { follow_up } = await database.selectFrom('attachments').select('follow_up').executeTakeFirstOrThrow();
  const { purpose, number } = await database
    .selectFrom('parcels')
    .select(['purpose', 'number'])
    .where('number', '>', 0)
    .where('id', '!=', 'rival')
    .executeTakeFirstOrThrow();
  expect([purpose, number]).toEqual(['documents', follow_up]);
});

test('documents that arrive during the erasure of expired enquiries are kept', async () => {
  const { id } = await storeEnquiry(database, newEnquiry([await storeFile('a')]), 'api', now);
  await database.updateTable('parcels').set({ state: 'delivered' }).execute();
  const rival = startRival(addMessageSql, 1);
  expect(await eraseExpired(rival.database, store, { closedDays: 14, retentionDays: 180 }, now + 181 * day)).toBe(0);
  expect(rival.written()).toBe(1);
  expect(await numbersOf(id)).toEqual([0, 1]);
  expect(store.keys()).toHaveLength(1);
});

async function draftOf(...names: string[]) {
  const drafts = openDrafts(database, store, () => now);
  const outcomes = await Promise.all(
    names.map(async (name) => ({ status: 'success' as const, file: await storeFile(name) })),
  );
  const { token = '' } = await drafts.addFiles(undefined, outcomes, limits);
  const { id } = await database.selectFrom('drafts').select('id').executeTakeFirstOrThrow();
  return { token, id };
}

/** The ways to add a file to a draft. */
const additions: [
  string,
  (drafts: Drafts, draft: { token: string; id: string }, file: StoredFile) => Promise<unknown>,
][] = [
  [
    'submitted with the form',
    (drafts, { token }, file) => drafts.addFiles(token, [{ status: 'success', file }], limits),
  ],
  ['uploaded before the form', (drafts, { id }, file) => drafts.addUploadedFile(id, 'f'.repeat(32), file, limits)],
];

const additionCases = additions.flatMap(([name, add]) => statementCounts.map((after) => ({ name, add, after })));

test.each(additionCases)('a draft never exceeds its file limit: $name ($after)', async ({ add, after }) => {
  const draft = await draftOf('a');
  const rival = startRival(
    `
    INSERT INTO draft_files (id, draft_id, position, name, type, size, sha256, storage_key)
    SELECT 'rival', id, 1, 'rival', 'application/pdf', 1, 'rival', 'rival' FROM drafts`,
    after,
  );
  await add(
    openDrafts(rival.database, store, () => now),
    draft,
    await storeFile('b'),
  );
  expect(await database.selectFrom('draft_files').select('id').execute()).toHaveLength(2);
});

test.each(additionCases)(
  'a draft deleted in the meantime counts as expired: $name ($after)',
  async ({ add, after }) => {
    const draft = await draftOf('a');
    const rival = startRival('DELETE FROM drafts', after);
    const drafts = openDrafts(rival.database, store, () => now);
    const result = await add(drafts, draft, await storeFile('b'));
    const files = await database.selectFrom('draft_files').select('name').execute();
    if (rival.written() === 0) expect(files).toHaveLength(2);
    else expect(result).toMatchObject('error' in (result as object) ? { error: 'draft_expired' } : { isExpired: true });
  },
);

test.each(statementCounts)('a jump of the shared clock is recorded only once (%i)', async (after) => {
  await database.insertInto('seen_time').values({ name: 'site', seen: now, clock: now }).execute();
  const rival = startRival(`INSERT INTO clock_leaps (seen_at, milliseconds) VALUES (${now + 1}, ${5 * day})`, after);
  await recordJump(rival.database, now, 5 * day);
  await recordJump(database, now + 4_000, 5 * day + 3);
  expect(await listUnconfirmedJumps(database)).toHaveLength(1 + rival.written());
  await recordJump(database, now + 4_500, day);
  expect(await listUnconfirmedJumps(database)).toHaveLength(2 + rival.written());
});
