import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase, type Database } from '#app/database/database.server.ts';
import type { StoredFile } from '#app/uploads/keep-file.server.ts';
import { addDocuments, correctContactDetails } from './add-to-enquiry.server.ts';
import { openDelivery } from './delivery.server.ts';
import type { Desk, DeskAnswer } from './desk.server.ts';
import type { Parcel } from './enquiry.ts';
import { readParcel } from './parcel.server.ts';
import { requeue } from './requeue.server.ts';
import { storeEnquiry, type StoredEnquiry } from './store-enquiry.server.ts';

const fields = { name: 'أحمد', phone: '+966501234567', email: 'a@b.example', origin: 'RUH', destination: 'MUC' };
const file = (name: string): StoredFile => ({
  name,
  type: 'application/pdf',
  size: 3,
  sha256: `hash of ${name}`,
  storageKey: name.padEnd(32, '0'),
});
/** Longer than any answer here takes. */
const patience = 10_000;

let folder: string;
let database: Database;
let stored: StoredEnquiry;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parcels-'));
  database = await openDatabase(join(folder, 'site.db'));
  const enquiry = { kind: 'evacuation' as const, language: 'ar' as const, fields, privacyNotice: 'test' };
  stored = await storeEnquiry(database, { ...enquiry, attachments: [file('first')] }, 'none yet', Date.now());
});

afterEach(async () => {
  await database.destroy();
  rmSync(folder, { recursive: true });
});

async function documents(...names: string[]): Promise<string> {
  const added = await addDocuments(database, stored.id, names.map(file), 'none yet', Date.now());
  if (added.outcome !== 'added') throw new Error(added.outcome);
  return added.parcelId;
}

async function correction(name: string): Promise<string> {
  const details = { name, phone: fields.phone, email: fields.email };
  const added = await correctContactDetails(database, stored.id, details, 'none yet', Date.now());
  if (added.outcome !== 'added') throw new Error(added.outcome);
  return added.parcelId;
}

/** A desk that notes what it gets and answers in turn; then it takes everything. */
function notingDesk(...answers: DeskAnswer[]): { desk: Desk; seen: string[] } {
  const seen: string[] = [];
  const deliver = (parcel: Parcel) => {
    seen.push(parcel.purpose);
    return Promise.resolve(answers.shift() ?? { outcome: 'accepted' as const });
  };
  return { desk: { name: 'noting', deliver }, seen };
}

const away: DeskAnswer = { outcome: 'unavailable', reason: 'away' };
const no: DeskAnswer = { outcome: 'refused', reason: 'no' };
const stateOf = async (id: string) =>
  (await database.selectFrom('parcels').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;

describe('a parcel', () => {
  test('brings its own files only, with the whole enquiry', async () => {
    const later = await documents('second', 'third');
    const first = await readParcel(database, stored.parcelId);
    const second = await readParcel(database, later);
    expect(first).toMatchObject({ purpose: 'enquiry', enquiry: { reference: stored.reference, fields } });
    expect(second).toMatchObject({ purpose: 'documents', enquiry: { reference: stored.reference, fields } });
    const names = (parcel: Parcel | undefined) =>
      parcel && parcel.purpose !== 'erasure' ? parcel.enquiry.attachments.map(({ name }) => name) : undefined;
    expect(names(first)).toEqual(['first']);
    expect(names(second)).toEqual(['second', 'third']);
  });

  test('of a correction has the corrected details and no files', async () => {
    const parcel = await readParcel(database, await correction('أحمد علي'));
    expect(parcel).toMatchObject({ purpose: 'correction', enquiry: { fields: { name: 'أحمد علي' }, attachments: [] } });
  });

  test('that is not there is undefined', async () => {
    expect(await readParcel(database, 'none')).toBeUndefined();
  });
});

describe('parcels of one enquiry', () => {
  test('go in their order: one that waits holds later ones back', async () => {
    const { desk, seen } = notingDesk(away);
    const delivery = openDelivery(database, desk, pino({ level: 'silent' }));
    const later = await documents('second');
    expect(await delivery.attempt(stored.parcelId, patience)).toBe('waiting');
    expect(await delivery.attempt(later, patience)).toBe('waiting');
    expect(seen).toEqual(['enquiry']);
    expect(await delivery.attempt(stored.parcelId, patience)).toBe('delivered');
    expect(await delivery.attempt(later, patience)).toBe('delivered');
    expect(seen).toEqual(['enquiry', 'enquiry', 'documents']);
  });

  test('are not held back by one that was refused: it waits for a person, they do not', async () => {
    const { desk, seen } = notingDesk(no);
    const delivery = openDelivery(database, desk, pino({ level: 'silent' }));
    const later = await correction('أحمد علي');
    expect(await delivery.attempt(stored.parcelId, patience)).toBe('refused');
    expect(await delivery.attempt(later, patience)).toBe('delivered');
    expect(seen).toEqual(['enquiry', 'correction']);
  });

  test('are not held back by those of another enquiry', async () => {
    const { desk } = notingDesk(away);
    const delivery = openDelivery(database, desk, pino({ level: 'silent' }));
    await delivery.attempt(stored.parcelId, patience);
    const enquiry = { kind: 'evacuation' as const, language: 'ar' as const, privacyNotice: 'test', attachments: [] };
    const other = { ...enquiry, fields: { ...fields, name: 'other' } };
    const { parcelId } = await storeEnquiry(database, other, 'none yet', Date.now());
    expect(await delivery.attempt(parcelId, patience)).toBe('delivered');
  });

  test('that are due together leave the outbox in their order', async () => {
    const { desk, seen } = notingDesk();
    await documents('second');
    await correction('أحمد علي');
    expect(await requeue(database, stored.reference, Date.now())).toBe(3);
    const delivery = openDelivery(database, desk, pino({ level: 'silent' }));
    delivery.start();
    const end = Date.now() + 8_000;
    while (seen.length < 3 && Date.now() < end) await pause(50);
    await delivery.stop();
    expect(seen).toEqual(['enquiry', 'documents', 'correction']);
  });
});

describe('handing over anew', () => {
  test('is for what was refused, here or everywhere, and leaves what was delivered', async () => {
    const { desk } = notingDesk({ outcome: 'accepted' }, no);
    const delivery = openDelivery(database, desk, pino({ level: 'silent' }));
    const later = await documents('second');
    await delivery.attempt(stored.parcelId, patience);
    await delivery.attempt(later, patience);
    expect(await stateOf(later)).toBe('refused');
    expect(await requeue(database, undefined, Date.now())).toBe(1);
    expect(await requeue(database, undefined, Date.now())).toBe(0);
    expect([await stateOf(stored.parcelId), await stateOf(later)]).toEqual(['delivered', 'waiting']);
  });

  test('of one enquiry makes what waits due, and leaves an attempt that is under way alone', async () => {
    const later = Date.now() + 60_000;
    await database.updateTable('parcels').set({ next_attempt_at: later }).execute();
    const now = Date.now();
    expect(await requeue(database, 'ZZZZZZZZ', now)).toBe(0);
    expect(await requeue(database, stored.reference, now)).toBe(1);
    const row = await database.selectFrom('parcels').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: 'waiting', next_attempt_at: now });
    await database.updateTable('parcels').set({ leased_until: later }).execute();
    expect(await requeue(database, stored.reference, now)).toBe(0);
  });
});
