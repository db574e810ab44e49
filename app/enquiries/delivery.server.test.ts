import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startStandInApi, type Behaviour, type StandInApi } from '#tests/support/stand-in-api.ts';
import { openDatabase, type Database } from '#app/database/database.server.ts';
import { diskStore } from '#app/uploads/disk-store.server.ts';
import { apiDesk } from './api-desk.server.ts';
import { leaseTime, openDelivery, pauseAfter, type Delivery } from './delivery.server.ts';
import { inboxDesk, type Desk, type DeskAnswer } from './desk.server.ts';
import { storeEnquiry, type NewEnquiry } from './store-enquiry.server.ts';

const log = pino({ level: 'silent' });
const fields = { name: 'أحمد', phone: '+966501234567', email: 'a@b.example', origin: 'RUH', destination: 'MUC' };
/** Longer than any answer here takes. */
const patience = 10_000;

let folder: string;
let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'delivery-'));
  database = await openDatabase(join(folder, 'site.db'));
});

afterEach(async () => {
  vi.useRealTimers();
  await database.destroy();
  rmSync(folder, { recursive: true });
});

/** An enquiry in the outbox; its parcel's id. */
async function stored(name = 'أحمد'): Promise<string> {
  const enquiry: NewEnquiry = {
    kind: 'evacuation',
    language: 'ar',
    fields: { ...fields, name },
    attachments: [],
    privacyNotice: 'test',
  };
  const { parcelId } = await storeEnquiry(database, enquiry, 'none yet', Date.now());
  return parcelId;
}

const rowOf = (id: string) => database.selectFrom('parcels').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const change = (id: string, values: { leased_until?: number; next_attempt_at?: number }) =>
  database.updateTable('parcels').set(values).where('id', '=', id).execute();

describe('the pause after a failed attempt', () => {
  const even = () => 0.5;

  test('is five seconds at first and three times as long each time, up to half an hour', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 8, 50].map((attempts) => pauseAfter(attempts, even) / 1000);
    expect(pauses).toEqual([5, 15, 45, 135, 405, 1215, 1800, 1800, 1800]);
  });

  test('is up to a fifth shorter or longer', () => {
    expect(pauseAfter(1, () => 0)).toBe(4_000);
    expect(pauseAfter(1, () => 1)).toBe(6_000);
    expect(new Set(Array.from({ length: 50 }, () => pauseAfter(3))).size).toBeGreaterThan(1);
  });
});

