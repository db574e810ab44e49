import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { eraseEnquiry } from '#app/retention/retention.server.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';
import { memoryStore } from '#tests/support/memory-storage.ts';
import { readEvents } from '../progress/read-progress.server.ts';
import { recordEvent } from '../progress/record-event.server.ts';
import { lockEnquiry } from '../store/lock-enquiry.server.ts';
import { readOutboxMessage } from '../store/outbox-message.server.ts';
import { readEnquiry } from '../store/read-enquiry.server.ts';
import { type NewEnquiry, storeEnquiry } from '../store/store-enquiry.server.ts';
import { addAnswer, addDocuments, correctContactDetails } from './add-to-enquiry.server.ts';

const contactDetails = { name: 'أحمد', phone: '+966501234567', email: 'a@b.example' };
const now = Date.UTC(2027, 2, 27);

let database: Database;
let id: string;
let original: NewEnquiry;

beforeEach(async () => {
  database = await openDatabase(':memory:');
  const fields = { ...contactDetails, origin: 'RUH', destination: 'MUC' };
  const enquiry = { kind: 'evacuation' as const, language: 'ar' as const, fields, privacyNotice: 'test' };
  original = { ...enquiry, attachments: [file('first', 'a')] };
  ({ id } = await storeEnquiry(database, original, 'api', now));
});

afterEach(async () => {
  await database.destroy();
});

function file(name: string, content: string): StoredFile {
  return { name, type: 'application/pdf', size: 3, sha256: content, storageKey: randomBytes(16).toString('hex') };
}

const messageByNumber = (number: number) =>
  database.selectFrom('parcels').select('id').where('number', '=', number).executeTakeFirstOrThrow();

async function readState() {
  const record = await readEnquiry(database, { id });
  if (!record) throw new Error('Enquiry not found');
  return {
    fields: record.enquiry.fields,
    files: record.enquiry.attachments.map(({ name }, index) => `${record.messageNumbers[index]} ${name}`),
    outboxMessages: record.outboxMessages.map(({ number, purpose, desk }) => `${number} ${purpose} ${desk}`),
  };
}

describe('documents added later', () => {
  test('are delivered in a separate message', async () => {
    const added = await addDocuments(database, id, [file('b', 'b'), file('c', 'c')], 'api', now);
    expect(added.outcome).toBe('added');
    expect(await readState()).toMatchObject({
      files: ['0 first', '1 b', '1 c'],
      outboxMessages: ['0 enquiry api', '1 documents api'],
    });
  });

  test('are not added twice, even under another name', async () => {
    await addDocuments(database, id, [file('b', 'b')], 'api', now);
    expect(await addDocuments(database, id, [file('again', 'b'), file('x', 'a')], 'api', now)).toEqual({
      outcome: 'unchanged',
    });
    await addDocuments(database, id, [file('again', 'b'), file('new', 'n')], 'api', now);
    expect((await readState()).files).toEqual(['0 first', '1 b', '2 new']);
  });

  test('are rejected beyond the maximum number of messages', async () => {
    for (let number = 1; number < 20; number += 1) {
      expect((await addDocuments(database, id, [file('f', String(number))], 'api', now)).outcome).toBe('added');
    }
    expect(await addDocuments(database, id, [file('f', 'one more')], 'api', now)).toEqual({ outcome: 'full' });
    const corrected = { ...contactDetails, name: 'other' };
    expect(await correctContactDetails(database, id, corrected, 'api', now)).toEqual({ outcome: 'full' });
    const { files, fields } = await readState();
    expect(files).toHaveLength(20);
    expect(fields.name).toBe(contactDetails.name);
  });
});

