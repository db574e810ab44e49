import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#app/database/database.server.ts';
import type { Desk } from '#app/delivery/channels/desk.server.ts';
import { openDelivery } from '#app/delivery/outbox/delivery.server.ts';
import { addDocuments } from '#app/enquiries/correspondence/add-to-enquiry.server.ts';
import { readOutboxMessage } from '#app/enquiries/store/outbox-message.server.ts';
import { readEnquiry, readErasure } from '#app/enquiries/store/read-enquiry.server.ts';
import { type StoredEnquiry, storeEnquiry } from '#app/enquiries/store/store-enquiry.server.ts';
import { type Drafts, openDrafts } from '#app/uploads/drafts/drafts.server.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';
import { type MemoryStore, openMemoryStorage } from '#tests/support/memory-storage.ts';
import { eraseEnquiry, wasAnythingErasedSince } from './retention.server.ts';

const day = 24 * 60 * 60 * 1000;
const start = Date.UTC(2027, 2, 27);
const limits = { maxFiles: 7, maxBytes: 1000, maxMegabytes: 0, types: 'medical' as const };

let database: Database;
let store: MemoryStore;
let drafts: Drafts;

beforeEach(async () => {
  ({ database, files: store } = await openMemoryStorage());
  drafts = openDrafts(database, store);
});

afterEach(async () => {
  await database.destroy();
});

async function writeFile(name: string): Promise<StoredFile> {
  const writer = await store.create();
  await writer.write(Buffer.from(name));
  await writer.commit();
  return { name, type: 'application/pdf', size: name.length, sha256: name, storageKey: writer.key };
}

async function storeTestEnquiry(name: string, files: StoredFile[] = [], at = start): Promise<StoredEnquiry> {
  const fields = { name, phone: '+966501234567', email: 'a@b.example', origin: 'RUH', destination: 'MUC' };
  const sent = { kind: 'evacuation' as const, language: 'ar' as const, fields, privacyNotice: 'test' };
  return storeEnquiry(database, { ...sent, attachments: files }, 'api', at);
}

const updateMessages = (id: string, values: { attempts?: number; leased_until?: number; desk?: string }) =>
  database.updateTable('parcels').set(values).where('enquiry_id', '=', id).execute();
const storedKeys = () => store.keys();
const readRows = async () => ({
  attachments: await database.selectFrom('attachments').select('name').execute(),
  draftFiles: await database.selectFrom('draft_files').select('name').execute(),
  parcels: await database.selectFrom('parcels').select(['enquiry_id', 'number', 'purpose', 'desk']).execute(),
});

describe('erasing an enquiry', () => {
  test('keeps its reference, kind, country, dates and receipt URL', async () => {
    const { id, reference, receiptToken } = await storeTestEnquiry('أحمد', [
      await writeFile('a'),
      await writeFile('b'),
    ]);
    expect(await eraseEnquiry(database, store, id, 'done', start + day)).toEqual({ erasureMessageId: undefined });
    expect(await database.selectFrom('enquiries').selectAll().execute()).toEqual([
      {
        ...{ id, reference, kind: 'evacuation', received_at: start, erased_at: start + day, erased_because: 'done' },
        ...{ fields: '{}', language: '', privacy_notice: '', may_be_automated: 0, taken_at: null },
        ...{ content_hash: null, sending_hash: null, alike: null, erasure_noted: 0, clock_behind: 0 },
        ...{ state: 'new', owner: null, case_version: 0, closed_at: null, call_again_at: null, call_announced: null },
        ...{ restricted_at: null, wants_mail: 0, expiry_announced_at: null },
        ...{ closing_counts_from: null, country: 'SA' },
      },
    ]);
    expect(await readRows()).toEqual({ attachments: [], draftFiles: [], parcels: [] });
    expect(storedKeys()).toEqual([]);
    expect(await readEnquiry(database, { receiptToken })).toBeUndefined();
    expect(await readErasure(database, { receiptToken })).toEqual({ at: start + day, isRecorded: false });
  });

  test('deletes drafts with the same files and keeps files of other enquiries', async () => {
    const submitted = await writeFile('submitted');
    const unsent = await writeFile('unsent');
    const { token } = await drafts.addFiles(
      undefined,
      [submitted, unsent].map((file) => ({ status: 'success' as const, file })),
      limits,
    );
    const shared = await writeFile('shared');
    const { id } = await storeTestEnquiry('one', [submitted, shared]);
    await storeTestEnquiry('two', [shared]);
    await eraseEnquiry(database, store, id, 'done', start);
    // Erasure deletes the whole draft; otherwise, a form submitted from it later would look as if it never had files.
    expect(await readRows()).toMatchObject({ attachments: [{ name: 'shared' }], draftFiles: [] });
    expect(storedKeys()).toEqual([shared.storageKey]);
    expect(await drafts.addFiles(token, [], limits)).toMatchObject({ files: [], isExpired: true });
  });

  test('includes documents added later', async () => {
    const { id } = await storeTestEnquiry('one', [await writeFile('a')]);
    await addDocuments(database, id, [await writeFile('b')], 'api', start);
    await eraseEnquiry(database, store, id, 'expired', start);
    expect(await readRows()).toEqual({ attachments: [], draftFiles: [], parcels: [] });
    expect(storedKeys()).toEqual([]);
  });

  test('is idempotent', async () => {
    const { id } = await storeTestEnquiry('one');
    await eraseEnquiry(database, store, id, 'visitor', start);
    await eraseEnquiry(database, store, id, 'done', start + day);
    const row = await database.selectFrom('enquiries').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ erased_at: start, erased_because: 'visitor' });
  });

  test('lets the same content be stored as a new enquiry afterwards', async () => {
    const first = await storeTestEnquiry('one');
    await eraseEnquiry(database, store, first.id, 'visitor', start);
    expect((await storeTestEnquiry('one', [], start + 1)).reference).not.toBe(first.reference);
  });
});

