import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import type { CheckState } from '#app/database/tables.ts';
import { readOutboxMessage } from '#app/enquiries/store/outbox-message.server.ts';
import { readEnquiry } from '#app/enquiries/store/read-enquiry.server.ts';
import { storeEnquiry } from '#app/enquiries/store/store-enquiry.server.ts';
import { sendLateFiles } from './late-files.server.ts';

const fields = { name: 'أحمد', phone: '+966501234567', email: 'a@b.example', origin: 'RUH', destination: 'MUC' };
const now = Date.now();

let database: Database;

beforeEach(async () => {
  database = await openDatabase(':memory:');
});

afterEach(async () => {
  await database.destroy();
});

/** Stores an enquiry with late files, which have no verdict yet. */
async function storeWithLateFiles(...names: string[]) {
  const attachments = names.map((name) => ({
    ...{ name, type: 'application/pdf', size: 3, sha256: name, storageKey: name },
  }));
  const enquiry = { kind: 'evacuation' as const, language: 'ar' as const, fields, privacyNotice: '', attachments };
  const stored = await storeEnquiry(database, enquiry, 'api', now, 'waiting');
  await database.updateTable('attachments').set({ follow_up: 0 }).where('enquiry_id', '=', stored.id).execute();
  return stored;
}

const setVerdict = (name: string, virus_check: CheckState) =>
  database.updateTable('attachments').set({ virus_check }).where('name', '=', name).execute();
const messagesOf = (id: string) =>
  database.selectFrom('parcels').selectAll().where('enquiry_id', '=', id).orderBy('number').execute();

test('sends late files that have a verdict together, and the others later', async () => {
  const { id } = await storeWithLateFiles('a', 'b', 'c');
  await sendLateFiles(database, 'api', now);
  expect(await messagesOf(id)).toHaveLength(1);

  await setVerdict('a', 'clean');
  await setVerdict('b', 'infected');
  await sendLateFiles(database, 'api', now);
  await sendLateFiles(database, 'api', now);
  const messages = await messagesOf(id);
  expect(messages).toMatchObject([
    { number: 0, purpose: 'enquiry' },
    { number: 1, purpose: 'documents', state: 'waiting', next_attempt_at: now },
  ]);
  const [first, later] = await Promise.all(messages.map((message) => readOutboxMessage(database, message.id)));
  expect(first).toMatchObject({ enquiry: { attachments: [] }, withheld: { files: [], pendingCount: 3 } });
  expect(later).toMatchObject({
    enquiry: { attachments: [{ name: 'a' }] },
    withheld: { files: [{ name: 'b', verdict: 'infected' }], pendingCount: 0 },
  });
  expect((await readEnquiry(database, { id }))?.checks.map(({ followUp }) => followUp)).toEqual([1, 1, 0]);
});

test('creates one message per enquiry, and none for an erased one', async () => {
  const enquiry = await storeWithLateFiles('a');
  const erased = await storeWithLateFiles('b');
  await setVerdict('a', 'clean');
  await setVerdict('b', 'clean');
  await database.deleteFrom('attachments').where('enquiry_id', '=', erased.id).execute();
  await sendLateFiles(database, 'api', now);
  expect(await messagesOf(enquiry.id)).toHaveLength(2);
  expect(await messagesOf(erased.id)).toHaveLength(1);
});

test('does not send a late file with the enquiry, even if its verdict arrives before its own message is created', async () => {
  const { id, messageId } = await storeWithLateFiles('a', 'b');
  await setVerdict('a', 'clean');
  await setVerdict('b', 'infected');
  const enquiry = await readOutboxMessage(database, messageId);
  expect(enquiry).toMatchObject({
    purpose: 'enquiry',
    enquiry: { attachments: [] },
    withheld: { pendingCount: 2, files: [] },
  });
  await sendLateFiles(database, 'api', now);
  const later = (await messagesOf(id))[1]?.id ?? '';
  expect(await readOutboxMessage(database, later)).toMatchObject({ enquiry: { attachments: [{ name: 'a' }] } });
});
