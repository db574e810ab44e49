import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { insertOutboxMessage } from '#app/enquiries/store/outbox-message.server.ts';
import { type NewEnquiry, storeEnquiry } from '#app/enquiries/store/store-enquiry.server.ts';
import { pauseDelivery, resumeDelivery } from '#app/outbound/delivery-pause.server.ts';
import { memoryStore } from '#tests/support/memory-storage.ts';
import { type Behaviour, type StandInApi, startStandInApi } from '#tests/support/stand-in-api.ts';
import { longestWait } from '#tests/support/wait-for.ts';
import { apiDesk } from '../channels/api-desk.server.ts';
import { type DeliveryResult, type Desk, inboxDesk } from '../channels/desk.server.ts';
import { type Delivery, openDelivery } from './delivery.server.ts';
import { leaseDuration } from './leases.server.ts';
import { requeue } from './requeue.server.ts';

const log = pino({ level: 'silent' });
const fields = {
  ...{ name: 'أحمد', phone: '+966501234567', email: 'a@b.example', origin: 'RUH', destination: 'MUC' },
  ...{ destinationOpen: false, asSoonAsPossible: false },
};
/** Longer than any response takes in these tests (ms). */
const maxWait = longestWait;

let database: Database;

beforeEach(async () => {
  database = await openDatabase(':memory:');
});

afterEach(async () => {
  vi.useRealTimers();
  await database.destroy();
});

/** Stores an enquiry. @returns the id of its outbox message */
async function storeMessage(name = 'أحمد'): Promise<string> {
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
const updateMessage = (id: string, values: { leased_until?: number; next_attempt_at?: number }) =>
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

  test('marks an accepted enquiry as delivered', async () => {
    const id = await storeMessage();
    const before = Date.now();
    expect(await delivery.attempt(id, maxWait)).toBe('delivered');
    const row = await rowOf(id);
    expect(row).toMatchObject({ state: 'delivered', desk: 'api', attempts: 1, leased_until: 0, last_error: null });
    expect(row.delivered_at).toBeGreaterThanOrEqual(before);
    expect(api.received.map(({ accepted }) => accepted)).toEqual([true]);
  });

  test.each<[Behaviour, 'waiting' | 'refused', string]>([
    ['error', 'waiting', 'status 500'],
    ['unsuccessful', 'waiting', 'success: false'],
    ['not-json', 'waiting', 'unexpected response'],
    ['refuses', 'refused', 'status 422'],
  ])(
    'if the API behaves as "%s", the message becomes %s and the reason is stored',
    async (behaviour, state, reason) => {
      api.setBehaviour(behaviour);
      const id = await storeMessage();
      const before = Date.now();
      expect(await delivery.attempt(id, maxWait)).toBe(state);
      const row = await rowOf(id);
      expect(row).toMatchObject({ state, attempts: 1, last_error: reason, leased_until: 0, delivered_at: null });
      expect(row.next_attempt_at).toBeGreaterThanOrEqual(before + 4_000);
      expect(row.next_attempt_at).toBeLessThanOrEqual(Date.now() + 6_000);
    },
  );

  test('uses one idempotency key for all attempts to deliver a message, and a different one for each message', async () => {
    const [first, second] = [await storeMessage('first'), await storeMessage('second')];
    for (const behaviour of ['error', 'refuses', 'ok'] as const) {
      api.setBehaviour(behaviour);
      await delivery.attempt(first, maxWait);
    }
    await delivery.attempt(second, maxWait);
    const keys = api.received.map(({ idempotencyKey }) => idempotencyKey);
    expect(keys[0]).toMatch(/^\S{20,}$/);
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
    expect(api.received.map(({ attempt }) => attempt)).toEqual(['1', '2', '3', '1']);
    expect(await rowOf(first)).toMatchObject({ state: 'delivered', attempts: 3, last_error: null });
  });

  test('joins concurrent attempts', async () => {
    const id = await storeMessage();
    const attempts = [delivery.attempt(id, maxWait), delivery.attempt(id, maxWait), delivery.attempt(id, maxWait)];
    expect(await Promise.all(attempts)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(api.received).toHaveLength(1);
  });

  test('does not deliver a delivered message again', async () => {
    const id = await storeMessage();
    await delivery.attempt(id, maxWait);
    expect(await delivery.attempt(id, maxWait)).toBe('delivered');
    expect(api.received).toHaveLength(1);
  });

  test('skips a message leased by another process until the lease expires', async () => {
    const id = await storeMessage();
    await updateMessage(id, { leased_until: Date.now() + leaseDuration });
    expect(await delivery.attempt(id, maxWait)).toBe('waiting');
    expect(api.received).toHaveLength(0);
    await updateMessage(id, { leased_until: Date.now() });
    expect(await delivery.attempt(id, maxWait)).toBe('delivered');
  });

  test('delivers a message once even if two processes attempt it', async () => {
    const id = await storeMessage();
    const other = openDelivery(database, apiDesk(api.url, memoryStore()), log);
    await Promise.all([delivery.attempt(id, maxWait), other.attempt(id, maxWait)]);
    expect(api.received).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({ state: 'delivered', attempts: 1 });
  });

  test('reports an unknown message as waiting', async () => {
    expect(await delivery.attempt('none', maxWait)).toBe('waiting');
    expect(api.received).toHaveLength(0);
  });
});