describe('a correction', () => {
  test('changes only the contact details and creates a message without files', async () => {
    const corrected = { name: 'أحمد علي', phone: '+966507654321', email: 'new@b.example' };
    expect((await correctContactDetails(database, id, corrected, 'api', now)).outcome).toBe('added');
    expect(await readState()).toEqual({
      fields: { ...corrected, origin: 'RUH', destination: 'MUC' },
      files: ['0 first'],
      outboxMessages: ['0 enquiry api', '1 correction api'],
    });
  });

  test('does not change earlier messages, whose idempotency keys stand for fixed content', async () => {
    const corrected = { name: 'أحمد علي', phone: '+966507654321', email: 'new@b.example' };
    const correctedAgain = { ...corrected, phone: '+966507654322' };
    const { id: originalMessage } = await messageByNumber(0);
    await correctContactDetails(database, id, corrected, 'api', now);
    await correctContactDetails(database, id, correctedAgain, 'api', now);
    const phoneIn = async (messageId: string) => {
      const message = await readOutboxMessage(database, messageId);
      return message?.purpose === 'erasure' ? undefined : message?.enquiry.fields.phone;
    };
    expect(await phoneIn(originalMessage)).toBe(contactDetails.phone);
    expect(await phoneIn((await messageByNumber(1)).id)).toBe(corrected.phone);
    expect(await phoneIn((await messageByNumber(2)).id)).toBe(correctedAgain.phone);
  });

  test('is not revealed to someone who submits the original content again', async () => {
    await correctContactDetails(database, id, { ...contactDetails, phone: '+966507654321' }, 'api', now);
    const resubmitted = await storeEnquiry(database, original, 'api', now + 1);
    expect(resubmitted.id).not.toBe(id);
  });

  test('without changes creates no message', async () => {
    expect(await correctContactDetails(database, id, contactDetails, 'api', now)).toEqual({ outcome: 'unchanged' });
    expect((await readState()).outboxMessages).toHaveLength(1);
  });
});

test('adds nothing to an erased or unknown enquiry', async () => {
  await eraseEnquiry(database, memoryStore(), id, 'visitor', now);
  const corrected = { ...contactDetails, name: 'other' };
  for (const enquiryId of [id, 'none']) {
    expect(await addDocuments(database, enquiryId, [file('b', 'b')], 'api', now)).toEqual({ outcome: 'gone' });
    expect(await correctContactDetails(database, enquiryId, corrected, 'api', now)).toEqual({ outcome: 'gone' });
  }
  expect(await database.selectFrom('attachments').selectAll().execute()).toEqual([]);
});

describe('answers from the family', () => {
  const answer = (text: string, files: StoredFile[] = [], at = now) =>
    addAnswer(database, id, { text, files }, 'api', at);

  test('are separate messages, with their text and files, and make it the company’s turn', async () => {
    const added = await answer('نعم، المريض في الرياض', [file('report', 'b'), file('first again', 'a')]);
    if (added.outcome !== 'added') throw new Error(added.outcome);
    const message = await readOutboxMessage(database, added.messageId);
    expect(message).toMatchObject({ purpose: 'answer', text: 'نعم، المريض في الرياض', number: 1 });
    expect(message?.purpose === 'answer' && message.enquiry.attachments.map(({ name }) => name)).toEqual(['report']);
    const events = await readEvents(database, id);
    expect(events).toMatchObject([{ kind: 'replied', source: 'family', details: { message: 1 } }]);
    const notices = await database.selectFrom('notices').select('notice').execute();
    expect(notices.map(({ notice }) => (JSON.parse(notice) as { type: string }).type)).toEqual(['request.answer']);
    expect(notices[0]?.notice).not.toContain('الرياض');
  });

  test('are stored once if sent twice, but again after another question', async () => {
    await answer('yes');
    expect(await answer('yes', [], now + 1000)).toEqual({ outcome: 'unchanged' });
    expect((await answer('yes', [file('new', 'c')], now + 1000)).outcome).toBe('added');
    await database.transaction().execute(async (transaction) => {
      const enquiry = await lockEnquiry(transaction, id);
      const asked = { kind: 'asked', at: now + 2000, source: 'command-line', details: { text: '?' } } as const;
      if (enquiry) await recordEvent(transaction, enquiry, asked, now + 2000);
    });
    expect((await answer('yes', [], now + 3000)).outcome).toBe('added');
  });

  test('do not count towards the limit on documents', async () => {
    for (let number = 0; number < 100; number += 1) expect((await answer(`${number}`)).outcome).toBe('added');
    expect(await answer('one more')).toEqual({ outcome: 'full' });
    expect((await addDocuments(database, id, [file('later', 'z')], 'api', now)).outcome).toBe('added');
  });

  test('are erased with the request', async () => {
    await answer('secret');
    await eraseEnquiry(database, memoryStore(), id, 'visitor', now);
    expect(JSON.stringify(await database.selectFrom('parcels').selectAll().execute())).not.toContain('secret');
  });
});

test('documents and corrections make it the company’s turn as well', async () => {
  await addDocuments(database, id, [file('later', 'b')], 'api', now);
  await correctContactDetails(database, id, { ...contactDetails, phone: '+966500000000' }, 'api', now);
  expect((await readEvents(database, id)).map(({ kind, details }) => [kind, details.message])).toEqual([
    ['replied', 1],
    ['replied', 2],
  ]);
});
