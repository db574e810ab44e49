import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { insertOutboxMessage } from '#app/enquiries/store/outbox-message.server.ts';
import { type NewEnquiry, storeEnquiry } from '#app/enquiries/store/store-enquiry.server.ts';
import { pauseDelivery, resumeDelivery } from '#app/outbound/delivery-pause.server.ts';
import { memoryStore } from '#tests/support/memory-storage.ts';
import { type Behaviour, type StandInApi, startStandInApi } from '#tests/support/stand-in-api.ts';
import { apiDesk } from '../channels/api-desk.server.ts';
import { type Desk, type DeskAnswer, inboxDesk } from '../channels/desk.server.ts';
import { type Delivery, leaseTime, openDelivery } from './delivery.server.ts';
import { requeue } from './requeue.server.ts';

const log = pino({ level: 'silent' });
const fields = { name: 'أحمد', phone: '+966501234567', email: 'a@b.example', origin: 'RUH', destination: 'MUC' };
/** Longer than any response in these tests takes (ms). */
const patience = 10_000;

let database: Database;

beforeEach(async () => {
  database = await openDatabase(':memory:');
});

afterEach(async () => {
  vi.useRealTimers();
  await database.destroy();
});

/** Stores an enquiry. @returns the id of its outbox message */
async function stored(name = 'أحمد'): Promise<string> {
  const enquiry: NewEnquiry = {
    kind: 'evacuation',
    language: 'ar',
    fields: { ...fields, name },
    attachments: [],
    privacyNotice: 'test',
  };
  const { messageId } = await storeEnquiry(database, enquiry, 'none yet', Date.now());
  return messageId;
}

const rowOf = (id: string) => database.selectFrom('parcels').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const change = (id: string, values: { leased_until?: number; next_attempt_at?: number }) =>
  database.updateTable('parcels').set(values).where('id', '=', id).execute();

