import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase, type Database } from '#app/database/database.server.ts';
import { listEnquiries } from './list-enquiries.server.ts';
import { readEnquiry } from './read-enquiry.server.ts';
import { storeEnquiry, type NewEnquiry } from './store-enquiry.server.ts';

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

let folder: string;
let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'read-'));
  database = await openDatabase(join(folder, 'site.db'));
});

afterEach(async () => {
  await database.destroy();
  rmSync(folder, { recursive: true });
});

test('an enquiry is found by id, reference and each of its receipts, just as it was stored', async () => {
  const { id, reference, receiptToken } = await storeEnquiry(database, enquiry, 'api', now);
  const again = await storeEnquiry(database, enquiry, 'api', now + 1);
  const { privacyNotice: _, ...written } = enquiry;
  const unasked = { state: 'none', finding: null, followUp: null };
  const expected = {
    enquiry: { ...written, id, reference, receivedAt: now },
    parcelOf: [0, 0],
    checks: [unasked, unasked],
    parcels: [
      {
        number: 0,
        purpose: 'enquiry',
        desk: 'api',
        state: 'waiting',
        attempts: 0,
        lastError: null,
        createdAt: now,
        deliveredAt: null,
        mayBeOutside: false,
      },
    ],
  };
  expect(await readEnquiry(database, { id })).toEqual(expected);
  expect(await readEnquiry(database, { reference })).toEqual(expected);
  expect(await readEnquiry(database, { receiptToken })).toEqual(expected);
  expect(await readEnquiry(database, { receiptToken: again.receiptToken })).toEqual(expected);
});

test('nothing is found by what is not there, nor by the hash that the database shows', async () => {
  await storeEnquiry(database, enquiry, 'api', now);
  const { token_hash: hash } = await database.selectFrom('receipts').select('token_hash').executeTakeFirstOrThrow();
  expect(await readEnquiry(database, { id: 'none' })).toBeUndefined();
  expect(await readEnquiry(database, { reference: '00000000' })).toBeUndefined();
  expect(await readEnquiry(database, { receiptToken: '' })).toBeUndefined();
  expect(await readEnquiry(database, { receiptToken: hash })).toBeUndefined();
});

test('the list has every enquiry, newest first, with the number of its files', async () => {
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
