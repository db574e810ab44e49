import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { isReceiptClosed, readEnquiry } from '../store/read-enquiry.server.ts';
import { storeEnquiry } from '../store/store-enquiry.server.ts';
import {
  countSentLinks,
  createSentLink,
  findSentLink,
  openSentLink,
  revokeSentLinks,
  sentLinkLifetime,
} from './sent-links.server.ts';

const now = Date.now();

let database: Database;
let enquiryId: string;

beforeEach(async () => {
  database = await openDatabase(':memory:');
  const fields = { name: 'أحمد', phone: '00966501234567', email: 'a@b.example', message: 'x' };
  const enquiry = { kind: 'contact' as const, language: 'ar' as const, fields, attachments: [], privacyNotice: 'test' };
  ({ id: enquiryId } = await storeEnquiry(database, enquiry, 'inbox', now));
});

afterEach(async () => {
  await database.destroy();
});

const newLink = (at = now) =>
  database.transaction().execute((transaction) => createSentLink(transaction, enquiryId, at));

test.each(['4567', '٤٥٦٧', '۴۵۶۷', ' 45-67 '])('opens a receipt with the digits %j', async (typed) => {
  const token = await newLink();
  const opened = await openSentLink(database, token, typed, now);
  if (opened.outcome !== 'opened') throw new Error(opened.outcome);
  expect((await readEnquiry(database, { receiptToken: opened.receiptToken }, now))?.enquiry.id).toBe(enquiryId);
});

test.each(['', '456', '34567', '501234567', '4568', '0000'])('counts %j as a failed attempt', async (typed) => {
  const token = await newLink();
  expect(await openSentLink(database, token, typed, now)).toEqual({ outcome: 'wrong', attemptsLeft: 4 });
  expect((await findSentLink(database, token, now))?.attemptsLeft).toBe(4);
});

test('a link closes after five failed attempts, even if they are concurrent', async () => {
  const token = await newLink();
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, async () => (await openSentLink(database, token, '1111', now)).outcome),
  );
  expect(outcomes.sort()).toEqual([...Array<string>(4).fill('closed'), ...Array<string>(4).fill('wrong')]);
  expect(await openSentLink(database, token, '4567', now)).toEqual({ outcome: 'closed' });
  expect((await findSentLink(database, token, now))?.state).toBe('closed');
});

test('many links together allow at most twenty failed attempts, until they are revoked', async () => {
  for (let link = 0; link < 6; link += 1) {
    const token = await newLink();
    for (let attempt = 0; attempt < 6; attempt += 1) await openSentLink(database, token, '1111', now);
  }
  const rows = await database.selectFrom('sent_links').select('wrong_attempts').execute();
  expect(rows.map(({ wrong_attempts }) => wrong_attempts)).toEqual([5, 5, 5, 5, 0, 0]);
  expect(await openSentLink(database, await newLink(), '4567', now)).toEqual({ outcome: 'closed' });
  await revokeSentLinks(database, enquiryId, now);
  expect((await openSentLink(database, await newLink(), '4567', now)).outcome).toBe('opened');
});

test('a link expires after 30 days, along with the access to receipts that it has given', async () => {
  const token = await newLink();
  const opened = await openSentLink(database, token, '4567', now);
  const receiptToken = 'receiptToken' in opened ? opened.receiptToken : '';
  const end = now + sentLinkLifetime;
  expect(await readEnquiry(database, { receiptToken }, end - 1)).toBeDefined();
  expect(await readEnquiry(database, { receiptToken }, end)).toBeUndefined();
  expect(await openSentLink(database, token, '4567', end)).toEqual({ outcome: 'closed' });
  expect(await countSentLinks(database, enquiryId, end)).toBe(0);
});

test('a link can be revoked, along with the access to receipts that it has given, but no other access', async () => {
  const token = await newLink();
  const opened = await openSentLink(database, token, '4567', now);
  const receiptToken = 'receiptToken' in opened ? opened.receiptToken : '';
  expect(await countSentLinks(database, enquiryId, now)).toBe(1);
  await revokeSentLinks(database, enquiryId, now);
  expect(await openSentLink(database, token, '4567', now)).toEqual({ outcome: 'closed' });
  expect(await readEnquiry(database, { receiptToken }, now)).toBeUndefined();
  expect(await isReceiptClosed(database, receiptToken)).toBe(true);
  expect(await isReceiptClosed(database, 'unknown')).toBe(false);
  expect(await countSentLinks(database, enquiryId, now)).toBe(0);
});

test('an unknown token opens nothing', async () => {
  expect(await openSentLink(database, 'unknown', '4567', now)).toEqual({ outcome: 'unknown' });
  expect(await findSentLink(database, 'unknown', now)).toBeUndefined();
});