describe('with the product’s API as the desk', () => {
  let api: StandInApi;
  let delivery: Delivery;

  beforeEach(async () => {
    api = await startStandInApi();
    delivery = openDelivery(database, apiDesk(api.url, memoryStore()), log);
  });

  afterEach(async () => {
    await delivery.stop();
    await api.close();
  });

  test('an accepted enquiry is delivered', async () => {
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
  ])('an API behaving as "%s" leaves it %s, and the reason is stored', async (behaviour, state, reason) => {
    api.behave(behaviour);
    const id = await stored();
    const before = Date.now();
    expect(await delivery.attempt(id, patience)).toBe(state);
    const row = await rowOf(id);
    expect(row).toMatchObject({ state, attempts: 1, last_error: reason, leased_until: 0, delivered_at: null });
    expect(row.next_attempt_at).toBeGreaterThanOrEqual(before + 4_000);
    expect(row.next_attempt_at).toBeLessThanOrEqual(Date.now() + 6_000);
  });

  test('all attempts for a message use the same idempotency key, and each message has its own', async () => {
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

  test('concurrent attempts are joined', async () => {
    const id = await stored();
    const attempts = [delivery.attempt(id, patience), delivery.attempt(id, patience), delivery.attempt(id, patience)];
    expect(await Promise.all(attempts)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(api.received).toHaveLength(1);
  });

  test('a delivered message is not delivered again', async () => {
    const id = await stored();
    await delivery.attempt(id, patience);
    expect(await delivery.attempt(id, patience)).toBe('delivered');
    expect(api.received).toHaveLength(1);
  });

  test('a message leased by another process is skipped until the lease expires', async () => {
    const id = await stored();
    await change(id, { leased_until: Date.now() + leaseTime });
    expect(await delivery.attempt(id, patience)).toBe('waiting');
    expect(api.received).toHaveLength(0);
    await change(id, { leased_until: Date.now() });
    expect(await delivery.attempt(id, patience)).toBe('delivered');
  });

  test('two processes deliver a message once', async () => {
    const id = await stored();
    const other = openDelivery(database, apiDesk(api.url, memoryStore()), log);
    await Promise.all([delivery.attempt(id, patience), other.attempt(id, patience)]);
    expect(api.received).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({ state: 'delivered', attempts: 1 });
  });

  test('an unknown message remains waiting', async () => {
    expect(await delivery.attempt('none', patience)).toBe('waiting');
    expect(api.received).toHaveLength(0);
  });
});

/** A desk that responds when `accept` is called. */
function slowDesk() {
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

describe('a slow desk', () => {
  test('does not make the visitor wait longer than the given time, and its response still counts', async () => {
    const { desk, accept } = slowDesk();
    const delivery = openDelivery(database, desk, log);
    const id = await stored();
    expect(await delivery.attempt(id, 20)).toBe('waiting');
    expect((await rowOf(id)).leased_until).toBeGreaterThan(Date.now());
    const joined = delivery.attempt(id, patience);
    accept();
    expect(await joined).toBe('delivered');
  });

  test('is waited for on shutdown', async () => {
    const { desk, accept } = slowDesk();
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

describe('an attempt that fails with an internal error', () => {
  /** Every step that can fail: reading the message, the virus check, the desk. */
  const breaking: [string, (id: string) => Promise<Delivery>][] = [
    ['a desk', () => Promise.resolve(openDelivery(database, brokenDesk, log))],
    [
      'the virus check',
      () =>
        Promise.resolve(
          openDelivery(database, inboxDesk, log, { scanBeforeSend: () => Promise.reject(new TypeError('أحمد')) }),
        ),
    ],
    [
      'the stored content',
      async () => {
        await database.updateTable('enquiries').set({ fields: '{ أحمد' }).execute();
        return openDelivery(database, inboxDesk, log);
      },
    ],
  ];
  const brokenDesk: Desk = { name: 'api', deliver: () => Promise.reject(new TypeError('أحمد is no number')) };

  test.each(breaking)('in %s counts, backs off and stores the reason without personal data', async (_, opened) => {
    const id = await stored();
    const delivery = await opened(id);
    for (const attempts of [1, 2]) {
      await change(id, { next_attempt_at: 0 });
      expect(await delivery.attempt(id, patience)).toBe('waiting');
      const row = await rowOf(id);
      expect(row).toMatchObject({ state: 'waiting', attempts, leased_until: 0 });
      expect(row.last_error).toMatch(/^internal error: \w+Error$/);
      expect(row.next_attempt_at).toBeGreaterThan(Date.now() + 3_000);
    }
  });

  test('backs off by trusted time, though the system clock has been set back', async () => {
    const ahead = 48 * 60 * 60_000;
    const id = await stored();
    await change(id, { next_attempt_at: 0 });
    const delivery = openDelivery(database, brokenDesk, log, undefined, () => Date.now() + ahead);
    expect(await delivery.attempt(id, patience)).toBe('waiting');
    expect((await rowOf(id)).next_attempt_at).toBeGreaterThan(Date.now() + ahead + 3_000);
  });
});

describe('while deliveries are paused', () => {
  test('nothing is delivered, and everything once after resuming', async () => {
    const seen: number[] = [];
    const desk: Desk = {
      name: 'api',
      deliver: ({ number }) => {
        seen.push(number);
        return Promise.resolve({ outcome: 'accepted' });
      },
    };
    const delivery = openDelivery(database, desk, log);
    const id = await stored();
    await change(id, { next_attempt_at: 0 });
    await pauseDelivery(database, { since: Date.now(), reason: 'test' });
    delivery.start();
    expect(await delivery.attempt(id, patience)).toBe('waiting');
    await delivery.deskRecovered();
    await pause(1_200);
    expect(seen).toEqual([]);
    expect(await resumeDelivery(database)).toBe(true);
    expect(await delivery.attempt(id, patience)).toBe('delivered');
    await delivery.stop();
    expect(seen).toEqual([0]);
    expect(await resumeDelivery(database)).toBe(false);
  });
});

describe('the outbox', () => {
  beforeEach(
    () => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }),
  );

  test('delivers due messages, and nothing else', async () => {
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

  test('retries with backoff, does not retry a refusal, and does nothing after stopping', async () => {
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

  test('renews its lease while a delivery is running', async () => {
    const { desk, seen, accept } = slowDesk();
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

/** A desk that gives these responses in turn and accepts everything after them; records the sender of each message. */
function answeringDesk(...answers: DeskAnswer[]) {
  const seen: { sender: string; reached: readonly string[] }[] = [];
  const desk: Desk = {
    name: 'smtp',
    deliver: (parcel, _key, reached = []) => {
      seen.push({ sender: parcel.purpose === 'erasure' ? '' : parcel.enquiry.fields.name, reached });
      return Promise.resolve(answers[seen.length - 1] ?? { outcome: 'accepted' });
    },
  };
  return { desk, seen };
}

const away: DeskAnswer = { outcome: 'unavailable', reason: 'away' };

describe('a desk with several recipients', () => {
  const partial: DeskAnswer = { outcome: 'accepted', incomplete: { reached: ['a@b.example'], reason: 'RCPT TO 450' } };

  test('counts as delivered when one has received it; the others are retried, and who has received it is stored', async () => {
    const { desk, seen } = answeringDesk(partial, partial);
    const delivery = openDelivery(database, desk, log);
    const id = await stored();
    expect(await delivery.attempt(id, patience)).toBe('delivered');
    const first = await rowOf(id);
    expect(first).toMatchObject({ state: 'delivered', reached: '["a@b.example"]', last_error: 'RCPT TO 450' });
    expect(await delivery.attempt(id, patience)).toBe('delivered');
    expect(await delivery.attempt(id, patience)).toBe('delivered');
    expect(await rowOf(id)).toMatchObject({
      ...{ state: 'delivered', reached: null, last_error: null, attempts: 3 },
      delivered_at: first.delivered_at,
    });
    expect(seen.map(({ reached }) => reached)).toEqual([[], ['a@b.example'], ['a@b.example']]);
    expect(await delivery.attempt(id, patience)).toBe('delivered');
    expect(seen).toHaveLength(3);
  });

  test('does not block later messages', async () => {
    const { desk } = answeringDesk(partial);
    const delivery = openDelivery(database, desk, log);
    const id = await stored();
    await delivery.attempt(id, patience);
    const { enquiry_id } = await rowOf(id);
    const now = Date.now();
    const notice = { enquiryId: enquiry_id, number: 1, purpose: 'correction' as const, attachments: [], desk: 'smtp' };
    const later = await database.transaction().execute((transaction) => insertOutboxMessage(transaction, notice, now));
    expect(await delivery.attempt(later, patience)).toBe('delivered');
    expect((await rowOf(id)).reached).not.toBeNull();
  });

  test('is not retried after three days, nor after a change of desks', async () => {
    const { desk, seen } = answeringDesk(partial, partial);
    const delivery = openDelivery(database, desk, log);
    const id = await stored();
    await delivery.attempt(id, patience);
    const other = openDelivery(database, inboxDesk, log);
    expect(await other.attempt(id, patience)).toBe('delivered');
    expect((await rowOf(id)).reached).not.toBeNull();
    const fourDaysAgo = Date.now() - 4 * 24 * 60 * 60_000;
    await database.updateTable('parcels').set({ delivered_at: fourDaysAgo }).execute();
    await delivery.attempt(id, patience);
    expect(await rowOf(id)).toMatchObject({ state: 'delivered', reached: null, last_error: 'RCPT TO 450' });
    await delivery.attempt(id, patience);
    expect(seen).toHaveLength(2);
  });

  test('is retried by the outbox and on request', async () => {
    const { desk, seen } = answeringDesk(partial);
    const delivery = openDelivery(database, desk, log);
    const id = await stored();
    await delivery.attempt(id, patience);
    expect(await requeue(database, 'refused', Date.now())).toBe(0);
    expect(await requeue(database, 'all', Date.now())).toBe(1);
    expect(await rowOf(id)).toMatchObject({ state: 'delivered' });
    delivery.start();
    await vi.waitFor(() => expect(seen).toHaveLength(2), 5_000);
    await delivery.stop();
    expect(await rowOf(id)).toMatchObject({ state: 'delivered', reached: null });
  });
});

describe('a desk that recovers', () => {
  test('immediately gets messages that failed before, but not untried or refused ones', async () => {
    const refused: DeskAnswer = { outcome: 'refused', reason: 'no' };
    const { desk } = answeringDesk(refused, away, away);
    const delivery = openDelivery(database, desk, log);
    const [refusedId, one, other] = [await stored('turned down'), await stored('one'), await stored('other')];
    await delivery.attempt(refusedId, patience);
    await delivery.attempt(one, patience);
    await delivery.attempt(other, patience);
    const untried = await stored('untried');
    const before = await rowOf(untried);
    expect((await rowOf(other)).next_attempt_at).toBeGreaterThan(Date.now());
    expect(await delivery.attempt(one, patience)).toBe('delivered');
    expect((await rowOf(other)).next_attempt_at).toBeLessThanOrEqual(Date.now());
    expect((await rowOf(untried)).next_attempt_at).toBe(before.next_attempt_at);
    expect((await rowOf(refusedId)).state).toBe('refused');
  });

  test('is not retried excessively with a message that keeps failing while others succeed', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { desk } = answeringDesk(
      away,
      { outcome: 'accepted' },
      away,
      { outcome: 'accepted' },
      { outcome: 'accepted' },
    );
    const delivery = openDelivery(database, desk, log);
    const stubborn = await stored('stubborn');
    const isDue = async () => (await rowOf(stubborn)).next_attempt_at <= Date.now();
    await delivery.attempt(stubborn, patience);
    await delivery.attempt(await stored('first'), patience);
    expect(await isDue()).toBe(true);
    await delivery.attempt(stubborn, patience);
    await delivery.attempt(await stored('second'), patience);
    expect(await isDue()).toBe(false);
    await change(stubborn, { next_attempt_at: Date.now() + 30 * 60_000 });
    vi.setSystemTime(Date.now() + 30_000);
    await delivery.attempt(await stored('third'), patience);
    expect(await isDue()).toBe(true);
  });

  test('can be reported by a check', async () => {
    const { desk } = answeringDesk(away);
    const delivery = openDelivery(database, desk, log);
    const id = await stored();
    await delivery.attempt(id, patience);
    await delivery.deskRecovered();
    expect((await rowOf(id)).next_attempt_at).toBeLessThanOrEqual(Date.now());
  });
});