describe('with the product’s API as desk', () => {
  let api: StandInApi;
  let delivery: Delivery;

  beforeEach(async () => {
    api = await startStandInApi();
    delivery = openDelivery(database, apiDesk(api.url, diskStore(join(folder, 'files'))), log);
  });

  afterEach(async () => {
    await delivery.stop();
    await api.close();
  });

  test('an enquiry that the API accepts is delivered', async () => {
    const id = await stored();
    const before = Date.now();
    expect(await delivery.attempt(id, patience)).toBe('delivered');
    const row = await rowOf(id);
    expect(row).toMatchObject({ state: 'delivered', desk: 'api', attempts: 1, leased_until: 0, last_error: null });
    expect(row.delivered_at).toBeGreaterThanOrEqual(before);
    expect(api.received.map(({ accepted }) => accepted)).toEqual([true]);
  });

  test.each<[Behaviour, 'waiting' | 'refused', string]>([
    ['error', 'waiting', 'status 500'],
    ['unsuccessful', 'waiting', 'success: false'],
    ['not-json', 'waiting', 'not the agreed answer'],
    ['refuses', 'refused', 'status 422'],
  ])('an API that behaves as "%s" leaves it %s, and the reason is written down', async (behaviour, state, reason) => {
    api.behave(behaviour);
    const id = await stored();
    const before = Date.now();
    expect(await delivery.attempt(id, patience)).toBe(state);
    const row = await rowOf(id);
    expect(row).toMatchObject({ state, attempts: 1, last_error: reason, leased_until: 0, delivered_at: null });
    expect(row.next_attempt_at).toBeGreaterThanOrEqual(before + 4_000);
    expect(row.next_attempt_at).toBeLessThanOrEqual(Date.now() + 6_000);
  });

  test('every try carries the same key, also after a refusal, and another enquiry has another key', async () => {
    const [one, other] = [await stored('one'), await stored('other')];
    for (const behaviour of ['error', 'refuses', 'ok'] as const) {
      api.behave(behaviour);
      await delivery.attempt(one, patience);
    }
    await delivery.attempt(other, patience);
    const keys = api.received.map(({ idempotencyKey }) => idempotencyKey);
    expect(keys[0]).toMatch(/^\S{20,}$/);
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
    expect(await rowOf(one)).toMatchObject({ state: 'delivered', attempts: 3, last_error: null });
  });

  test('attempts at the same time are one', async () => {
    const id = await stored();
    const attempts = [delivery.attempt(id, patience), delivery.attempt(id, patience), delivery.attempt(id, patience)];
    expect(await Promise.all(attempts)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(api.received).toHaveLength(1);
  });

  test('what is delivered is not delivered again', async () => {
    const id = await stored();
    await delivery.attempt(id, patience);
    expect(await delivery.attempt(id, patience)).toBe('delivered');
    expect(api.received).toHaveLength(1);
  });

  test('what another process has in hand is left alone until its lease ends', async () => {
    const id = await stored();
    await change(id, { leased_until: Date.now() + leaseTime });
    expect(await delivery.attempt(id, patience)).toBe('waiting');
    expect(api.received).toHaveLength(0);
    await change(id, { leased_until: Date.now() });
    expect(await delivery.attempt(id, patience)).toBe('delivered');
  });

  test('two processes deliver it once', async () => {
    const id = await stored();
    const other = openDelivery(database, apiDesk(api.url, diskStore(join(folder, 'files'))), log);
    await Promise.all([delivery.attempt(id, patience), other.attempt(id, patience)]);
    expect(api.received).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({ state: 'delivered', attempts: 1 });
  });

  test('an enquiry that is not there stays undelivered', async () => {
    expect(await delivery.attempt('none', patience)).toBe('waiting');
    expect(api.received).toHaveLength(0);
  });
});

/** A desk that answers when it is told to. */
function patientDesk() {
  let answer: (answer: DeskAnswer) => void = () => undefined;
  const answered = new Promise<DeskAnswer>((resolve) => (answer = resolve));
  const seen: string[] = [];
  const desk: Desk = {
    name: 'patient',
    deliver: (parcel) => {
      seen.push(parcel.purpose);
      return answered;
    },
  };
  return { desk, seen, accept: () => answer({ outcome: 'accepted' }) };
}

describe('a desk that takes long', () => {
  test('makes a visitor wait no longer than the given time, and is heard all the same', async () => {
    const { desk, accept } = patientDesk();
    const delivery = openDelivery(database, desk, log);
    const id = await stored();
    expect(await delivery.attempt(id, 20)).toBe('waiting');
    expect((await rowOf(id)).leased_until).toBeGreaterThan(Date.now());
    const joined = delivery.attempt(id, patience);
    accept();
    expect(await joined).toBe('delivered');
  });

  test('is waited for when the process stops', async () => {
    const { desk, accept } = patientDesk();
    const delivery = openDelivery(database, desk, log);
    const id = await stored();
    await delivery.attempt(id, 20);
    let hasStopped = false;
    const stopped = delivery.stop().then(() => (hasStopped = true));
    await pause(20);
    expect(hasStopped).toBe(false);
    accept();
    await stopped;
    expect((await rowOf(id)).state).toBe('delivered');
  });
});

describe('the outbox', () => {
  beforeEach(
    () => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }),
  );

  test('hands over what is due, by itself, and nothing else', async () => {
    const [due, later, leased] = [await stored('due'), await stored('later'), await stored('leased')];
    await change(due, { next_attempt_at: Date.now() });
    await change(later, { next_attempt_at: Date.now() + 60_000 });
    await change(leased, { next_attempt_at: Date.now(), leased_until: Date.now() + leaseTime });
    const delivery = openDelivery(database, inboxDesk, log);
    delivery.start();
    await vi.advanceTimersByTimeAsync(3_000);
    const states = await Promise.all([due, later, leased].map(async (id) => (await rowOf(id)).state));
    expect(states).toEqual(['delivered', 'waiting', 'waiting']);
    await vi.advanceTimersByTimeAsync(leaseTime + 3_000);
    expect((await rowOf(later)).state).toBe('delivered');
    expect((await rowOf(leased)).state).toBe('delivered');
    await delivery.stop();
  });

  test('tries again after each pause, keeps its hands off a refusal, and rests when stopped', async () => {
    const answers: DeskAnswer[] = [
      { outcome: 'unavailable', reason: 'a' },
      { outcome: 'unavailable', reason: 'b' },
      { outcome: 'refused', reason: 'c' },
    ];
    const moments: number[] = [];
    const desk: Desk = {
      name: 'moody',
      deliver: () => {
        moments.push(Date.now());
        return Promise.resolve(answers[moments.length - 1] ?? { outcome: 'accepted' });
      },
    };
    const id = await stored();
    await change(id, { next_attempt_at: Date.now() });
    const delivery = openDelivery(database, desk, log);
    delivery.start();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(moments).toHaveLength(3);
    const [first = 0, second = 0, third = 0] = moments;
    expect(second - first).toBeGreaterThanOrEqual(4_000);
    expect(second - first).toBeLessThanOrEqual(8_000);
    expect(third - second).toBeGreaterThanOrEqual(12_000);
    expect(await rowOf(id)).toMatchObject({ state: 'refused', attempts: 3, last_error: 'c' });

    await delivery.stop();
    const late = await stored('late');
    await change(late, { next_attempt_at: Date.now() });
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await rowOf(late)).attempts).toBe(0);
  });

  test('renews its lease while a desk takes longer than that', async () => {
    const { desk, seen, accept } = patientDesk();
    const delivery = openDelivery(database, desk, log);
    const id = await stored();
    const attempt = delivery.attempt(id, 10 * leaseTime);
    await vi.advanceTimersByTimeAsync(2.5 * leaseTime);
    expect((await rowOf(id)).leased_until).toBeGreaterThan(Date.now());
    const other = openDelivery(database, inboxDesk, log);
    expect(await other.attempt(id, patience)).toBe('waiting');
    accept();
    expect(await attempt).toBe('delivered');
    expect(seen).toHaveLength(1);
  });
});
