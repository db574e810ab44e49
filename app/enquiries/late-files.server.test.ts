import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase, type Database } from '#app/database/database.server.ts';
import type { CheckState } from '#app/database/tables.ts';
import { sendLateFiles } from './late-files.server.ts';
import { readParcel } from './parcel.server.ts';
import { readEnquiry } from './read-enquiry.server.ts';
import { storeEnquiry } from './store-enquiry.server.ts';

const fields = { name: 'أحمد', phone: '+966501234567', email: 'a@b.example', origin: 'RUH', destination: 'MUC' };
const now = Date.now();

let folder: string;
let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'late-'));
  database = await openDatabase(join(folder, 'site.db'));
});

afterEach(async () => {
  await database.destroy();
  rmSync(folder, { recursive: true });
});

/** An enquiry whose files have no verdict and are late. */
async function withLateFiles(...names: string[]) {
  const attachments = names.map((name) => ({
    ...{ name, type: 'application/pdf', size: 3, sha256: name, storageKey: name },
  }));
  const enquiry = { kind: 'evacuation' as const, language: 'ar' as const, fields, privacyNotice: '', attachments };
  const stored = await storeEnquiry(database, enquiry, 'api', now, 'waiting');
  await database.updateTable('attachments').set({ follow_up: 0 }).where('enquiry_id', '=', stored.id).execute();
  return stored;
}

const judge = (name: string, virus_check: CheckState) =>
  database.updateTable('attachments').set({ virus_check }).where('name', '=', name).execute();
const parcelsOf = (id: string) =>
  database.selectFrom('parcels').selectAll().where('enquiry_id', '=', id).orderBy('number').execute();

test('late files go together once they are judged, and those without a verdict stay for later', async () => {
  const { id } = await withLateFiles('a', 'b', 'c');
  await sendLateFiles(database, 'api', now);
  expect(await parcelsOf(id)).toHaveLength(1);

  await judge('a', 'clean');
  await judge('b', 'infected');
  await sendLateFiles(database, 'api', now);
  await sendLateFiles(database, 'api', now);
  const parcels = await parcelsOf(id);
  expect(parcels).toMatchObject([
    { number: 0, purpose: 'enquiry' },
    { number: 1, purpose: 'documents', state: 'waiting', next_attempt_at: now },
  ]);
  const [first, later] = await Promise.all(parcels.map((parcel) => readParcel(database, parcel.id)));
  expect(first).toMatchObject({ enquiry: { attachments: [] }, heldBack: { files: [], following: 3 } });
  expect(later).toMatchObject({
    enquiry: { attachments: [{ name: 'a' }] },
    heldBack: { files: [{ name: 'b', verdict: 'infected' }], following: 0 },
  });
  expect((await readEnquiry(database, { id }))?.checks.map(({ followUp }) => followUp)).toEqual([1, 1, 0]);
});

test('each enquiry gets its own, and an erased one none', async () => {
  const one = await withLateFiles('a');
  const other = await withLateFiles('b');
  await judge('a', 'clean');
  await judge('b', 'clean');
  await database.deleteFrom('attachments').where('enquiry_id', '=', other.id).execute();
  await sendLateFiles(database, 'api', now);
  expect(await parcelsOf(one.id)).toHaveLength(2);
  expect(await parcelsOf(other.id)).toHaveLength(1);
});

test('a late file that has its verdict before its parcel is made does not go with the enquiry', async () => {
  const { id, parcelId } = await withLateFiles('a', 'b');
  await judge('a', 'clean');
  await judge('b', 'infected');
  const enquiry = await readParcel(database, parcelId);
  expect(enquiry).toMatchObject({
    purpose: 'enquiry',
    enquiry: { attachments: [] },
    heldBack: { following: 2, files: [] },
  });
  await sendLateFiles(database, 'api', now);
  const later = (await parcelsOf(id))[1]?.id ?? '';
  expect(await readParcel(database, later)).toMatchObject({ enquiry: { attachments: [{ name: 'a' }] } });
});
