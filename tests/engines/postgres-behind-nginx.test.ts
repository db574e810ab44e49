import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { seededRandom } from '#app/flights/suppliers/sample/seeded-random.ts';
import { fieldsOf } from '../support/enquiry-site.ts';
import { formData, sendDraft, validRequest } from '../support/evacuation-request.ts';
import { pdf } from '../support/medical-files.ts';
import { type NoticeReceiver, noticeSecret, startNoticeReceiver } from '../support/notice-receiver.ts';
import { execute, type Postgres, startPostgres } from '../support/postgres.ts';
import { Refusal } from '../support/refusal.ts';
import { createUpload, newToken, patch, progressOf } from '../support/resumable-upload.ts';
import { type SiteGroup, startSiteGroup } from '../support/site-group.ts';
import { type Behaviour, type StandInApi, startStandInApi } from '../support/stand-in-api.ts';
import { startSwift, type Swift } from '../support/swift.ts';
import { newVisitor, send, sendFilesFirst, type Visitor } from '../support/visitor.ts';
import { waitFor } from '../support/wait-for.ts';

// Three processes on PostgreSQL and a bucket behind nginx, as `deploy` sets them up (soak).

const visitorCount = 500;
/** How many visitors send at the same time, each from an address of its own. */
const concurrentVisitors = 12;
/** How long the bucket refuses connections (ms). */
const bucketOutage = 8_000;
/**
 * How long a visitor keeps trying (ms): less than the two minutes in which even a form without a key counts as the same
 * when it is sent again.
 */
const patience = 110_000;
const hour = 60 * 60 * 1000;
const searchPath =
  '/en/search/flights?origin=RUH&destination=BER&depart_date=2031-01-05&adults=1&children=0&infants=0&travelClass=Y';

const apiBehaviours: [Behaviour, ...Behaviour[]] = [
  'ok',
  'ok',
  'ok',
  'ok',
  'slow',
  'slow',
  'error',
  'connection-reset',
];

let postgres: Postgres;
let swift: Swift;
let api: StandInApi;
let notices: NoticeReceiver;
beforeAll(async () => {
  [postgres, swift, api, notices] = await Promise.all([
    startPostgres(),
    startSwift(),
    startStandInApi(0, 80),
    startNoticeReceiver(),
  ]);
});
afterAll(async () => {
  await Promise.all([api.close(), notices.close(), postgres.close(), swift.close()]);
});