/** Returns a desk that responds when `accept` is called. */
function slowDesk() {
  let respond: (result: DeliveryResult) => void = () => undefined;
  const response = new Promise<DeliveryResult>((resolve) => (respond = resolve));
  const purposes: string[] = [];
  const desk: Desk = {
    name: 'slow',
    deliver: (outboxMessage) => {
      purposes.push(outboxMessage.purpose);
      return response;
    },
  };
  return { desk, purposes, accept: () => respond({ outcome: 'accepted' }) };
}

describe('a slow desk', () => {
  test('does not make the visitor wait longer than the given time, but its later response counts', async () => {
    const { desk, accept } = slowDesk();
    const delivery = openDelivery(database, desk, log);
    const id = await storeMessage();
    expect(await delivery.attempt(id, 20)).toBe('waiting');
    expect((await rowOf(id)).leased_until).toBeGreaterThan(Date.now());
    const joined = delivery.attempt(id, maxWait);
    accept();
    expect(await joined).toBe('delivered');
  });

  test('delays shutdown until it has responded', async () => {
    const { desk, accept } = slowDesk();
    const delivery = openDelivery(database, desk, log);
    const id = await storeMessage();
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
  /** One case for each step that can fail. */
  const failureCases: [string, (id: string) => Promise<Delivery>][] = [
    ['the desk', () => Promise.resolve(openDelivery(database, brokenDesk, log))],
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
  const brokenDesk: Desk = { name: 'api', deliver: () => Promise.reject(new TypeError('أحمد is not a number')) };

  test.each(failureCases)(
    'in %s counts, backs off and stores the reason without personal data',
    async (_, openFailing) => {
      const id = await storeMessage();
      const delivery = await openFailing(id);
      for (const attempts of [1, 2]) {
        await updateMessage(id, { next_attempt_at: 0 });
        expect(await delivery.attempt(id, maxWait)).toBe('waiting');
        const row = await rowOf(id);
        expect(row).toMatchObject({ state: 'waiting', attempts, leased_until: 0 });
        expect(row.last_error).toMatch(/^internal error: \w+Error$/);
        expect(row.next_attempt_at).toBeGreaterThan(Date.now() + 3_000);
      }
    },
  );

  test('backs off by trusted time even if the system clock was set back', async () => {
    const clockOffset = 48 * 60 * 60_000;
    const id = await storeMessage();
    await updateMessage(id, { next_attempt_at: 0 });
    const delivery = openDelivery(database, brokenDesk, log, undefined, () => Date.now() + clockOffset);
    expect(await delivery.attempt(id, maxWait)).toBe('waiting');
    expect((await rowOf(id)).next_attempt_at).toBeGreaterThan(Date.now() + clockOffset + 3_000);
  });
});

describe('while deliveries are paused', () => {
  test('nothing is delivered until they are resumed, and then everything is delivered once', async () => {
    const delivered: number[] = [];
    const desk: Desk = {
      name: 'api',
      deliver: ({ number }) => {
        delivered.push(number);
        return Promise.resolve({ outcome: 'accepted' });
      },
    };
    const delivery = openDelivery(database, desk, log);
    const id = await storeMessage();
    await updateMessage(id, { next_attempt_at: 0 });
    await pauseDelivery(database, { since: Date.now(), reason: 'test' });
    delivery.start();
    expect(await delivery.attempt(id, maxWait)).toBe('waiting');
    await delivery.retryFailedMessages();
    await pause(1_200);
    expect(delivered).toEqual([]);
    expect(await resumeDelivery(database)).toBe(true);
    expect(await delivery.attempt(id, maxWait)).toBe('delivered');
    await delivery.stop();
    expect(delivered).toEqual([0]);
    expect(await resumeDelivery(database)).toBe(false);
  });
});

describe('a request whose processing is restricted', () => {
  test('is delivered once the restriction is lifted; other requests are not affected', async () => {
    const { desk, attempts } = scriptedDesk();
    const delivery = openDelivery(database, desk, log);
    const id = await storeMessage();
    const other = await storeMessage('other');
    const { enquiry_id } = await rowOf(id);
    const restrict = (restricted_at: number | null) =>
      database.updateTable('enquiries').set({ restricted_at }).where('id', '=', enquiry_id).execute();
    await restrict(Date.now());
    await updateMessage(id, { next_attempt_at: 0 });
    await updateMessage(other, { next_attempt_at: 0 });
    expect(await delivery.attempt(id, maxWait)).toBe('waiting');
    delivery.start();
    await expect.poll(() => rowOf(other)).toMatchObject({ state: 'delivered' });
    expect(await rowOf(id)).toMatchObject({ state: 'waiting', attempts: 0 });
    await restrict(null);
    await expect.poll(() => rowOf(id)).toMatchObject({ state: 'delivered' });
    await delivery.stop();
    expect(attempts).toHaveLength(2);
  });
});

describe('the outbox', () => {
  beforeEach(
    () => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }),
  );

  test('delivers only due messages', async () => {
    const [due, later, leased] = [await storeMessage('due'), await storeMessage('later'), await storeMessage('leased')];
    await updateMessage(due, { next_attempt_at: Date.now() });
    await updateMessage(later, { next_attempt_at: Date.now() + 60_000 });
    await updateMessage(leased, { next_attempt_at: Date.now(), leased_until: Date.now() + leaseDuration });
    const delivery = openDelivery(database, inboxDesk, log);
    delivery.start();
    await vi.advanceTimersByTimeAsync(3_000);
    const states = await Promise.all([due, later, leased].map(async (id) => (await rowOf(id)).state));
    expect(states).toEqual(['delivered', 'waiting', 'waiting']);
    await vi.advanceTimersByTimeAsync(leaseDuration + 3_000);
    expect((await rowOf(later)).state).toBe('delivered');
    expect((await rowOf(leased)).state).toBe('delivered');
    await delivery.stop();
  });

  test('retries with backoff, but not after a rejection or after stopping', async () => {
    const results: DeliveryResult[] = [
      { outcome: 'unavailable', reason: 'a' },
      { outcome: 'unavailable', reason: 'b' },
      { outcome: 'refused', reason: 'c' },
    ];
    const attemptTimes: number[] = [];
    const desk: Desk = {
      name: 'changing',
      deliver: () => {
        attemptTimes.push(Number(vi.getMockedSystemTime()));
        return Promise.resolve(results[attemptTimes.length - 1] ?? { outcome: 'accepted' });
      },
    };
    const id = await storeMessage();
    await updateMessage(id, { next_attempt_at: Date.now() });
    const delivery = openDelivery(database, desk, log);
    delivery.start();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(attemptTimes).toHaveLength(3);
    const [first = 0, second = 0, third = 0] = attemptTimes;
    expect(second - first).toBeGreaterThanOrEqual(4_000);
    expect(second - first).toBeLessThanOrEqual(8_000);
    expect(third - second).toBeGreaterThanOrEqual(12_000);
    expect(await rowOf(id)).toMatchObject({ state: 'refused', attempts: 3, last_error: 'c' });

    await delivery.stop();
    const late = await storeMessage('late');
    await updateMessage(late, { next_attempt_at: Date.now() });
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await rowOf(late)).attempts).toBe(0);
  });

  test('renews its lease while a delivery is running', async () => {
    const { desk, purposes, accept } = slowDesk();
    const delivery = openDelivery(database, desk, log);
    const id = await storeMessage();
    const attempt = delivery.attempt(id, 10 * leaseDuration);
    await vi.advanceTimersByTimeAsync(2.5 * leaseDuration);
    expect((await rowOf(id)).leased_until).toBeGreaterThan(Date.now());
    const other = openDelivery(database, inboxDesk, log);
    expect(await other.attempt(id, maxWait)).toBe('waiting');
    accept();
    expect(await attempt).toBe('delivered');
    expect(purposes).toHaveLength(1);
  });
});

