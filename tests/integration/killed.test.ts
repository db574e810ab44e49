import { createHash } from 'node:crypto';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFailed, test } from 'vitest';
import { openDatabase } from '../../app/database/database.server.ts';
import { readEnquiry } from '../../app/enquiries/read-enquiry.server.ts';
import { formatReference } from '../../app/enquiries/reference.ts';
import { diskStore } from '../../app/uploads/disk-store.server.ts';
import { seededRandom, type SeededRandom } from '#app/flights/sample/seeded-random.ts';
import { startSite, type Site } from '../support/site.ts';
import { startStandInApi, type Behaviour, type ReceivedCall, type StandInApi } from '../support/stand-in-api.ts';
import { newVisitor, send, type Visitor } from '../support/visitor.ts';

const kills = 200;
/** Sites that are killed at the same time, each with data and an API of its own. */
const lanes = 4;
const visitorsAtOnce = 5;
/** How long the API takes when it is slow, in milliseconds. */
const slowness = 80;
/** The outbox looks for what is due this long after a start (`lookEvery` in delivery.server.ts). */
const outboxLooks = 1_000;
const hour = 60 * 60 * 1000;

/**
 * How far a visitor's request had come when the process was killed. `heard` by the API means that the killed process did
 * not live to write it down.
 */
type Stage = 'nothing' | 'stored' | 'stored, heard' | 'delivered' | 'told: not yet' | 'told, heard' | 'told: delivered';

test(
  `${kills} kills at any moment lose nothing and double nothing`,
  async () => {
    const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
    onTestFailed(() => console.error(`The same choices begin with SEED=${seed}`));
    // Only to save time: a process that ends well leaves its compiled code, from which the others start quicker.
    const compiled = await mkdtemp(join(tmpdir(), 'compiled-'));
    const env = { NODE_COMPILE_CACHE: compiled };
    await (await startSite({ env })).close();
    const ended = await Promise.allSettled(
      Array.from({ length: lanes }, (_, lane) => killAgainAndAgain(env, seed + lane, lane)),
    );
    await rm(compiled, { recursive: true });
    const found = ended.map((lane) => {
      if (lane.status === 'rejected') throw lane.reason;
      return lane.value;
    });

    const stages = new Map<Stage, number>();
    for (const { hit } of found) for (const stage of hit.flatMap((at) => [...at])) count(stages, stage);
    const sum = (what: 'orphans' | 'parts') => found.reduce((all, lane) => all + lane[what], 0);
    expect(found.reduce((all, { hit }) => all + hit.length, 0)).toBe(kills);
    // Kills that all fall into the same moment would prove little.
    for (const stage of ['nothing', 'stored', 'told: not yet', 'told: delivered'] as const) {
      expect(stages.get(stage) ?? 0, `kills that met requests at the stage "${stage}"`).toBeGreaterThan(kills / 40);
    }
    const heard = (stages.get('stored, heard') ?? 0) + (stages.get('told, heard') ?? 0);
    expect(heard, 'kills between the desk and the note of it').toBeGreaterThan(0);
    expect(sum('orphans'), 'files that a kill left behind').toBeGreaterThan(0);
    expect(sum('parts'), 'unfinished files among them').toBeGreaterThan(0);
  },
  10 * 60_000,
);

/** One site, its API and its visitors. */
interface Lane {
  number: number;
  random: SeededRandom;
  api: StandInApi;
  site: Site;
  visitors: Visitor[];
  /** Of every process that there was. */
  logs: string[][];
  /** How many calls the API had got when each life began: none of an earlier life can still arrive. */
  lives: number[];
}

