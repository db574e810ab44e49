import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { confirmJumps, unconfirmedJumps } from './clock-jumps.server.ts';
import { maxTrustedGap, openTrustedTime, readTrustedTime, type TrustedTime } from './trusted-time.server.ts';

const log = pino({ level: 'silent' });
const hour = 60 * 60 * 1000;
const day = 24 * hour;
const start = Date.UTC(2027, 2, 27);
/** How far the time may be ahead of its last stored value (ms). */
const unwritten = 5_000;

let database: Database;
const opened: TrustedTime[] = [];

beforeEach(async () => {
  database = await openDatabase(':memory:');
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'], now: start });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const one of opened.splice(0)) await one.stop();
  await database.destroy();
});

async function open(): Promise<TrustedTime> {
  const trustedTime = await openTrustedTime(database, log);
  opened.push(trustedTime);
  return trustedTime;
}

/** Simulates a restart after a crash, with the clock at this time. */
function reopenAt(clock: number): Promise<TrustedTime> {
  vi.setSystemTime(clock);
  return open();
}

test('starts with the clock, and follows it across a short restart', async () => {
  expect((await open()).now()).toBe(start);
  const next = await reopenAt(start + maxTrustedGap);
  expect(next.now()).toBe(start + maxTrustedGap);
  expect(next.ahead()).toBe(0);
  expect(await unconfirmedJumps(database)).toEqual([]);
});

test('continues from the last heartbeat of an older version', async () => {
  await database.insertInto('heartbeats').values({ name: 'site', at: start }).execute();
  expect((await reopenAt(start + 200 * day)).now()).toBe(start + unwritten);
  expect(await unconfirmedJumps(database)).toEqual([200 * day - unwritten]);
});

test.each([-200 * day, -2 * day, -hour, 2 * day, 200 * day])(
  'continues where it was after a jump of %i ms',
  async (jump) => {
    await open();
    const next = await reopenAt(start + jump);
    expect(next.now()).toBe(start + unwritten);
    expect(next.ahead()).toBe(unwritten - jump);
  },
);

test('follows the elapsed time, whatever the clock does meanwhile', async () => {
  const trustedTime = await open();
  vi.setSystemTime(start - 2 * day);
  vi.advanceTimersByTime(1_000);
  expect(trustedTime.now()).toBe(start + 1_000);
  vi.setSystemTime(start + 200 * day);
  vi.advanceTimersByTime(1_000);
  expect(trustedTime.now()).toBe(start + 2_000);
});

test('is stored for the command line and for the next process', async () => {
  const trustedTime = await open();
  vi.advanceTimersByTime(60_000);
  await trustedTime.stop();
  expect((await readTrustedTime(database)).now()).toBe(start + 60_000);
});

test('never goes back if two processes write it', async () => {
  const first = await open();
  vi.advanceTimersByTime(60_000);
  await first.stop();
  const second = await reopenAt(start - 2 * day);
  expect(second.now()).toBeGreaterThanOrEqual(first.now());
  await first.stop();
  expect((await readTrustedTime(database)).now()).toBeGreaterThanOrEqual(second.now() - unwritten);
});

test('a jump that is undone needs no confirmation, and neither does a clock that returns to the right time', async () => {
  await open();
  await reopenAt(start + 200 * day);
  expect(await unconfirmedJumps(database)).toHaveLength(1);
  await reopenAt(start);
  expect(await unconfirmedJumps(database)).toEqual([]);
  await reopenAt(start - 2 * day);
  await reopenAt(start);
  expect(await unconfirmedJumps(database)).toEqual([]);
});

test('confirming a jump ages earlier enquiries, and nothing else', async () => {
  const row = { kind: 'contact', language: 'ar', fields: '{}', content_hash: null, privacy_notice: 'p' };
  const insert = (id: string, at: number, behind: number) =>
    database
      .insertInto('enquiries')
      .values({
        ...row,
        id,
        reference: id,
        received_at: at,
        clock_behind: behind,
        erased_at: null,
        erased_because: null,
      })
      .execute();
  await open();
  await insert('before', start, 0);
  const next = await reopenAt(start + 200 * day);
  await insert('since', start + 200 * day, next.ahead());
  expect(await confirmJumps(database)).toBe(200 * day - unwritten);
  const rows = await database.selectFrom('enquiries').select(['id', 'clock_behind']).orderBy('id').execute();
  expect(rows).toEqual([
    { id: 'before', clock_behind: unwritten - 200 * day },
    { id: 'since', clock_behind: unwritten - 200 * day },
  ]);
  expect(await confirmJumps(database)).toBe(0);
});
