import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import type { Desk, DeskAnswer } from '#app/delivery/channels/desk.server.ts';
import { openDelivery } from '#app/delivery/outbox/delivery.server.ts';
import { requeue } from '#app/delivery/outbox/requeue.server.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';
import type { OutboxMessage } from '../enquiry.ts';
import { addDocuments, correctContactDetails } from './add-to-enquiry.server.ts';
import { readOutboxMessage } from './outbox-message.server.ts';
import { type StoredEnquiry, storeEnquiry } from './store-enquiry.server.ts';

const fields = { name: 'أحمد', phone: '+966501234567', email: 'a@b.example', origin: 'RUH', destination: 'MUC' };
const file = (name: string): StoredFile => ({
  name,
  type: 'application/pdf',
  size: 3,
  sha256: `hash of ${name}`,
  storageKey: name.padEnd(32, '0'),
});
/** Longer than any response in these tests takes (ms). */
const patience = 10_000;

let database: Database;
let stored: StoredEnquiry;

beforeEach(async () => {
  database = await openDatabase(':memory:');
  const enquiry = { kind: 'evacuation' as const, language: 'ar' as const, fields, privacyNotice: 'test' };
  stored = await storeEnquiry(database, { ...enquiry, attachments: [file('first')] }, 'none yet', Date.now());
});

afterEach(async () => {
  await database.destroy();
});

async function documents(...names: string[]): Promise<string> {
  const added = await addDocuments(database, stored.id, names.map(file), 'none yet', Date.now());
  if (added.outcome !== 'added') throw new Error(added.outcome);
  return added.messageId;
}

async function correction(name: string): Promise<string> {
  const details = { name, phone: fields.phone, email: fields.email };
  const added = await correctContactDetails(database, stored.id, details, 'none yet', Date.now());
  if (added.outcome !== 'added') throw new Error(added.outcome);
  return added.messageId;
}

/** A desk that records the messages, gives these answers in turn, and accepts everything after them. */
function notingDesk(...answers: DeskAnswer[]): { desk: Desk; seen: string[] } {
  const seen: string[] = [];
  const deliver = (parcel: OutboxMessage) => {
    seen.push(parcel.purpose);
    return Promise.resolve(answers.shift() ?? { outcome: 'accepted' as const });
  };
  return { desk: { name: 'noting', deliver }, seen };
}

const away: DeskAnswer = { outcome: 'unavailable', reason: 'away' };
const no: DeskAnswer = { outcome: 'refused', reason: 'no' };
const stateOf = async (id: string) =>
  (await database.selectFrom('parcels').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;

describe('an outbox message', () => {
  test('contains the enquiry with only its own files', async () => {
    const later = await documents('second', 'third');
    const first = await readOutboxMessage(database, stored.messageId);
    const second = await readOutboxMessage(database, later);
    expect(first).toMatchObject({ purpose: 'enquiry', enquiry: { reference: stored.reference, fields } });
    expect(second).toMatchObject({ purpose: 'documents', enquiry: { reference: stored.reference, fields } });
    const names = (parcel: OutboxMessage | undefined) =>
      parcel && parcel.purpose !== 'erasure' ? parcel.enquiry.attachments.map(({ name }) => name) : undefined;
    expect(names(first)).toEqual(['first']);
    expect(names(second)).toEqual(['second', 'third']);
  });

  test('for a correction contains the corrected details and no files', async () => {
    const parcel = await readOutboxMessage(database, await correction('أحمد علي'));
    expect(parcel).toMatchObject({ purpose: 'correction', enquiry: { fields: { name: 'أحمد علي' }, attachments: [] } });
  });

  test('that does not exist is undefined', async () => {
    expect(await readOutboxMessage(database, 'none')).toBeUndefined();
  });
});

describe('messages of one enquiry', () => {
  test('are delivered in order: a waiting one blocks later ones', async () => {
    const { desk, seen } = notingDesk(away);
    const delivery = openDelivery(database, desk, pino({ level: 'silent' }));
    const later = await documents('second');
    expect(await delivery.attempt(stored.messageId, patience)).toBe('waiting');
    expect(await delivery.attempt(later, patience)).toBe('waiting');
    expect(seen).toEqual(['enquiry']);
    expect(await delivery.attempt(stored.messageId, patience)).toBe('delivered');
    expect(await delivery.attempt(later, patience)).toBe('delivered');
    expect(seen).toEqual(['enquiry', 'enquiry', 'documents']);
  });

  test('are not blocked by a refused one', async () => {
    const { desk, seen } = notingDesk(no);
    const delivery = openDelivery(database, desk, pino({ level: 'silent' }));
    const later = await correction('أحمد علي');
    expect(await delivery.attempt(stored.messageId, patience)).toBe('refused');
    expect(await delivery.attempt(later, patience)).toBe('delivered');
    expect(seen).toEqual(['enquiry', 'correction']);
  });

  test('are not blocked by those of another enquiry', async () => {
    const { desk } = notingDesk(away);
    const delivery = openDelivery(database, desk, pino({ level: 'silent' }));
    await delivery.attempt(stored.messageId, patience);
    const enquiry = { kind: 'evacuation' as const, language: 'ar' as const, privacyNotice: 'test', attachments: [] };
    const other = { ...enquiry, fields: { ...fields, name: 'other' } };
    const { messageId } = await storeEnquiry(database, other, 'none yet', Date.now());
    expect(await delivery.attempt(messageId, patience)).toBe('delivered');
  });

  test('that are due together are delivered in order', async () => {
    const { desk, seen } = notingDesk();
    await documents('second');
    await correction('أحمد علي');
    expect(await requeue(database, { reference: stored.reference }, Date.now())).toBe(3);
    const delivery = openDelivery(database, desk, pino({ level: 'silent' }));
    delivery.start();
    const end = Date.now() + 8_000;
    while (seen.length < 3 && Date.now() < end) await pause(50);
    await delivery.stop();
    expect(seen).toEqual(['enquiry', 'documents', 'correction']);
  });
});

describe('requeueing', () => {
  test('makes refused messages wait again, not delivered ones', async () => {
    const { desk } = notingDesk({ outcome: 'accepted' }, no);
    const delivery = openDelivery(database, desk, pino({ level: 'silent' }));
    const later = await documents('second');
    await delivery.attempt(stored.messageId, patience);
    await delivery.attempt(later, patience);
    expect(await stateOf(later)).toBe('refused');
    expect(await requeue(database, 'refused', Date.now())).toBe(1);
    expect(await requeue(database, 'refused', Date.now())).toBe(0);
    expect([await stateOf(stored.messageId), await stateOf(later)]).toEqual(['delivered', 'waiting']);
  });

  test('an enquiry makes its waiting messages due, except for a running attempt', async () => {
    const later = Date.now() + 60_000;
    await database.updateTable('parcels').set({ next_attempt_at: later }).execute();
    const now = Date.now();
    expect(await requeue(database, { reference: 'ZZZZZZZZ' }, now)).toBe(0);
    expect(await requeue(database, { reference: stored.reference }, now)).toBe(1);
    const row = await database.selectFrom('parcels').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: 'waiting', next_attempt_at: now });
    await database.updateTable('parcels').set({ leased_until: later }).execute();
    expect(await requeue(database, { reference: stored.reference }, now)).toBe(0);
  });
});
