import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { isReceiptClosed, readEnquiry } from '../store/read-enquiry.server.ts';
import { storeEnquiry } from '../store/store-enquiry.server.ts';
import {
  countSentLinks,
  countUsedUpLinks,
  createSentLink,
  findSentLink,
  isFromSentLink,
  openSentLink,
  replaceSentLinks,
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

test.each([
  ...['4567', '٤٥٦٧', '۴۵۶۷', '４５６７', ' 45-67 ', '\u200F4567\u200E', '\u2067٤٥٦٧\u2069'],
  ...['+966 50 123 4567', '00966501234567', '0501234567', '٠٥٠ ١٢٣ ٤٥٦٧', '\u202A+966 50 123 4567\u202C', '34567'],
])('opens a receipt with the digits %j', async (typed) => {
  const token = await newLink();
  const opened = await openSentLink(database, token, typed, now);
  if (opened.outcome !== 'opened') throw new Error(opened.outcome);
  expect((await readEnquiry(database, { receiptToken: opened.receiptToken }, now))?.enquiry.id).toBe(enquiryId);
});

test.each(['4568', '0000', '٤٥٦٨', '45670', '4567 0', '+966 50 123 4568', '1'.repeat(1000)])(
  'counts %j as a failed attempt',
  async (typed) => {
    const token = await newLink();
    expect(await openSentLink(database, token, typed, now)).toEqual({ outcome: 'wrong', attemptsLeft: 4 });
    expect((await findSentLink(database, token, now))?.attemptsLeft).toBe(4);
  },
);

test.each(['', ' ', '456', '٤٥٦', '4-5-6', 'abcd', 'x'.repeat(1000)])('counts %j as no attempt', async (typed) => {
  const token = await newLink();
  for (let count = 0; count < 10; count += 1) {
    expect(await openSentLink(database, token, typed, now)).toEqual({ outcome: 'incomplete' });
  }
  expect((await findSentLink(database, token, now))?.attemptsLeft).toBe(5);
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

test('right digits among concurrent wrong ones give back no attempt', async () => {
  const token = await newLink();
  const typed = Array.from({ length: 12 }, (_, index) => (index % 3 === 0 ? '4567' : '1111'));
  const outcomes = await Promise.all(typed.map((digits) => openSentLink(database, token, digits, now)));
  expect(outcomes.filter(({ outcome }) => outcome === 'wrong')).toHaveLength(4);
  const rows = await database.selectFrom('sent_links').select('wrong_attempts').execute();
  expect(rows).toEqual([{ wrong_attempts: 5 }]);
  expect(await openSentLink(database, token, '4567', now)).toEqual({ outcome: 'closed' });
});

describe('when wrong digits have used up the attempts', () => {
  const spendAttempts = async (token: string) => {
    for (let attempt = 0; attempt < 5; attempt += 1) await openSentLink(database, token, '1111', now);
  };
  const newLinkOfDesk = () =>
    database.transaction().execute(async (transaction) => {
      await replaceSentLinks(transaction, enquiryId, now);
      return createSentLink(transaction, enquiryId, now);
    });

  test('of one link, the desk sees it, and the other one, such as that of a newer email, still opens', async () => {
    const [older, newer] = [await newLink(), await newLink()];
    expect(await countUsedUpLinks(database, enquiryId, now)).toBe(0);
    await spendAttempts(older);
    expect(await countUsedUpLinks(database, enquiryId, now)).toBe(1);
    expect(await openSentLink(database, older, '4567', now)).toEqual({ outcome: 'closed' });
    expect((await openSentLink(database, newer, '4567', now)).outcome).toBe('opened');
  });

  test('of all links together, the desk sees it, and its next link opens', async () => {
    const tokens: string[] = [];
    for (let link = 0; link < 5; link += 1) tokens.push(await newLink());
    for (const token of tokens.slice(0, 4)) await spendAttempts(token);
    expect(await countUsedUpLinks(database, enquiryId, now)).toBe(5);
    const newest = await newLinkOfDesk();
    expect(await countUsedUpLinks(database, enquiryId, now)).toBe(0);
    for (const token of tokens) expect(await openSentLink(database, token, '4567', now)).toEqual({ outcome: 'closed' });
    expect(await findSentLink(database, newest, now)).toEqual({ state: 'open', attemptsLeft: 5 });
    expect((await openSentLink(database, newest, '4567', now)).outcome).toBe('opened');
  });

  test('a new link of the desk leaves the pages open that earlier links have opened, until they are revoked', async () => {
    const opened = await openSentLink(database, await newLink(), '4567', now);
    const receiptToken = 'receiptToken' in opened ? opened.receiptToken : '';
    await newLinkOfDesk();
    expect(await readEnquiry(database, { receiptToken }, now)).toBeDefined();
    expect(await countSentLinks(database, enquiryId, now)).toBe(2);
    await revokeSentLinks(database, enquiryId, now);
    expect(await readEnquiry(database, { receiptToken }, now)).toBeUndefined();
    expect(await countSentLinks(database, enquiryId, now)).toBe(0);
  });
});

test('only receipts that a sent link has opened are told apart', async () => {
  const opened = await openSentLink(database, await newLink(), '4567', now);
  expect(await isFromSentLink(database, 'receiptToken' in opened ? opened.receiptToken : '')).toBe(true);
  const fields = { name: 'أحمد', phone: '00966501234567', email: 'a@b.example', message: 'y' };
  const enquiry = { kind: 'contact' as const, language: 'ar' as const, fields, attachments: [], privacyNotice: 'test' };
  const { receiptToken } = await storeEnquiry(database, enquiry, 'inbox', now);
  expect(await isFromSentLink(database, receiptToken)).toBe(false);
  expect(await isFromSentLink(database, 'unknown')).toBe(false);
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
