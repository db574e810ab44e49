import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { listEnquiries } from './list-enquiries.server.ts';
import { readEnquiry } from './read-enquiry.server.ts';
import { type NewEnquiry, storeEnquiry } from './store-enquiry.server.ts';

const now = Date.UTC(2027, 2, 27);
const enquiry: NewEnquiry = {
  kind: 'evacuation',
  language: 'ar',
  fields: {
    name: 'أحمد',
    phone: '+966501234567',
    email: 'a@b.example',
    origin: 'RUH',
    destination: 'MUC',
    date: '2027-04-01',
  },
  attachments: ['one.pdf', 'two.pdf'].map((name) => ({
    name,
    type: 'application/pdf',
    size: 3,
    sha256: name,
    storageKey: `key ${name}`,
  })),
  privacyNotice: 'test',
  mayBeAutomated: true,
};

let database: Database;

beforeEach(async () => {
  database = await openDatabase(':memory:');
});

afterEach(async () => {
  await database.destroy();
});

test('finds an enquiry by its id, its reference or any of its receipts', async () => {
  const enquiryWithKey = { ...enquiry, submission: { formKey: 'the key of this form' } };
  const { id, reference, receiptToken } = await storeEnquiry(database, enquiryWithKey, 'api', now);
  const repeated = await storeEnquiry(database, enquiryWithKey, 'api', now + 1);
  const uncheckedFile = { state: 'none', finding: null, followUp: null };
  const expected = {
    enquiry: { ...enquiry, id, reference, receivedAt: now },
    messageNumbers: [0, 0],
    checks: [uncheckedFile, uncheckedFile],
    outboxMessages: [
      {
        number: 0,
        purpose: 'enquiry',
        text: null,
        desk: 'api',
        state: 'waiting',
        attempts: 0,
        lastError: null,
        createdAt: now,
        deliveredAt: null,
        mayHaveLeft: false,
      },
    ],
  };
  expect(await readEnquiry(database, { id })).toEqual(expected);
  expect(await readEnquiry(database, { reference })).toEqual(expected);
  expect(await readEnquiry(database, { receiptToken })).toEqual(expected);
  expect(await readEnquiry(database, { receiptToken: repeated.receiptToken })).toEqual(expected);
});

test('finds nothing for an unknown key or a stored token hash', async () => {
  await storeEnquiry(database, enquiry, 'api', now);
  const { token_hash: tokenHash } = await database
    .selectFrom('receipts')
    .select('token_hash')
    .executeTakeFirstOrThrow();
  expect(await readEnquiry(database, { id: 'none' })).toBeUndefined();
  expect(await readEnquiry(database, { reference: '00000000' })).toBeUndefined();
  expect(await readEnquiry(database, { receiptToken: '' })).toBeUndefined();
  expect(await readEnquiry(database, { receiptToken: tokenHash })).toBeUndefined();
});

test('lists all enquiries, newest first, with their number of files', async () => {
  const first = await storeEnquiry(database, enquiry, 'api', now);
  const second = await storeEnquiry(database, { ...enquiry, attachments: [] }, 'api', now + 1);
  expect(await listEnquiries(database)).toMatchObject([
    {
      reference: second.reference,
      receivedAt: now + 1,
      sent: { files: 0 },
      delivery: { desk: 'api', state: 'waiting' },
    },
    { reference: first.reference, sent: { files: 2, language: 'ar' }, delivery: { desk: 'api', attempts: 0 } },
  ]);
});