/** One site's many lives and deaths, and what is left in the end. */
async function killAgainAndAgain(env: Record<string, string>, seed: number, number: number) {
  const moods = seededRandom(seed + 1_000);
  const api = await startStandInApi(0, slowness);
  api.behave(() => moods.pick(apiMoods));
  const site = await startSite({ env: { ...env, DESK: 'api', API_URL: api.url } });
  const lane: Lane = { number, random: seededRandom(seed), api, site, visitors: [], logs: [site.log], lives: [0] };
  try {
    const roundTime = await measureRound(lane);
    const hit: Set<Stage>[] = [];
    while (hit.length < kills / lanes) hit.push(await liveAndDie(lane, roundTime));
    await deliverTheRest(lane);
    expectOneAcceptanceInALife(lane);
    await expectNothingLost(lane);
    const swept = await sweepADayLater(lane);
    await expectWhole(site.dataDir);
    await expectReceipts(lane);
    expect(lane.logs.flat().filter((line) => /"level":[56]0/.test(line))).toEqual([]);
    return { hit, ...swept };
  } finally {
    await lane.site.close();
    await api.close();
  }
}

async function begin(lane: Lane): Promise<void> {
  lane.lives.push(lane.api.received.length);
  lane.site = await lane.site.restart();
  lane.logs.push(lane.site.log);
}

/**
 * How long the visitors of one life need when nothing kills it, in milliseconds: the median of three. Each process that
 * will be killed is a fresh one, which takes longer than one that has run for a while.
 */
async function measureRound(lane: Lane): Promise<number> {
  const rounds: number[] = [];
  for (;;) {
    const start = performance.now();
    await Promise.all(newcomers(lane, visitorsAtOnce).map((visitor) => sendAll(lane, visitor)));
    rounds.push(performance.now() - start);
    await lane.site.kill();
    if (rounds.length === 3) return rounds.sort((a, b) => a - b)[1] ?? NaN;
    await begin(lane);
  }
}

/** @returns the stages at which the kill met those who came for the first time. */
async function liveAndDie(lane: Lane, roundTime: number): Promise<Set<Stage>> {
  const { random, visitors } = lane;
  if (random.chance(0.5)) letTimePass(lane.site.dataDir);
  await begin(lane);
  const again = visitors.filter((visitor) => isImpatient(random, visitor)).slice(-3);
  const fresh = newcomers(lane, visitorsAtOnce - again.length);
  // In every third life the outbox is at work when the visitors come.
  if (random.chance(0.3)) await pause(outboxLooks);
  const sendings = [...again, ...fresh].map((visitor) => sendAll(lane, visitor));
  await pause(random.number(0, 1.2 * roundTime));
  await lane.site.kill();
  await Promise.all(sendings);
  // By then an API that has everything has made up its mind, though nobody is there to hear it.
  await pause(1.5 * slowness);
  return stagesOf(lane, fresh);
}

/** Three processes share what is left, as two do while one takes over from the other. */
async function deliverTheRest(lane: Lane): Promise<void> {
  lane.api.behave('ok');
  letTimePass(lane.site.dataDir);
  await begin(lane);
  const others = await Promise.all([lane.site.restart(), lane.site.restart()]);
  try {
    await until(
      'everything is delivered',
      () => query(lane.site.dataDir, "SELECT 1 FROM parcels WHERE state = 'waiting'").length === 0,
    );
  } finally {
    await Promise.all([lane.site, ...others].map((site) => site.kill()));
  }
  lane.logs.push(...others.map(({ log }) => log));
}

/**
 * A day and an hour go by while the site is down, for files that belong to nothing and for drafts. Its next start
 * leaves the files of enquiries and no other.
 * @returns how many files belonged to nothing before, and how many of these were unfinished.
 */
