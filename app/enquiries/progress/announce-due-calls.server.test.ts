import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import type { RequestNotice } from '#app/notices/notice.ts';
import { lockEnquiry } from '../store/lock-enquiry.server.ts';
import { storeEnquiry } from '../store/store-enquiry.server.ts';
import { announceDueCalls } from './announce-due-calls.server.ts';
import type { EventDetails, EventKind } from './progress.ts';
import { recordEvent } from './record-event.server.ts';

const minute = 60_000;
const start = Date.UTC(2031, 2, 27, 13, 0);

let database: Database;
let id: string;

beforeEach(async () => {
  database = await openDatabase(':memory:');
  const fields = { name: 'أحمد', phone: '+966501234567', email: 'a@b.example', message: 'diagnosis' };
  const enquiry = { kind: 'contact' as const, language: 'ar' as const, fields, attachments: [], privacyNotice: 'test' };
  ({ id } = await storeEnquiry(database, enquiry, 'inbox', start));
});
afterEach(() => database.destroy());

async function record(kind: EventKind, details: EventDetails, now: number): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const row = await lockEnquiry(transaction, id);
    if (!row) throw new Error('The request has been erased');
    await recordEvent(transaction, row, { kind, at: now, source: { personId: 'p' }, details }, now);
  });
}

/** Announces due calls at each of these times. @returns the times of the notices; both in minutes after the start */
async function announceAndListTimes(...minutes: number[]): Promise<number[]> {
  for (const number of minutes) await announceDueCalls(database, start + number * minute);
  const notices = await database.selectFrom('notices').select(['audience', 'notice', 'created_at']).execute();
  const calls = notices.filter(({ notice }) => (JSON.parse(notice) as RequestNotice).type === 'request.call_again');
  for (const { audience, notice } of calls) {
    expect(audience).toBe('everybody');
    expect(notice).not.toMatch(/أحمد|966|a@b|diagnosis/);
  }
  return calls.map(({ created_at }) => (created_at - start) / minute);
}

test('a repeat call is announced once, when it is due', async () => {
  await record('called', { outcome: 'not_reached', againAt: start + 60 * minute }, start);
  expect(await announceAndListTimes(0, 59, 60, 61, 500)).toEqual([60]);
});

test('a rescheduled call is announced again', async () => {
  await record('called', { outcome: 'not_reached', againAt: start + 60 * minute }, start);
  await announceAndListTimes(60);
  await record('called', { outcome: 'not_reached', againAt: start + 90 * minute }, start + 65 * minute);
  expect(await announceAndListTimes(70, 90, 91)).toEqual([60, 90]);
});

test('a time that passed while the site was down is announced at the next start', async () => {
  await record('called', { againAt: start + 60 * minute }, start);
  expect(await announceAndListTimes(3000)).toEqual([3000]);
});

test('nobody is reminded once the family has been reached or the request has been closed', async () => {
  await record('called', { againAt: start + 60 * minute }, start);
  await record('called', { outcome: 'reached' }, start + 10 * minute);
  expect(await announceAndListTimes(60)).toEqual([]);
  await record('called', { againAt: start + 80 * minute }, start + 61 * minute);
  await record('closed', { reason: 'arranged' }, start + 62 * minute);
  expect(await announceAndListTimes(80)).toEqual([]);
});
