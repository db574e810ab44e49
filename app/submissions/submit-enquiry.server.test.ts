import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { inboxDesk } from '#app/delivery/channels/desk.server.ts';
import { openDelivery } from '#app/delivery/outbox/delivery.server.ts';
import { readEnquiry } from '#app/enquiries/store/read-enquiry.server.ts';
import type { NewEnquiry } from '#app/enquiries/store/store-enquiry.server.ts';
import { submitEnquiry } from './submit-enquiry.server.ts';

const log = pino({ level: 'silent' });
const quarantine = { newFileState: 'none' as const };
const enquiry: NewEnquiry = {
  kind: 'evacuation',
  language: 'ar',
  fields: { name: 'أحمد', phone: '+966501234567', email: 'a@b.example', origin: 'RUH', destination: 'MUC' },
  attachments: [],
  privacyNotice: 'test',
};

let database: Database;

beforeEach(async () => {
  database = await openDatabase(':memory:');
});

afterEach(async () => {
  await database.destroy();
});

test('stores and delivers an enquiry', async () => {
  const delivery = openDelivery(database, inboxDesk, log);
  const {
    reference,
    receiptToken,
    delivery: state,
  } = await submitEnquiry({ database, delivery, desk: inboxDesk, quarantine }, enquiry);
  expect(state).toBe('delivered');
  expect((await readEnquiry(database, { receiptToken }))?.enquiry.reference).toBe(reference);
});

test('counts an enquiry for the inbox as delivered once it is stored', async () => {
  const unusedDelivery = openDelivery(
    database,
    { name: 'inbox', deliver: () => Promise.reject(new Error('The inbox must not be contacted')) },
    log,
  );
  const { delivery, receiptToken } = await submitEnquiry(
    { database, delivery: unusedDelivery, desk: inboxDesk, quarantine },
    enquiry,
  );
  expect(delivery).toBe('delivered');
  expect((await readEnquiry(database, { receiptToken }))?.outboxMessages).toMatchObject([
    { state: 'delivered', attempts: 0 },
  ]);
});

test('delivers a repeated submission only once, as the same enquiry', async () => {
  const enquiryWithKey = { ...enquiry, submission: { formKey: 'the key of this form' } };
  let deliveries = 0;
  const desk = {
    name: 'counting',
    deliver: () => ((deliveries += 1), Promise.resolve({ outcome: 'accepted' } as const)),
  };
  const site = { database, delivery: openDelivery(database, desk, log), desk, quarantine };
  const submissions = await Promise.all([submitEnquiry(site, enquiryWithKey), submitEnquiry(site, enquiryWithKey)]);
  submissions.push(await submitEnquiry(site, enquiryWithKey));
  expect(new Set(submissions.map(({ reference }) => reference)).size).toBe(1);
  expect(submissions.map(({ delivery }) => delivery)).toEqual(['delivered', 'delivered', 'delivered']);
  expect(deliveries).toBe(1);
});

test('reports a stored enquiry as waiting if delivery throws', async () => {
  const closedDatabase = await openDatabase(':memory:');
  const delivery = openDelivery(closedDatabase, inboxDesk, log);
  await closedDatabase.destroy();
  const submitted = await submitEnquiry({ database, delivery, desk: inboxDesk, quarantine }, enquiry);
  expect(submitted.delivery).toBe('waiting');
  expect(await readEnquiry(database, { reference: submitted.reference })).toBeDefined();
});

test('throws if the enquiry cannot be stored', async () => {
  const delivery = openDelivery(database, inboxDesk, log);
  const closedDatabase = await openDatabase(':memory:');
  await closedDatabase.destroy();
  await expect(
    submitEnquiry({ database: closedDatabase, delivery, desk: inboxDesk, quarantine }, enquiry),
  ).rejects.toThrow();
});