async function sweepADayLater(lane: Lane): Promise<{ orphans: number; parts: number }> {
  const { dataDir } = lane.site;
  const names = await lane.site.storedFiles();
  const longAgo = (Date.now() - 25 * hour) / 1000;
  for (const name of names) await utimes(join(dataDir, 'files', name), longAgo, longAgo);
  change(dataDir, 'UPDATE drafts SET expires_at = expires_at - ?', 26 * hour);
  const known = query(dataDir, 'SELECT storage_key FROM attachments UNION SELECT storage_key FROM draft_files');
  const keys = new Set(known.map((row) => row.storage_key));
  const orphans = names.filter((name) => !keys.has(name));

  await begin(lane);
  const kept = query(dataDir, 'SELECT storage_key FROM attachments').map((row) => String(row.storage_key));
  await until('the sweep is done', async () => (await lane.site.storedFiles()).length <= kept.length);
  expect((await lane.site.storedFiles()).sort()).toEqual(kept.sort());
  return { orphans: orphans.length, parts: orphans.filter((name) => name.endsWith('.part')).length };
}

/** Mostly well, sometimes slow, often enough in trouble. A refusal is missing: it waits for a person. */
const apiMoods: [Behaviour, ...Behaviour[]] = [
  'ok',
  'ok',
  'ok',
  'slow',
  'slow',
  'slow',
  'error',
  'unsuccessful',
  'not-json',
  'breaks',
];

function newcomers({ number, random, visitors }: Lane, howMany: number): Visitor[] {
  const come = Array.from({ length: howMany }, (_, index) =>
    newVisitor(random, `Visitor ${number}-${visitors.length + index}`),
  );
  visitors.push(...come);
  return come;
}

/** All the visitor's taps, within a moment. */
async function sendAll({ random, site }: Lane, visitor: Visitor): Promise<void> {
  const taps = Array.from({ length: visitor.taps }, () => ({ after: random.number(0, 60), weak: random.chance(0.4) }));
  await Promise.all(
    taps.map(async ({ after, weak }) => {
      await pause(after);
      await send(site, visitor, weak);
    }),
  );
}

/** Who heard nothing, or "not yet", often tries again. */
function isImpatient(random: SeededRandom, { told }: Visitor): boolean {
  return told.every(({ status }) => status === 502) && random.chance(told.length === 0 ? 0.5 : 0.1);
}

/**
 * An hour goes by while the site is down, so that the outbox has work at its next start. Only the clock is played: a lease of a dead process ends by itself after a
 * minute, and a pause between attempts is half an hour at most.
 */
function letTimePass(dataDir: string): void {
  change(
    dataDir,
    'UPDATE parcels SET next_attempt_at = next_attempt_at - ?1, leased_until = max(0, leased_until - ?1)',
    hour,
  );
}

function stagesOf({ site, api }: Lane, fresh: Visitor[]): Set<Stage> {
  const rows = query(
    site.dataDir,
    'SELECT enquiries.fields, state FROM enquiries JOIN parcels ON enquiry_id = enquiries.id',
  );
  const states = new Map(rows.map(({ fields, state }) => [nameIn(fields), state]));
  const heard = new Set(api.received.filter(({ accepted }) => accepted).map((call) => fieldsOf(call).name));
  return new Set(
    fresh.map(({ name, told }): Stage => {
      const state = states.get(name);
      if (!state) return 'nothing';
      if (state === 'delivered') return told.length > 0 ? 'told: delivered' : 'delivered';
      if (heard.has(name)) return told.length > 0 ? 'told, heard' : 'stored, heard';
      return told.length > 0 ? 'told: not yet' : 'stored';
    }),
  );
}

/** A key that is accepted again is so only because the process that was accepted first did not live to know it. */
function expectOneAcceptanceInALife({ api: { received }, lives }: Lane): void {
  for (const [life, start] of lives.entries()) {
    const accepted = received.slice(start, lives[life + 1]).filter((call) => call.accepted);
    const keys = accepted.map((call) => call.idempotencyKey);
    expect(keys.length, `life ${life}`).toBe(new Set(keys).size);
  }
}

