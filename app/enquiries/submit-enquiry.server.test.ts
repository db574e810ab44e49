import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase, type Database } from '#app/database/database.server.ts';
import { openDelivery } from './delivery.server.ts';
import { inboxDesk } from './desk.server.ts';
import { readEnquiry } from './read-enquiry.server.ts';
import type { NewEnquiry } from './store-enquiry.server.ts';
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

let folder: string;
let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'submit-'));
  database = await openDatabase(join(folder, 'site.db'));
});

afterEach(async () => {
  await database.destroy();
  rmSync(folder, { recursive: true });
});

test('what is submitted is stored and handed over', async () => {
  const delivery = openDelivery(database, inboxDesk, log);
  const {
    reference,
    receiptToken,
    delivery: state,
  } = await submitEnquiry({ database, delivery, desk: inboxDesk, quarantine }, enquiry);
  expect(state).toBe('delivered');
  expect((await readEnquiry(database, { receiptToken }))?.enquiry.reference).toBe(reference);
});

test('what the inbox is to have has arrived as soon as it is stored', async () => {
  const neverAsked = openDelivery(database, { name: 'inbox', deliver: () => Promise.reject(new Error('asked')) }, log);
  const { delivery, receiptToken } = await submitEnquiry(
    { database, delivery: neverAsked, desk: inboxDesk, quarantine },
    enquiry,
  );
  expect(delivery).toBe('delivered');
  expect((await readEnquiry(database, { receiptToken }))?.parcels).toMatchObject([{ state: 'delivered', attempts: 0 }]);
});

test('a second sending of the same content is the same enquiry, delivered once', async () => {
  let deliveries = 0;
  const desk = {
    name: 'counting',
    deliver: () => ((deliveries += 1), Promise.resolve({ outcome: 'accepted' } as const)),
  };
  const site = { database, delivery: openDelivery(database, desk, log), desk, quarantine };
  const sent = await Promise.all([submitEnquiry(site, enquiry), submitEnquiry(site, enquiry)]);
  sent.push(await submitEnquiry(site, enquiry));
  expect(new Set(sent.map(({ reference }) => reference)).size).toBe(1);
  expect(sent.map(({ delivery }) => delivery)).toEqual(['delivered', 'delivered', 'delivered']);
  expect(deliveries).toBe(1);
});

test('once it is stored it is never told as lost, even if the hand-over itself breaks', async () => {
  const gone = await openDatabase(join(folder, 'gone.db'));
  const delivery = openDelivery(gone, inboxDesk, log);
  await gone.destroy();
  const submitted = await submitEnquiry({ database, delivery, desk: inboxDesk, quarantine }, enquiry);
  expect(submitted.delivery).toBe('waiting');
  expect(await readEnquiry(database, { reference: submitted.reference })).toBeDefined();
});

test('what cannot be stored is told as an error', async () => {
  const delivery = openDelivery(database, inboxDesk, log);
  const gone = await openDatabase(join(folder, 'gone.db'));
  await gone.destroy();
  await expect(submitEnquiry({ database: gone, delivery, desk: inboxDesk, quarantine }, enquiry)).rejects.toThrow();
});
