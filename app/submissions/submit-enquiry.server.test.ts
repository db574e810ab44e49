import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { inboxDesk } from '#app/delivery/channels/desk.server.ts';
import { openDelivery } from '#app/delivery/outbox/delivery.server.ts';
import { readEnquiry } from '#app/enquiries/store/read-enquiry.server.ts';
import type { NewEnquiry } from '#app/enquiries/store/store-enquiry.server.ts';
import { submitEnquiry } from './submit-enquiry.server.ts';

const log = pino({ level: 'silent' });
const quarantine = { newFiles: 'none' as const };
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

test('with the inbox as the desk, an enquiry is delivered once stored', async () => {
  const neverAsked = openDelivery(database, { name: 'inbox', deliver: () => Promise.reject(new Error('asked')) }, log);
  const { delivery, receiptToken } = await submitEnquiry(
    { database, delivery: neverAsked, desk: inboxDesk, quarantine },
    enquiry,
  );
  expect(delivery).toBe('delivered');
  expect((await readEnquiry(database, { receiptToken }))?.parcels).toMatchObject([{ state: 'delivered', attempts: 0 }]);
});

test('a repeated submission is the same enquiry, delivered once', async () => {
  const keyed = { ...enquiry, submission: { formKey: 'the key of this form' } };
  let deliveries = 0;
  const desk = {
    name: 'counting',
    deliver: () => ((deliveries += 1), Promise.resolve({ outcome: 'accepted' } as const)),
  };
  const site = { database, delivery: openDelivery(database, desk, log), desk, quarantine };
  const sent = await Promise.all([submitEnquiry(site, keyed), submitEnquiry(site, keyed)]);
  sent.push(await submitEnquiry(site, keyed));
  expect(new Set(sent.map(({ reference }) => reference)).size).toBe(1);
  expect(sent.map(({ delivery }) => delivery)).toEqual(['delivered', 'delivered', 'delivered']);
  expect(deliveries).toBe(1);
});

test('a stored enquiry is reported as waiting, even if the delivery fails with an error', async () => {
  const gone = await openDatabase(':memory:');
  const delivery = openDelivery(gone, inboxDesk, log);
  await gone.destroy();
  const submitted = await submitEnquiry({ database, delivery, desk: inboxDesk, quarantine }, enquiry);
  expect(submitted.delivery).toBe('waiting');
  expect(await readEnquiry(database, { reference: submitted.reference })).toBeDefined();
});

test('a storage failure is reported as an error', async () => {
  const delivery = openDelivery(database, inboxDesk, log);
  const gone = await openDatabase(':memory:');
  await gone.destroy();
  await expect(submitEnquiry({ database: gone, delivery, desk: inboxDesk, quarantine }, enquiry)).rejects.toThrow();
});