/** What was told is stored; what is stored was accepted under one key of its own, whole, and nothing else was. */
async function expectNothingLost({ site: { dataDir }, visitors, api: { received } }: Lane): Promise<void> {
  const rows = query(
    dataDir,
    `SELECT enquiries.id, reference, enquiries.fields, idempotency_key, state,
       (SELECT count(*) FROM receipts WHERE receipts.enquiry_id = enquiries.id) AS receipts
     FROM enquiries LEFT JOIN parcels ON parcels.enquiry_id = enquiries.id`,
  );
  const stored = new Map(rows.map((row) => [nameIn(row.fields), row]));
  expect(stored.size, 'an enquiry is stored once').toBe(rows.length);
  const keys = new Map<string | undefined, Set<string | undefined>>();
  for (const call of received) {
    const { name } = fieldsOf(call);
    keys.set(name, (keys.get(name) ?? new Set()).add(call.idempotencyKey));
  }
  expect(new Set(received.map((call) => call.idempotencyKey)).size, 'keys, as many as names').toBe(keys.size);

  const database = await openDatabase(join(dataDir, 'site.db'));
  for (const visitor of visitors) {
    const { name } = visitor;
    const row = stored.get(name);
    if (!row) {
      expect(visitor.told, `${name} was told of a request that is not there`).toEqual([]);
      expect(keys.has(name), `${name} was delivered without being stored`).toBe(false);
      continue;
    }
    expect(row, name).toMatchObject({ state: 'delivered' });
    expect(row.receipts, `receipts of ${name}`).toBeGreaterThan(0);
    expect([...(keys.get(name) ?? [])], `keys of ${name}`).toEqual([row.idempotency_key]);
    const accepted = received.filter((call) => call.accepted && fieldsOf(call).name === name);
    expect(accepted.length, `acceptances of ${name}`).toBeGreaterThan(0);
    for (const call of accepted) {
      expect(fieldsOf(call)).toMatchObject(visitor.expected);
      expect(call.files.map((file) => [file.name, file.sha256])).toEqual(
        visitor.files.map((file) => [file.name, sha256(file.bytes)]),
      );
    }
    for (const told of visitor.told) {
      const record = await readEnquiry(database, { receiptToken: told.receipt.split('/').pop() ?? '' });
      expect(record?.enquiry.id, `receipt of ${name}`).toBe(row.id);
      if (told.reference) expect(told.reference).toBe(formatReference(String(row.reference)));
    }
  }
  await database.destroy();
}

/** Every address that a visitor was given shows the receipt. */
async function expectReceipts({ site, visitors }: Lane): Promise<void> {
  for (const { name, told } of visitors) {
    for (const { receipt } of told) {
      const response = await fetch(site.url + receipt);
      expect(response.status).toBe(200);
      expect(await response.text()).toContain(name);
    }
  }
}

/** The database is sound, and every attachment is there with its bytes. */
async function expectWhole(dataDir: string): Promise<void> {
  expect(query(dataDir, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  expect(query(dataDir, 'PRAGMA foreign_key_check')).toEqual([]);
  const store = diskStore(join(dataDir, 'files'));
  for (const file of query(dataDir, 'SELECT * FROM attachments')) {
    const bytes = await buffer(store.open(String(file.storage_key)));
    expect({ size: bytes.length, sha256: sha256(bytes) }).toEqual({ size: file.size, sha256: file.sha256 });
  }
}

/** Reads only, so that what a kill left in the write-ahead log is for the site to recover. */
function query(dataDir: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(join(dataDir, 'site.db'), { readOnly: true });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

function change(dataDir: string, sql: string, value: number): void {
  const database = new DatabaseSync(join(dataDir, 'site.db'));
  try {
    database.prepare(sql).run(value);
  } finally {
    database.close();
  }
}

async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 2 * 60_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`Not within two minutes: ${what}`);
    await pause(100);
  }
}

function fieldsOf({ parts }: ReceivedCall): Record<string, string> & { name?: string } {
  return Object.fromEntries(parts.map(({ name, value }) => [name, value]));
}

function nameIn(fields: unknown): string {
  return (JSON.parse(String(fields)) as { name: string }).name;
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