/** Returns a desk that responds with these results in turn, then accepts everything, and records the attempts. */
function scriptedDesk(...results: DeliveryResult[]) {
  const attempts: { sender: string; reached: readonly string[] }[] = [];
  const desk: Desk = {
    name: 'smtp',
    deliver: (outboxMessage, { reached = [] }) => {
      attempts.push({
        sender: outboxMessage.purpose === 'erasure' ? '' : (outboxMessage.enquiry.fields.name ?? ''),
        reached,
      });
      return Promise.resolve(results[attempts.length - 1] ?? { outcome: 'accepted' });
    },
  };
  return { desk, attempts };
}

const unavailable: DeliveryResult = { outcome: 'unavailable', reason: 'away' };

describe('a desk with several recipients', () => {
  const partial: DeliveryResult = {
    outcome: 'accepted',
    incomplete: { reached: ['a@b.example'], reason: 'RCPT TO 450' },
  };

  test('counts a message as delivered when one has received it, and retries the others', async () => {
    const { desk, attempts } = scriptedDesk(partial, partial);
    const delivery = openDelivery(database, desk, log);
    const id = await storeMessage();
    expect(await delivery.attempt(id, maxWait)).toBe('delivered');
    const first = await rowOf(id);
    expect(first).toMatchObject({ state: 'delivered', reached: '["a@b.example"]', last_error: 'RCPT TO 450' });
    expect(await delivery.attempt(id, maxWait)).toBe('delivered');
    expect(await delivery.attempt(id, maxWait)).toBe('delivered');
    expect(await rowOf(id)).toMatchObject({
      ...{ state: 'delivered', reached: null, last_error: null, attempts: 3 },
      delivered_at: first.delivered_at,
    });
    expect(attempts.map(({ reached }) => reached)).toEqual([[], ['a@b.example'], ['a@b.example']]);
    expect(await delivery.attempt(id, maxWait)).toBe('delivered');
    expect(attempts).toHaveLength(3);
  });

  test('does not block later messages after a partial delivery', async () => {
    const { desk } = scriptedDesk(partial);
    const delivery = openDelivery(database, desk, log);
    const id = await storeMessage();
    await delivery.attempt(id, maxWait);
    const { enquiry_id } = await rowOf(id);
    const now = Date.now();
    const correction = {
      enquiryId: enquiry_id,
      number: 1,
      purpose: 'correction' as const,
      attachments: [],
      desk: 'smtp',
    };
    const later = await database
      .transaction()
      .execute((transaction) => insertOutboxMessage(transaction, correction, now));
    expect(await delivery.attempt(later, maxWait)).toBe('delivered');
    expect((await rowOf(id)).reached).not.toBeNull();
  });

  test('retries a partial delivery for three days at most, and never at another desk', async () => {
    const { desk, attempts } = scriptedDesk(partial, partial);
    const delivery = openDelivery(database, desk, log);
    const id = await storeMessage();
    await delivery.attempt(id, maxWait);
    const other = openDelivery(database, inboxDesk, log);
    expect(await other.attempt(id, maxWait)).toBe('delivered');
    expect((await rowOf(id)).reached).not.toBeNull();
    const fourDaysAgo = Date.now() - 4 * 24 * 60 * 60_000;
    await database.updateTable('parcels').set({ delivered_at: fourDaysAgo }).execute();
    await delivery.attempt(id, maxWait);
    expect(await rowOf(id)).toMatchObject({ state: 'delivered', reached: null, last_error: 'RCPT TO 450' });
    await delivery.attempt(id, maxWait);
    expect(attempts).toHaveLength(2);
  });

  test('retries a partial delivery when polling and when it is requeued', async () => {
    const { desk, attempts } = scriptedDesk(partial);
    const delivery = openDelivery(database, desk, log);
    const id = await storeMessage();
    await delivery.attempt(id, maxWait);
    expect(await requeue(database, 'refused', Date.now())).toBe(0);
    expect(await requeue(database, 'all', Date.now())).toBe(1);
    expect(await rowOf(id)).toMatchObject({ state: 'delivered' });
    delivery.start();
    await expect.poll(() => attempts).toHaveLength(2);
    await delivery.stop();
    expect(await rowOf(id)).toMatchObject({ state: 'delivered', reached: null });
  });
});

