import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { confirmJumps, listUnconfirmedJumps } from './clock-jumps.server.ts';
import { maxTrustedGap, openTrustedTime, readTrustedTime, type TrustedTime } from './trusted-time.server.ts';

const log = pino({ level: 'silent' });
const hour = 60 * 60 * 1000;
const day = 24 * hour;
const start = Date.UTC(2027, 2, 27);
/** Interval at which trusted time is stored (ms). */
const writeInterval = 5_000;

let database: Database;
const instances: TrustedTime[] = [];

beforeEach(async () => {
  database = await openDatabase(':memory:');
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'], now: start });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const trustedTime of instances.splice(0)) await trustedTime.stop();
  await database.destroy();
});

async function open(): Promise<TrustedTime> {
  const trustedTime = await openTrustedTime(database, log);
  instances.push(trustedTime);
  return trustedTime;
}

/** Simulates a restart after a crash, with the system clock at `clockTime`. */
function reopenAt(clockTime: number): Promise<TrustedTime> {
  vi.setSystemTime(clockTime);
  return open();
}

test('starts at the clock time and follows the clock across a short restart', async () => {
  expect((await open()).now()).toBe(start);
  const next = await reopenAt(start + maxTrustedGap);
  expect(next.now()).toBe(start + maxTrustedGap);
  expect(next.offset()).toBe(0);
  expect(await listUnconfirmedJumps(database)).toEqual([]);
});

test('continues from the last heartbeat that an older version stored', async () => {
  await database.insertInto('heartbeats').values({ name: 'site', at: start }).execute();
  expect((await reopenAt(start + 200 * day)).now()).toBe(start + writeInterval);
  expect(await listUnconfirmedJumps(database)).toEqual([200 * day - writeInterval]);
});

test.each([-200 * day, -2 * day, -hour, 2 * day, 200 * day])(
  'continues from the last stored time after a clock jump of %i ms',
  async (jump) => {
    await open();
    const next = await reopenAt(start + jump);
    expect(next.now()).toBe(start + writeInterval);
    expect(next.offset()).toBe(writeInterval - jump);
  },
);

test('follows the elapsed time even if the clock jumps', async () => {
  const trustedTime = await open();
  vi.setSystemTime(start - 2 * day);
  vi.advanceTimersByTime(1_000);
  expect(trustedTime.now()).toBe(start + 1_000);
  vi.setSystemTime(start + 200 * day);
  vi.advanceTimersByTime(1_000);
  expect(trustedTime.now()).toBe(start + 2_000);
});

test('stores the time for the command line', async () => {
  const trustedTime = await open();
  vi.advanceTimersByTime(60_000);
  await trustedTime.stop();
  expect((await readTrustedTime(database)).now()).toBe(start + 60_000);
});

test('never goes backwards, even when two processes store it', async () => {
  const first = await open();
  vi.advanceTimersByTime(60_000);
  await first.stop();
  const second = await reopenAt(start - 2 * day);
  expect(second.now()).toBeGreaterThanOrEqual(first.now());
  await first.stop();
  expect((await readTrustedTime(database)).now()).toBeGreaterThanOrEqual(second.now() - writeInterval);
});

test('requires no confirmation after a jump is undone or the clock returns to the right time', async () => {
  await open();
  await reopenAt(start + 200 * day);
  expect(await listUnconfirmedJumps(database)).toHaveLength(1);
  await reopenAt(start);
  expect(await listUnconfirmedJumps(database)).toEqual([]);
  await reopenAt(start - 2 * day);
  await reopenAt(start);
  expect(await listUnconfirmedJumps(database)).toEqual([]);
});

test('confirming a jump ages only the enquiries received before it', async () => {
  const row = { kind: 'contact', language: 'ar', fields: '{}', content_hash: null, privacy_notice: 'p' };
  const insert = (id: string, receivedAt: number, clockBehind: number) =>
    database
      .insertInto('enquiries')
      .values({
        ...row,
        id,
        reference: id,
        received_at: receivedAt,
        clock_behind: clockBehind,
        erased_at: null,
        erased_because: null,
      })
      .execute();
  await open();
  await insert('before', start, 0);
  const next = await reopenAt(start + 200 * day);
  await insert('later', start + 200 * day, next.offset());
  expect(await confirmJumps(database)).toBe(200 * day - writeInterval);
  const rows = await database.selectFrom('enquiries').select(['id', 'clock_behind']).orderBy('id').execute();
  expect(rows).toEqual([
    { id: 'before', clock_behind: writeInterval - 200 * day },
    { id: 'later', clock_behind: writeInterval - 200 * day },
  ]);
  expect(await confirmJumps(database)).toBe(0);
});
