import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { hashToken } from '#app/ids/secrets.server.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';
import { type NewEnquiry, storeEnquiry } from './store-enquiry.server.ts';

const now = Date.UTC(2027, 2, 27);
const day = 24 * 60 * 60 * 1000;

let database: Database;

beforeEach(async () => {
  database = await openDatabase(':memory:');
});

afterEach(async () => {
  await database.destroy();
});

const file = (name: string, key = name): StoredFile => ({
  name,
  type: 'application/pdf',
  size: 3,
  sha256: `hash of ${name}`,
  storageKey: key,
});

const enquiry: NewEnquiry = {
  kind: 'evacuation',
  language: 'ar',
  fields: {
    name: 'أحمد',
    phone: '+966501234567',
    email: 'a@b.example',
    origin: 'RUH',
    destination: 'MUC',
    date: undefined,
  },
  attachments: [file('one.pdf'), file('two.pdf')],
  privacyNotice: 'evacuation-2026-11-23',
  submission: { formKey: 'the key of this form' },
};

const submit = (changes: Partial<NewEnquiry> = {}, at = now) =>
  storeEnquiry(database, { ...enquiry, ...changes }, 'api', at);

async function count(table: 'enquiries' | 'attachments' | 'parcels' | 'receipts'): Promise<number> {
  return (await database.selectFrom(table).selectAll().execute()).length;
}

test('stores the fields, the files in order, the outbox message and the receipt', async () => {
  const { id, reference, receiptToken } = await submit();
  expect(await database.selectFrom('enquiries').selectAll().executeTakeFirst()).toMatchObject({
    id,
    reference,
    kind: 'evacuation',
    language: 'ar',
    privacy_notice: 'evacuation-2026-11-23',
    received_at: now,
    fields: JSON.stringify({
      name: 'أحمد',
      phone: '+966501234567',
      email: 'a@b.example',
      origin: 'RUH',
      destination: 'MUC',
    }),
  });
  expect(await database.selectFrom('attachments').selectAll().orderBy('position').execute()).toMatchObject([
    {
      enquiry_id: id,
      position: 0,
      name: 'one.pdf',
      type: 'application/pdf',
      size: 3,
      sha256: 'hash of one.pdf',
      storage_key: 'one.pdf',
    },
    { enquiry_id: id, position: 1, name: 'two.pdf' },
  ]);
  expect(await database.selectFrom('parcels').selectAll().execute()).toMatchObject([
    {
      enquiry_id: id,
      desk: 'api',
      state: 'waiting',
      attempts: 0,
      leased_until: 0,
      last_error: null,
      delivered_at: null,
    },
  ]);
  expect(await database.selectFrom('receipts').selectAll().execute()).toEqual([
    { token_hash: hashToken(receiptToken), enquiry_id: id, created_at: now, sent_link: null, expires_at: null },
  ]);
});

test('leaves the first delivery attempt to the submitting request', async () => {
  await submit();
  const { next_attempt_at: next } = await database
    .selectFrom('parcels')
    .select('next_attempt_at')
    .executeTakeFirstOrThrow();
  expect(next).toBeGreaterThan(now);
  expect(next).toBeLessThanOrEqual(now + 60_000);
});

describe('the same content with the same form key within a day is the same enquiry', () => {
  test('and each submission gets its own receipt', async () => {
    const first = await submit();
    const second = await submit({}, now + day - 1);
    expect(second).toMatchObject({ id: first.id, reference: first.reference });
    expect(second.receiptToken).not.toBe(first.receiptToken);
    expect([
      await count('enquiries'),
      await count('parcels'),
      await count('attachments'),
      await count('receipts'),
    ]).toEqual([1, 1, 2, 2]);
  });

  test('even if submitted concurrently', async () => {
    const submissions = await Promise.all([submit(), submit(), submit()]);
    expect(new Set(submissions.map(({ reference }) => reference)).size).toBe(1);
    expect([await count('enquiries'), await count('receipts')]).toEqual([1, 3]);
  });

  test.each<[string, Partial<NewEnquiry>]>([
    ['in another language', { language: 'en' }],
    ['with its files uploaded again in another order', { attachments: [file('two.pdf', 'k2'), file('one.pdf', 'k1')] }],
    [
      'with its fields in another order',
      { fields: Object.fromEntries(Object.entries(enquiry.fields).reverse()) as NewEnquiry['fields'] },
    ],
    ['after the privacy notice was reworded', { privacyNotice: 'evacuation-2027-04' }],
  ])('%s', async (_, changes) => {
    const first = await submit();
    expect((await submit(changes)).reference).toBe(first.reference);
  });
});

describe('a separate enquiry with its own reference is', () => {
  test.each<[string, Partial<NewEnquiry>]>([
    ['a submission with another name', { fields: { ...enquiry.fields, name: 'أحمد علي' } }],
    ['a submission with a date', { fields: { ...enquiry.fields, date: '2027-05-01' } }],
    ['a submission with an additional file', { attachments: [...enquiry.attachments, file('three.pdf')] }],
    ['a submission without files', { attachments: [] }],
    ['the same content with another form key', { submission: { formKey: 'another key' } }],
    ['the same content without a form key or sender', { submission: {} }],
  ])('%s', async (_, changes) => {
    const first = await submit();
    const second = await submit(changes);
    expect(second.reference).not.toBe(first.reference);
    expect(await count('parcels')).toBe(2);
  });

  test('the same content from the same sender without a form key after two minutes', async () => {
    const submission = { sender: 'an address and a browser' };
    const first = await submit({ submission });
    const repeated = await submit({ submission }, now + 2 * 60_000 - 1);
    const later = await submit({ submission }, now + 2 * 60_000);
    expect(repeated.reference).toBe(first.reference);
    expect(later.reference).not.toBe(first.reference);
  });

  test('marked as a duplicate of the latest earlier enquiry with the same content', async () => {
    const first = await submit({ submission: {} });
    const second = await submit({ submission: {} }, now + 1);
    await submit({ submission: {}, attachments: [] }, now + 2);
    await submit({ submission: {} }, now + 3);
    const rows = await database.selectFrom('enquiries').select('alike').orderBy('received_at').execute();
    expect(rows.map(({ alike }) => alike)).toEqual([null, first.reference, null, second.reference]);
  });

  test('the same content a day later, which further submissions then repeat', async () => {
    const first = await submit();
    const second = await submit({}, now + day);
    const third = await submit({}, now + day + 1);
    expect(second.reference).not.toBe(first.reference);
    expect(third.reference).toBe(second.reference);
    expect([await count('enquiries'), await count('attachments')]).toEqual([2, 4]);
  });
});

test('stores nothing if any row cannot be written', async () => {
  const broken = { ...file('x'), size: null } as unknown as StoredFile;
  await expect(submit({ attachments: [file('one.pdf'), broken] })).rejects.toThrow();
  expect([
    await count('enquiries'),
    await count('attachments'),
    await count('parcels'),
    await count('receipts'),
  ]).toEqual([0, 0, 0, 0]);
});
