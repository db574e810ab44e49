import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import type { DeliveryResult, Desk } from '#app/delivery/channels/desk.server.ts';
import { openDelivery } from '#app/delivery/outbox/delivery.server.ts';
import { requeue } from '#app/delivery/outbox/requeue.server.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';
import { longestWait, waitFor } from '#tests/support/wait-for.ts';
import { addDocuments, correctContactDetails } from '../correspondence/add-to-enquiry.server.ts';
import type { OutboxMessage } from '../enquiry.ts';
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
const responseTimeout = longestWait;

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

async function addFiles(...names: string[]): Promise<string> {
  const added = await addDocuments(database, stored.id, names.map(file), 'none yet', Date.now());
  if (added.outcome !== 'added') throw new Error(added.outcome);
  return added.messageId;
}

async function correctName(name: string): Promise<string> {
  const details = { name, phone: fields.phone, email: fields.email };
  const added = await correctContactDetails(database, stored.id, details, 'none yet', Date.now());
  if (added.outcome !== 'added') throw new Error(added.outcome);
  return added.messageId;
}

/** Creates a desk that records the purpose of each message. It returns `results` in order, then accepts every message. */
function recordingDesk(...results: DeliveryResult[]): { desk: Desk; purposes: string[] } {
  const purposes: string[] = [];
  const deliver = (message: OutboxMessage) => {
    purposes.push(message.purpose);
    return Promise.resolve(results.shift() ?? { outcome: 'accepted' as const });
  };
  return { desk: { name: 'recording', deliver }, purposes };
}

const unavailable: DeliveryResult = { outcome: 'unavailable', reason: 'away' };
const refused: DeliveryResult = { outcome: 'refused', reason: 'no' };
const stateOf = async (id: string) =>
  (await database.selectFrom('parcels').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;

describe('an outbox message', () => {
  test('contains the enquiry with only the files of the message', async () => {
    const later = await addFiles('second', 'third');
    const first = await readOutboxMessage(database, stored.messageId);
    const second = await readOutboxMessage(database, later);
    expect(first).toMatchObject({ purpose: 'enquiry', enquiry: { reference: stored.reference, fields } });
    expect(second).toMatchObject({ purpose: 'documents', enquiry: { reference: stored.reference, fields } });
    const names = (message: OutboxMessage | undefined) =>
      message && message.purpose !== 'erasure' ? message.enquiry.attachments.map(({ name }) => name) : undefined;
    expect(names(first)).toEqual(['first']);
    expect(names(second)).toEqual(['second', 'third']);
  });

  test('contains the corrected details and no files if it is a correction', async () => {
    const message = await readOutboxMessage(database, await correctName('أحمد علي'));
    expect(message).toMatchObject({
      purpose: 'correction',
      enquiry: { fields: { name: 'أحمد علي' }, attachments: [] },
    });
  });

  test('is undefined if it does not exist', async () => {
    expect(await readOutboxMessage(database, 'none')).toBeUndefined();
  });
});

describe('messages of one enquiry', () => {
  test('are delivered in order, so a waiting message blocks later ones', async () => {
    const { desk, purposes } = recordingDesk(unavailable);
    const delivery = openDelivery(database, desk, pino({ level: 'silent' }));
    const later = await addFiles('second');
    expect(await delivery.attempt(stored.messageId, responseTimeout)).toBe('waiting');
    expect(await delivery.attempt(later, responseTimeout)).toBe('waiting');
    expect(purposes).toEqual(['enquiry']);
    expect(await delivery.attempt(stored.messageId, responseTimeout)).toBe('delivered');
    expect(await delivery.attempt(later, responseTimeout)).toBe('delivered');
    expect(purposes).toEqual(['enquiry', 'enquiry', 'documents']);
  });

  test('are not blocked by a rejected message', async () => {
    const { desk, purposes } = recordingDesk(refused);
    const delivery = openDelivery(database, desk, pino({ level: 'silent' }));
    const later = await correctName('أحمد علي');
    expect(await delivery.attempt(stored.messageId, responseTimeout)).toBe('refused');
    expect(await delivery.attempt(later, responseTimeout)).toBe('delivered');
    expect(purposes).toEqual(['enquiry', 'correction']);
  });

  test('are not blocked by messages of another enquiry', async () => {
    const { desk } = recordingDesk(unavailable);
    const delivery = openDelivery(database, desk, pino({ level: 'silent' }));
    await delivery.attempt(stored.messageId, responseTimeout);
    const enquiry = { kind: 'evacuation' as const, language: 'ar' as const, privacyNotice: 'test', attachments: [] };
    const other = { ...enquiry, fields: { ...fields, name: 'other' } };
    const { messageId } = await storeEnquiry(database, other, 'none yet', Date.now());
    expect(await delivery.attempt(messageId, responseTimeout)).toBe('delivered');
  });

  test('are delivered in order if they are due at the same time', async () => {
    const { desk, purposes } = recordingDesk();
    await addFiles('second');
    await correctName('أحمد علي');
    expect(await requeue(database, { reference: stored.reference }, Date.now())).toBe(3);
    const delivery = openDelivery(database, desk, pino({ level: 'silent' }));
    delivery.start();
    await waitFor(() => purposes.length === 3);
    await delivery.stop();
    expect(purposes).toEqual(['enquiry', 'documents', 'correction']);
  });
});

describe('requeueing', () => {
  test('makes only rejected messages wait again, not delivered ones', async () => {
    const { desk } = recordingDesk({ outcome: 'accepted' }, refused);
    const delivery = openDelivery(database, desk, pino({ level: 'silent' }));
    const later = await addFiles('second');
    await delivery.attempt(stored.messageId, responseTimeout);
    await delivery.attempt(later, responseTimeout);
    expect(await stateOf(later)).toBe('refused');
    expect(await requeue(database, 'refused', Date.now())).toBe(1);
    expect(await requeue(database, 'refused', Date.now())).toBe(0);
    expect([await stateOf(stored.messageId), await stateOf(later)]).toEqual(['delivered', 'waiting']);
  });

  test('makes an enquiry’s waiting messages due, except during an attempt', async () => {
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