describe('a desk that recovers', () => {
  test('immediately gets failed messages, but not untried or rejected ones', async () => {
    const refused: DeliveryResult = { outcome: 'refused', reason: 'no' };
    const { desk } = scriptedDesk(refused, unavailable, unavailable);
    const delivery = openDelivery(database, desk, log);
    const [refusedId, first, second] = [
      await storeMessage('refused'),
      await storeMessage('first'),
      await storeMessage('second'),
    ];
    await delivery.attempt(refusedId, maxWait);
    await delivery.attempt(first, maxWait);
    await delivery.attempt(second, maxWait);
    const untried = await storeMessage('untried');
    const before = await rowOf(untried);
    expect((await rowOf(second)).next_attempt_at).toBeGreaterThan(Date.now());
    expect(await delivery.attempt(first, maxWait)).toBe('delivered');
    expect((await rowOf(second)).next_attempt_at).toBeLessThanOrEqual(Date.now());
    expect((await rowOf(untried)).next_attempt_at).toBe(before.next_attempt_at);
    expect((await rowOf(refusedId)).state).toBe('refused');
  });

  test('is not flooded with retries of a message that keeps failing while others succeed', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { desk } = scriptedDesk(
      unavailable,
      { outcome: 'accepted' },
      unavailable,
      { outcome: 'accepted' },
      { outcome: 'accepted' },
    );
    const delivery = openDelivery(database, desk, log);
    const failing = await storeMessage('failing');
    const isDue = async () => (await rowOf(failing)).next_attempt_at <= Date.now();
    await delivery.attempt(failing, maxWait);
    await delivery.attempt(await storeMessage('first'), maxWait);
    expect(await isDue()).toBe(true);
    await delivery.attempt(failing, maxWait);
    await delivery.attempt(await storeMessage('second'), maxWait);
    expect(await isDue()).toBe(false);
    await updateMessage(failing, { next_attempt_at: Date.now() + 30 * 60_000 });
    vi.setSystemTime(Date.now() + 30_000);
    await delivery.attempt(await storeMessage('third'), maxWait);
    expect(await isDue()).toBe(true);
  });

  test('gets failed messages after a check reports the recovery', async () => {
    const { desk } = scriptedDesk(unavailable);
    const delivery = openDelivery(database, desk, log);
    const id = await storeMessage();
    await delivery.attempt(id, maxWait);
    await delivery.retryFailedMessages();
    expect((await rowOf(id)).next_attempt_at).toBeLessThanOrEqual(Date.now());
  });
});