describe('the desk', () => {
  test.each([
    ['has received the enquiry', { attempts: 1 }],
    ['may have received the enquiry from a process that crashed', { leased_until: start - 1 }],
  ])('is told that the visitor erased the enquiry if it %s', async (_case, values) => {
    const { id, reference } = await storeTestEnquiry('one');
    await updateMessages(id, values);
    const { erasureMessageId = '' } = await eraseEnquiry(database, store, id, 'visitor', start);
    expect(await readOutboxMessage(database, erasureMessageId)).toEqual({
      number: 1,
      createdAt: expect.any(Number) as number,
      purpose: 'erasure',
      enquiryId: id,
      reference,
      kind: 'evacuation',
    });
    expect((await readRows()).parcels).toEqual([{ enquiry_id: id, number: 1, purpose: 'erasure', desk: 'api' }]);
  });

  test('is informed of an erasure after a delivery in progress has finished', async () => {
    const { id, messageId } = await storeTestEnquiry('one', [], Date.now());
    const receivedPurposes: string[] = [];
    let finishDelivery: () => void = () => undefined;
    const desk: Desk = {
      name: 'api',
      deliver: async ({ purpose }) => {
        receivedPurposes.push(purpose);
        if (purpose === 'enquiry') await new Promise<void>((resolve) => (finishDelivery = resolve));
        return { outcome: 'accepted' };
      },
    };
    const delivery = openDelivery(database, desk, pino({ level: 'silent' }));
    expect(await delivery.attempt(messageId, 50)).toBe('waiting');
    const { erasureMessageId = '' } = await eraseEnquiry(database, store, id, 'visitor', Date.now());
    expect(await delivery.attempt(erasureMessageId, 1000)).toBe('waiting');
    expect(receivedPurposes).toEqual(['enquiry']);
    finishDelivery();
    await expect.poll(() => delivery.attempt(erasureMessageId, 1000)).toBe('delivered');
    expect(receivedPurposes).toEqual(['enquiry', 'erasure']);
    await delivery.stop();
  });

  test('is informed of an erasure after a failed delivery, which is not retried', async () => {
    const { id, messageId } = await storeTestEnquiry('one', [], Date.now());
    await updateMessages(id, { leased_until: Date.now() + 60_000 });
    const { erasureMessageId = '' } = await eraseEnquiry(database, store, id, 'visitor', Date.now());
    await updateMessages(id, { leased_until: 0 });
    const receivedPurposes: string[] = [];
    const desk: Desk = {
      name: 'api',
      deliver: ({ purpose }) => {
        receivedPurposes.push(purpose);
        return Promise.resolve({ outcome: 'accepted' });
      },
    };
    const delivery = openDelivery(database, desk, pino({ level: 'silent' }));
    await delivery.attempt(messageId, 1000);
    expect(await delivery.attempt(erasureMessageId, 1000)).toBe('delivered');
    expect(receivedPurposes).toEqual(['erasure']);
    await delivery.stop();
  });

  test.each([
    ['it never received the enquiry', { attempts: 0 }, 'visitor'],
    ['it is the inbox', { attempts: 1, desk: 'inbox' }, 'visitor'],
    ['staff erased the enquiry', { attempts: 1 }, 'done'],
    ['the enquiry expired', { attempts: 1 }, 'expired'],
  ] as const)('is not informed of an erasure if %s', async (_case, values, reason) => {
    const { id } = await storeTestEnquiry('one');
    await updateMessages(id, values);
    expect(await eraseEnquiry(database, store, id, reason, start)).toEqual({ erasureMessageId: undefined });
    expect((await readRows()).parcels).toEqual([]);
  });
});

test('reports whether anything has been erased since a given time', async () => {
  const { id } = await storeTestEnquiry('one');
  expect(await wasAnythingErasedSince(database, 0)).toBe(false);
  await eraseEnquiry(database, store, id, 'done', start);
  expect(await wasAnythingErasedSince(database, start)).toBe(true);
  expect(await wasAnythingErasedSince(database, start + 1)).toBe(false);
});