/** Starts three processes on a new database. @returns them and the URL of the database */
async function startGroup(name: string, env: Record<string, string>) {
  const url = await postgres.createDatabase();
  const shared = { DATABASE_URL: url, ...swift.environment(name), DESK: 'api', API_URL: api.url };
  return { url, group: await startSiteGroup(3, { ...shared, ...env }) };
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('three processes behind nginx', () => {
  let group: SiteGroup;
  let url: string;
  beforeAll(async () => {
    const env = { NOTIFY_URL: notices.url, NOTIFY_SECRET: noticeSecret, RATE_LIMIT_FACTOR: '1000' };
    ({ group, url } = await startGroup('group', env));
  });
  afterAll(() => group.close());

  test('continue an upload whose process has been killed', async () => {
    const site = { url: await group.nginx.addressFor('127.0.4.1') };
    const draft = newToken();
    const bytes = pdf(3_000_000, 7);
    const address = await createUpload(site, { draft, name: 'scan.pdf', size: bytes.length });
    const receivers = new Set<string>();
    for (let at = 0; at < bytes.length; at += 1_000_000) {
      expect(await progressOf(address)).toEqual({ offset: at, length: bytes.length });
      const received = await patch(address, at, bytes.subarray(at, at + 1_000_000));
      expect(received.ok).toBe(true);
      const receiver = await group.siteOf(received);
      receivers.add(receiver.url + receiver.dataDir);
      await receiver.kill();
      if (at > 0) await group.replace(receiver);
    }
    expect(receivers.size).toBeGreaterThan(1);
    expect(await sendDraft(site, draft)).toContain('scan.pdf');
    const [delivered] = api.received.filter(({ accepted, files }) => accepted && files[0]?.name === 'scan.pdf');
    expect(delivered?.files[0]?.sha256).toBe(sha256(bytes));
    const ended = group.sites.filter((site) => site.process.signalCode !== null);
    await Promise.all(ended.map((each) => group.replace(each)));
  });

  test('poll a search no more often than one process would, although all of them show it', async () => {
    api.flights.reset();
    // So many requests at the same moment that each process gets some.
    const visitors = Array.from({ length: 30 }, (_, visitor) => `127.0.5.${visitor + 1}`);
    const addresses = await Promise.all(visitors.map((visitor) => group.nginx.addressFor(visitor)));
    const shown = new Set<unknown>();
    const date = new URLSearchParams(searchPath.split('?')[1]).get('depart_date');
    const pollsOf = (shownByAll: boolean) =>
      api.flights.received.poll.filter(({ departDate }) => (departDate === date) === shownByAll).length;
    await fetch((addresses[0] ?? '') + searchPath.replace(`depart_date=${date}`, 'depart_date=2031-02-03'));
    await waitFor(async () => {
      const pages = await Promise.all(addresses.map((address) => fetch(address + searchPath)));
      expect(pages.map(({ status }) => status)).toEqual(addresses.map(() => 200));
      for (const page of pages) shown.add(await group.siteOf(page));
      return pollsOf(false) >= 3;
    });
    expect(shown.size).toBe(3);
    expect(api.flights.received.start).toHaveLength(2);
    // Without sharing, there would be three times as many.
    expect(pollsOf(true)).toBeLessThanOrEqual(pollsOf(false) + 1);
    api.flights.reset();
  });

  test(
    `deliver ${visitorCount} requests with files while processes, the database and the bucket fail`,
    { timeout: 40 * 60_000 },
    async () => {
      const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
      onTestFailed(() => console.error(`To reproduce: SEED=${seed}`));
      const random = seededRandom(seed);
      const behaviours = seededRandom(seed + 1);
      const firstCall = api.received.length;
      api.setBehaviour(() => behaviours.pick(apiBehaviours));
      notices.setBehaviour(() => behaviours.pick(['ok', 'ok', 'fails', 'drops']));
      const visitors = Array.from({ length: visitorCount }, (_, index) => newVisitor(random, `Visitor ${index}`));
      const met = { refusals: 0, 'sent again': 0 };
      /**
       * How many calls the API had received at each kill and outage, and a second later, when it has read what a process had
       * sent before. A delivery may be repeated only around these points.
       */
      const disturbances: number[] = [];
      const noteDisturbance = () => {
        disturbances.push(api.received.length);
        setTimeout(() => disturbances.push(api.received.length), 1_000);
      };
      const outages = { kills: 0, database: 0, bucket: 0 };
      const waiting = [...visitors];
      const isOver = () => visitors.every(({ confirmations }) => confirmations.length > 0);
      const reached = (share: number) => waitFor(() => waiting.length <= visitorCount * (1 - share), 20 * 60_000);

      /** Sends as a visitor who presses the button again after an error or a lost connection. */
      async function sendUntilConfirmed(visitor: Visitor, site: { url: string }): Promise<void> {
        const isConfirmed = () => visitor.confirmations.length > 0;
        await waitFor(async () => {
          try {
            if (await sendFilesFirst(site, visitor)) {
              const taps = Array.from({ length: visitor.taps }, () => send(site, visitor, random.chance(0.2)));
              const failed = (await Promise.allSettled(taps)).find(({ status }) => status === 'rejected');
              if (failed?.status === 'rejected') throw failed.reason;
            }
          } catch (error) {
            // 409: another process has received a part of the file after the connection to this one was lost.
            if (!(error instanceof Refusal) || ![503, 409].includes(error.status)) throw error;
            met.refusals += 1;
          }
          if (isConfirmed()) return true;
          met['sent again'] += 1;
          await pause(random.number(200, 1_000));
          return false;
        }, patience);
      }

      async function useSite(lane: number): Promise<void> {
        const site = { url: await group.nginx.addressFor(`127.0.3.${lane + 1}`) };
        for (let visitor = waiting.shift(); visitor; visitor = waiting.shift()) await sendUntilConfirmed(visitor, site);
      }

      async function killAtRandom(): Promise<void> {
        while (!isOver()) {
          await pause(random.number(500, 5_000));
          const site = random.pick(group.sites as [(typeof group.sites)[0], ...typeof group.sites]);
          await site.kill();
          noteDisturbance();
          outages.kills += 1;
          await group.replace(site);
        }
      }

      async function restartDatabase(share: number, mode: 'fast' | 'immediate'): Promise<void> {
        await reached(share);
        await postgres.stop(mode);
        noteDisturbance();
        outages.database += 1;
        await pause(1_000);
        await postgres.start();
        noteDisturbance();
      }

      async function refuseFiles(): Promise<void> {
        await reached(0.5);
        await swift.stop();
        outages.bucket += 1;
        await pause(bucketOutage);
        await swift.start();
      }

      await Promise.all([
        ...Array.from({ length: concurrentVisitors }, (_, lane) => useSite(lane)),
        ...[killAtRandom(), killAtRandom()],
        ...[restartDatabase(0.25, 'fast'), restartDatabase(0.75, 'immediate'), refuseFiles()],
      ]);

      api.setBehaviour('ok');
      notices.setBehaviour('ok');
      // Simulates an hour in which no process runs: messages that failed are due again.
      await Promise.all(group.sites.map((site) => site.kill()));
      noteDisturbance();
      await execute(url, `UPDATE parcels SET next_attempt_at = next_attempt_at - ${hour}, leased_until = 0`);
      await execute(url, 'UPDATE notice_deliveries SET leased_until = 0');
      await Promise.all([...group.sites].map((site) => group.replace(site)));
      const isDone = async (statement: string) => (await execute(url, statement)).length === 0;
      await waitFor(() => isDone("SELECT 1 FROM parcels WHERE state = 'waiting'"), 5 * 60_000);
      await waitFor(() => isDone("SELECT 1 FROM notice_deliveries WHERE state = 'waiting'"), 5 * 60_000);

      const rows = await execute(
        url,
        `SELECT enquiries.fields, reference, parcels.state, idempotency_key FROM enquiries JOIN parcels ON enquiry_id = enquiries.id`,
      );
      const calls = api.received.slice(firstCall).map((call, index) => ({ call, index: index + firstCall }));
      let repeated = 0;
      let files = 0;
      for (const visitor of visitors) {
        const { name } = visitor;
        const stored = rows.filter(({ fields }) => (JSON.parse(String(fields)) as { name: string }).name === name);
        expect(
          stored.map(({ state }) => state),
          name,
        ).toEqual(['delivered']);
        const accepted = calls.filter(({ call }) => call.accepted && fieldsOf(call).name === name);
        expect(accepted.length, `deliveries of ${name}`).toBeGreaterThan(0);
        for (const [position, { call, index }] of accepted.entries()) {
          expect(call.idempotencyKey, name).toBe(stored[0]?.idempotency_key);
          expect(fieldsOf(call)).toMatchObject(visitor.expected);
          expect(call.files.map((file) => [file.name, file.sha256])).toEqual(
            visitor.files.map((file) => [file.name, sha256(file.bytes)]),
          );
          const earlier = accepted[position - 1]?.index;
          if (earlier === undefined) continue;
          repeated += 1;
          const isExplained = disturbances.some((at) => earlier < at && at <= index);
          const when = `calls ${earlier} and ${index}, disturbances at ${disturbances.join()}`;
          expect(isExplained, `${name} was delivered again although nothing had failed: ${when}`).toBe(true);
        }
        files += visitor.files.length;
      }
      expect(rows.filter(({ fields }) => String(fields).includes('"Visitor '))).toHaveLength(visitorCount);
      const received = notices.received.filter(({ notice }) => notice.type === 'request.received');
      const ids = new Map(received.map(({ notice, id }) => [notice.reference, id]));
      for (const { reference } of rows) {
        const shown = `${String(reference).slice(0, 4)}-${String(reference).slice(4)}`;
        expect(notices.acceptedFor(shown).length, `notices of ${shown}`).toBeGreaterThan(0);
      }
      expect(new Set(received.map(({ id }) => id)).size, 'one notice id for each request').toBe(ids.size);
      const site = { url: await group.nginx.addressFor('127.0.3.100') };
      for (const { name, confirmations } of visitors) {
        for (const { receipt } of confirmations) {
          const page = await fetch(site.url + receipt);
          expect([page.status, (await page.text()).includes(name)], name).toEqual([200, true]);
        }
      }
      expect(outages).toMatchObject({ database: 2, bucket: 1 });
      expect(outages.kills).toBeGreaterThan(10);
      console.log(
        `${visitorCount} requests with ${files} files, seed ${seed}: ${JSON.stringify({ ...outages, ...met, repeated })}`,
      );
    },
  );
});

test('three processes behind nginx enforce one common limit on a visitor’s forms', async () => {
  // The factor allows twelve forms an hour.
  const { group } = await startGroup('limits', { RATE_LIMIT_FACTOR: '0.2' });
  try {
    const address = await group.nginx.addressFor('127.0.6.1');
    const submit = () =>
      fetch(`${address}/en/services/evacuation`, {
        // nginx replaces this address.
        ...{ method: 'POST', redirect: 'manual', headers: { 'X-Forwarded-For': `203.0.113.${Math.random()}` } },
        body: formData(validRequest({ 'form-key': newToken() })),
      });
    const processes = new Set<unknown>();
    for (let form = 0; form < 12; form += 1) {
      const response = await submit();
      expect(response.status).toBe(303);
      const site = await group.siteOf(response);
      processes.add(site);
      // The other processes continue.
      if (form % 4 === 3 && form < 11) site.process.kill('SIGTERM');
      await waitFor(() => form % 4 !== 3 || form === 11 || site.process.exitCode !== null);
    }
    expect(processes.size).toBe(3);
    expect((await submit()).status).toBe(429);
    const neighbour = await group.nginx.addressFor('127.0.7.1');
    const other = await fetch(`${neighbour}/en/services/evacuation`, {
      ...{ method: 'POST', redirect: 'manual', body: formData(validRequest()) },
    });
    expect(other.status).toBe(303);
  } finally {
    await group.close();
  }
});
