import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFailed, test } from 'vitest';
import { type SeededRandom, seededRandom } from '#app/flights/suppliers/sample/seeded-random.ts';
import { openDatabase } from '../../app/database/database.server.ts';
import { findIntegrityProblems } from '../../app/database/integrity.server.js';
import { formatReference } from '../../app/enquiries/reference.ts';
import { readEnquiry } from '../../app/enquiries/store/read-enquiry.server.ts';
import { openDiskStore } from '../../app/uploads/storage/disk-store.server.ts';
import {
  fileHashesByName,
  filesContaining,
  runBackup,
  runCheck,
  runKilledBackup,
  runRestore,
  snapshots,
} from '../support/backup.ts';
import {
  type NoticeReceiver,
  noticeSecret,
  type ReceivedNotice,
  startNoticeReceiver,
} from '../support/notice-receiver.ts';
import { durationOf } from '../support/reference-load.ts';
import { scaleForSoak } from '../support/scale-for-soak.ts';
import { type Site, startSite } from '../support/site.ts';
import { isOnPostgres, siteRows } from '../support/site-rows.ts';
import { type Behaviour, type ReceivedCall, type StandInApi, startStandInApi } from '../support/stand-in-api.ts';
import { keepFilesInFolders } from '../support/stored-files.ts';
import { erase, newVisitor, send, sendFilesFirst, type Visitor } from '../support/visitor.ts';
import { waitFor } from '../support/wait-for.ts';

keepFilesInFolders();

/** More follow until the kills have covered everything. */
const kills = scaleForSoak(10, 200);
/**
 * Sites that are killed in parallel, each with its own data and API. Setup and verification of one cost as much as ten
 * kills.
 */
const lanes = scaleForSoak(1, 4);
const minKillsPerLane = kills / lanes;
const maxKillsPerLane = 3 * minKillsPerLane;
const concurrentVisitors = 5;
/** How long the API takes when it is slow (ms). */
const slowResponseTime = 80;
/** Poll interval of the outbox (ms). */
const outboxInterval = 1_000;
const hour = 60 * 60 * 1000;

/**
 * How far a visitor's request had got when the process was killed. `received`: the API has received it, but the process
 * was killed before recording that. `confirmed`: the visitor has got a response.
 */
type Stage =
  | 'nothing'
  | 'stored'
  | 'stored, received'
  | 'delivered'
  | 'confirmed: undelivered'
  | 'confirmed, received'
  | 'confirmed: delivered';

/** The stages in which every site is killed at least once; one of several is enough. */
const requiredStages: readonly (readonly Stage[])[] = [
  ['nothing'],
  ['stored'],
  ['confirmed: undelivered'],
  ['confirmed: delivered'],
  // Between a delivery and its recording.
  ['stored, received', 'confirmed, received'],
];

test(
  `${kills} kills at any moment, during uploads, erasures and backups, lose nothing and duplicate nothing`,
  async () => {
    const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
    onTestFailed(() => console.error(`To reproduce: SEED=${seed}`));
    // Fills the cache of compiled code, which speeds up the other starts.
    await (await startSite()).close();
    const outcomes = await Promise.allSettled(Array.from({ length: lanes }, (_, lane) => runLane(seed + lane, lane)));
    const results = outcomes.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    });

    const stages = new Map<Stage, number>();
    for (const { stagesOfKills } of results)
      for (const stage of stagesOfKills.flatMap((reached) => [...reached])) count(stages, stage);
    const sum = (name: 'orphans' | 'partial' | 'uploaded' | 'erased' | 'backups' | 'restored') =>
      results.reduce((total, lane) => total + lane[name], 0);
    const leftovers = { orphans: sum('orphans'), unfinished: sum('partial') };
    const completed = {
      uploaded: sum('uploaded'),
      erased: sum('erased'),
      backups: sum('backups'),
      restored: sum('restored'),
    };
    const actualKills = results.reduce((total, { stagesOfKills }) => total + stagesOfKills.length, 0);
    console.log(
      `${actualKills} kills, seed ${seed}: ${JSON.stringify({ ...Object.fromEntries(stages), ...leftovers, ...completed })}`,
    );

    expect(actualKills).toBeGreaterThanOrEqual(kills);
    // The kills must be spread over all stages.
    for (const alternatives of requiredStages) {
      const reached = alternatives.reduce((total, stage) => total + (stages.get(stage) ?? 0), 0);
      expect(reached, `kills during the stage "${alternatives.join('" or "')}"`).toBeGreaterThan(kills / 40);
    }
    expect(leftovers.orphans, 'orphaned files').toBeGreaterThan(0);
    expect(leftovers.unfinished, 'unfinished files among the orphans').toBeGreaterThan(0);
    expect(completed.uploaded, 'requests with files uploaded before the form').toBeGreaterThan(kills / 8);
    expect(completed.erased, 'erased requests').toBeGreaterThan(kills / 8);
    if (canBackUp) {
      expect(completed.backups, 'backups completed during kills').toBeGreaterThanOrEqual(lanes);
      expect(completed.restored, 'restored requests').toBeGreaterThan(lanes);
    }
  },
  scaleForSoak(10, 40) * 60_000,
);

/** PostgreSQL has backup programs of its own. */
const canBackUp = process.env.TEST_POSTGRES === undefined;

/** One site, its API and its visitors. */
interface Lane {
  number: number;
  random: SeededRandom;
  api: StandInApi;
  /** Receives the notices of every request. */
  noticeReceiver: NoticeReceiver;
  site: Site;
  visitors: Visitor[];
  /** Folder of the backups and the erasures file. */
  folder: string;
  backups: Promise<void>[];
  isBackingUp: boolean;
  /** How many backups are complete, and which requests were confirmed when the newest of them started. */
  completedBackups: { count: number; names: string[] };
  /** The logs of all processes. */
  logs: string[][];
  /** How many calls the API had received at the start of each process. Calls of earlier processes can no longer arrive. */
  callsAtStart: number[];
  /** How many notices had been received at the start of each process. */
  noticesAtStart: number[];
}

/** Kills and restarts a site many times, and verifies the final state. @returns counts for the report */
async function runLane(seed: number, number: number) {
  const behaviours = seededRandom(seed + 1_000);
  const api = await startStandInApi(0, slowResponseTime);
  api.setBehaviour(() => behaviours.pick(apiBehaviours));
  const noticeReceiver = await startNoticeReceiver();
  noticeReceiver.setBehaviour(() => behaviours.pick(['ok', 'ok', 'ok', 'fails', 'drops']));
  const noticeEnv = { NOTIFY_URL: noticeReceiver.url, NOTIFY_SECRET: noticeSecret };
  const folder = await mkdtemp(join(tmpdir(), 'backups-'));
  await mkdir(join(folder, 'other disk'));
  const erasuresEnv = { ERASURES_FILE: erasuresIn(folder) };
  const site = await startSite({
    // RATE_LIMIT_FACTOR is high because the counters in PostgreSQL survive kills.
    env: { ...noticeEnv, ...erasuresEnv, DESK: 'api', API_URL: api.url, RATE_LIMIT_FACTOR: '1000' },
  });
  const initial = {
    visitors: [],
    logs: [site.log],
    callsAtStart: [0],
    noticesAtStart: [0],
    folder,
    backups: [],
    isBackingUp: false,
  };
  const lane: Lane = {
    number,
    random: seededRandom(seed),
    api,
    noticeReceiver,
    site,
    ...initial,
    completedBackups: { count: 0, names: [] },
  };
  try {
    const roundTime = await measureRound(lane);
    const stagesOfKills: Set<Stage>[] = [];
    while (
      stagesOfKills.length < minKillsPerLane ||
      (stagesOfKills.length < maxKillsPerLane && !(await isCovered(lane, stagesOfKills)))
    ) {
      stagesOfKills.push(await runUntilKilled(lane, roundTime, stagesOfKills.length));
    }
    await Promise.all(lane.backups);
    await deliverRemaining(lane);
    const restored = await restoreNewest(lane);
    expectOneAcceptancePerProcess(lane);
    await expectNothingLost(lane);
    await expectAllNotified(lane);
    const swept = await sweepAfterADay(lane);
    await expectIntact(site.dataDir);
    await expectReceipts(lane);
    expect(lane.logs.flat().filter((line) => /"level":[56]0/.test(line))).toEqual([]);
    const confirmed = lane.visitors.filter(({ confirmations }) => confirmations.length > 0);
    return {
      ...{ stagesOfKills, ...swept, backups: lane.completedBackups.count, restored },
      uploaded: lane.visitors.filter(hasUploadedFirst).length,
      erased: confirmed.filter(({ isErased }) => isErased).length,
    };
  } finally {
    await Promise.allSettled(lane.backups);
    await lane.site.close();
    await rm(lane.folder, { recursive: true });
    await api.close();
    await noticeReceiver.close();
  }
}

async function restart(lane: Lane): Promise<void> {
  lane.callsAtStart.push(lane.api.received.length);
  lane.noticesAtStart.push(lane.noticeReceiver.received.length);
  lane.site = await lane.site.restart();
  lane.logs.push(lane.site.log);
}

/**
 * Measures how long the visitors of one round take without a kill (ms), as the median of three rounds. Each round has a
 * fresh process, as the killed ones do, because a fresh process is slower.
 */
async function measureRound(lane: Lane): Promise<number> {
  const rounds: number[] = [];
  for (;;) {
    const visitors = addVisitors(lane, concurrentVisitors);
    rounds.push(await durationOf(() => Promise.all(visitors.map((visitor) => sendAll(lane, visitor)))));
    await lane.site.kill();
    if (rounds.length === 3) return rounds.sort((a, b) => a - b)[1] ?? NaN;
    await restart(lane);
  }
}

/** Restarts the site and kills it while visitors send. @returns the stages that new visitors had reached */
async function runUntilKilled(lane: Lane, roundTime: number, killNumber: number): Promise<Set<Stage>> {
  const { random, visitors } = lane;
  if (random.chance(0.5)) await simulateDowntime(lane.site.dataDir);
  await restart(lane);
  const retrying = visitors.filter((visitor) => isImpatient(random, visitor)).slice(-3);
  const newVisitors = addVisitors(lane, concurrentVisitors - retrying.length);
  // Sometimes the outbox is already working when the visitors arrive.
  if (random.chance(0.3)) await pause(outboxInterval);
  const submissions = [...retrying, ...newVisitors].map((visitor) => sendAll(lane, visitor));
  const erasing = visitors.find(
    (visitor) => visitor.confirmations.length > 0 && !visitor.isErasureRequested && !retrying.includes(visitor),
  );
  if (erasing && killNumber % 2 === 1) submissions.push(eraseAtRandomTime(lane, erasing, roundTime));
  if (killNumber % 2 === 0) startBackup(lane, killNumber % 8 === 6);
  await waitForKillTime(lane, newVisitors, roundTime, killNumber);
  await lane.site.kill();
  await Promise.all(submissions);
  // The API has decided on every call that it received completely.
  await waitFor(() => lane.api.isIdle());
  return readStages(lane, newVisitors);
}

/** Returns whether the kills so far have covered what the test expects of them. */
async function isCovered({ site, visitors }: Lane, stagesOfKills: Set<Stage>[]): Promise<boolean> {
  const isReached = (alternatives: readonly Stage[]) =>
    stagesOfKills.some((reached) => alternatives.some((stage) => reached.has(stage)));
  return (
    requiredStages.every(isReached) &&
    visitors.filter(hasUploadedFirst).length > minKillsPerLane / 8 &&
    (await orphansOf(site)).some(isUnfinished)
  );
}

/** Whether a confirmed request had its files uploaded before the form was sent. */
function hasUploadedFirst({ confirmations, draft }: Visitor): boolean {
  return confirmations.length > 0 && draft !== undefined;
}

/**
 * Waits until the site is to be killed. Four of five kills are aimed: just after a response to a visitor, just after the
 * API has accepted a call, just after a request has been stored, and during uploads. Random times alone would miss some
 * stages in a short run.
 */
async function waitForKillTime(
  { random, api, site }: Lane,
  newVisitors: Visitor[],
  roundTime: number,
  killNumber: number,
): Promise<void> {
  const aims = ['any', 'confirmed', 'early', 'accepted', 'stored'] as const;
  const aim = aims[killNumber % aims.length] ?? 'any';
  if (aim === 'any') return pause(random.number(0, 1.2 * roundTime));
  if (aim === 'early') return pause(random.number(0.1, 0.5) * roundTime);
  const accepted = () => api.received.filter((call) => call.accepted).length;
  const stored = async () => (await siteRows(site, 'SELECT 1 FROM enquiries')).length;
  const before = { accepted: accepted(), stored: await stored() };
  const isReached = {
    confirmed: () => newVisitors.some(({ confirmations }) => confirmations.length > 0),
    accepted: () => accepted() > before.accepted,
    stored: async () => (await stored()) > before.stored,
  }[aim];
  // A failing API may accept nothing.
  const given = new AbortController();
  void pause(3 * roundTime).then(() => given.abort());
  while (!(await isReached()) && !given.signal.aborted) await pause(1);
  if (aim === 'confirmed') await pause(random.number(0, 0.3 * roundTime));
}

async function eraseAtRandomTime({ random, site }: Lane, visitor: Visitor, roundTime: number): Promise<void> {
  await pause(random.number(0, roundTime));
  await erase(site, visitor);
}

/** Starts a backup unless one is running. A backup may outlast several processes of the site, or be killed itself. */
function startBackup(lane: Lane, isKilled: boolean): void {
  const { random, site, folder, visitors } = lane;
  if (!canBackUp || lane.isBackingUp) return;
  lane.isBackingUp = true;
  const env = { DATA_DIR: site.dataDir, ERASURES_FILE: erasuresIn(folder) };
  const names = visitors.filter(({ confirmations }) => confirmations.length > 0).map(({ name }) => name);
  const work = async () => {
    if (isKilled) {
      await runKilledBackup(env, backupsIn(folder), random.number(100, 1_500));
      return;
    }
    expect(await runBackup(env, backupsIn(folder), '--keep', '3'), 'the backup').toMatchObject({ code: 0, errors: '' });
    lane.completedBackups = { count: lane.completedBackups.count + 1, names };
  };
  const backup = work().finally(() => (lane.isBackingUp = false));
  // Errors surface at the end, when the lane waits for all backups.
  backup.catch(() => undefined);
  lane.backups.push(backup);
}

const backupsIn = (folder: string) => join(folder, 'backups');
const erasuresIn = (folder: string) => join(folder, 'other disk', 'erasures.txt');

/**
 * Restores the newest snapshot and verifies that it has every request that was confirmed when the backup started,
 * complete, and none that has been erased since.
 * @returns the number of requests verified
 */
async function restoreNewest({ site, visitors, folder, completedBackups }: Lane): Promise<number> {
  if ((await snapshots(backupsIn(folder))).length === 0) return 0;
  const dataDir = join(folder, 'restored');
  const env = { DATA_DIR: dataDir, ERASURES_FILE: erasuresIn(folder) };
  expect(await runRestore(env, backupsIn(folder)), `the restore of ${site.dataDir}`).toMatchObject({
    code: 0,
    errors: '',
  });
  expect(await runCheck(env), 'the check').toMatchObject({ code: 0, errors: '' });
  const restored = await fileHashesByName(dataDir);
  const expected = visitors.filter(
    ({ name, isErasureRequested }) => completedBackups.names.includes(name) && !isErasureRequested,
  );
  for (const { name, files } of expected) {
    expect(restored.get(name)?.sort(), `${name}, restored`).toEqual(files.map(({ bytes }) => sha256(bytes)).sort());
  }
  const erased = visitors.filter(({ isErased }) => isErased).map(({ name }) => `"${name}"`);
  expect(await filesContaining(dataDir, erased), 'erased before the restore').toEqual([]);
  return expected.length;
}

/** Lets three processes deliver all remaining messages and notices, as two do during a handover. */
async function deliverRemaining(lane: Lane): Promise<void> {
  lane.api.setBehaviour('ok');
  lane.noticeReceiver.setBehaviour('ok');
  await simulateDowntime(lane.site.dataDir);
  await restart(lane);
  for (const visitor of lane.visitors.filter(({ isErasureRequested, isErased }) => isErasureRequested && !isErased)) {
    await erase(lane.site, visitor);
    expect(visitor.isErased, visitor.name).toBe(true);
  }
  const otherSites = await Promise.all([lane.site.restart(), lane.site.restart()]);
  try {
    await waitFor(
      async () => (await siteRows(lane.site, "SELECT 1 FROM parcels WHERE state = 'waiting'")).length === 0,
    );
    await waitFor(async () => (await siteRows(lane.site, unsentNotices)).length === 0);
  } finally {
    await Promise.all([lane.site, ...otherSites].map((site) => site.kill()));
  }
  lane.logs.push(...otherSites.map(({ log }) => log));
}

/** Selects requests without a notice, and waiting notices. */
const unsentNotices = `
  SELECT reference FROM enquiries WHERE erased_at IS NULL AND id NOT IN (SELECT enquiry_id FROM notices)
  UNION SELECT notice_id FROM notice_deliveries WHERE state = 'waiting'`;

/**
 * Ages orphaned files and drafts by a day and an hour while the site is down, and verifies that its next start deletes
 * all files except those of enquiries.
 * @returns the number of orphaned files, and how many of them were partial
 */
async function sweepAfterADay(lane: Lane): Promise<{ orphans: number; partial: number }> {
  const { dataDir } = lane.site;
  const names = await lane.site.storedFiles();
  const longAgo = (Date.now() - 25 * hour) / 1000;
  for (const name of names) await utimes(join(dataDir, 'files', name), longAgo, longAgo);
  await siteRows({ dataDir }, 'UPDATE drafts SET expires_at = expires_at - ?', 26 * hour);
  const orphans = await orphansOf(lane.site);

  await restart(lane);
  const attached = (await siteRows({ dataDir }, 'SELECT storage_key FROM attachments')).map((row) =>
    String(row.storage_key),
  );
  await waitFor(async () => (await lane.site.storedFiles()).length <= attached.length);
  expect((await lane.site.storedFiles()).sort()).toEqual(attached.sort());
  return { orphans: orphans.length, partial: orphans.filter(isUnfinished).length };
}

/** Lists the files that belong neither to an enquiry nor to a draft. */
async function orphansOf(site: Site): Promise<string[]> {
  const referenced = await siteRows(
    site,
    'SELECT storage_key FROM attachments UNION SELECT storage_key FROM draft_files',
  );
  const keys = new Set(referenced.map((row) => row.storage_key));
  return (await site.storedFiles()).filter((name) => !keys.has(name));
}

const isUnfinished = (name: string) => name.endsWith('.part');

/** Successful, slow or failing responses. Rejections are left out, because they would wait for a person. */
const apiBehaviours: [Behaviour, ...Behaviour[]] = [
  'ok',
  'ok',
  'ok',
  'slow',
  'slow',
  'slow',
  'error',
  'unsuccessful',
  'not-json',
  'connection-reset',
];

function addVisitors({ number, random, visitors }: Lane, visitorCount: number): Visitor[] {
  const added = Array.from({ length: visitorCount }, (_, index) =>
    newVisitor(random, `Visitor ${number}-${visitors.length + index}`),
  );
  visitors.push(...added);
  return added;
}

/** Sends all of a visitor's taps in quick succession. */
async function sendAll({ random, site }: Lane, visitor: Visitor): Promise<void> {
  if (visitor.confirmations.length === 0 && !(await sendFilesFirst(site, visitor))) return;
  const taps = Array.from({ length: visitor.taps }, () => ({
    delay: random.number(0, 60),
    isWeak: random.chance(0.4),
  }));
  await Promise.all(
    taps.map(async ({ delay, isWeak }) => {
      await pause(delay);
      await send(site, visitor, isWeak);
    }),
  );
}

/**
 * Whether a visitor tries again. Those whose request was confirmed as delivered do not. Without a form key, a retry counts
 * as the same request only within two minutes, so visitors without one do not retry after a minute.
 */
function isImpatient(
  random: SeededRandom,
  { fields, confirmations, recognisedUntil, isErasureRequested }: Visitor,
): boolean {
  if (isErasureRequested) return false;
  const isRecognised = 'form-key' in fields || confirmations.length > 0 || Date.now() < recognisedUntil;
  return (
    isRecognised &&
    confirmations.every(({ status }) => status === 502) &&
    random.chance(confirmations.length === 0 ? 0.5 : 0.1)
  );
}

/**
 * Simulates an hour of downtime, so that the outbox has work at the next start: leases of dead processes end after a
 * minute, and the backoff is half an hour at most.
 */
async function simulateDowntime(dataDir: string): Promise<void> {
  await siteRows({ dataDir }, 'UPDATE parcels SET next_attempt_at = next_attempt_at - ?, leased_until = 0', hour);
  await siteRows({ dataDir }, 'UPDATE notice_deliveries SET leased_until = 0');
}

/** Reads how far the requests of new visitors have got. */
async function readStages({ site, api }: Lane, newVisitors: Visitor[]): Promise<Set<Stage>> {
  const rows = await siteRows(
    site,
    'SELECT enquiries.fields, parcels.state FROM enquiries JOIN parcels ON enquiry_id = enquiries.id WHERE erased_at IS NULL',
  );
  const states = new Map(rows.map(({ fields, state }) => [nameIn(fields), state]));
  const received = new Set(api.received.filter(({ accepted }) => accepted).map((call) => fieldsOf(call).name));
  return new Set(
    newVisitors.map(({ name, confirmations }): Stage => {
      const state = states.get(name);
      if (!state) return 'nothing';
      if (state === 'delivered') return confirmations.length > 0 ? 'confirmed: delivered' : 'delivered';
      if (received.has(name)) return confirmations.length > 0 ? 'confirmed, received' : 'stored, received';
      return confirmations.length > 0 ? 'confirmed: undelivered' : 'stored';
    }),
  );
}

/**
 * Expects that each process delivers a key once. A second process may repeat it if the first was killed before recording.
 */
function expectOneAcceptancePerProcess({ api: { received }, callsAtStart }: Lane): void {
  for (const [index, start] of callsAtStart.entries()) {
    const accepted = received.slice(start, callsAtStart[index + 1]).filter((call) => call.accepted);
    const keys = accepted.map((call) => call.idempotencyKey);
    expect(keys.length, `process ${index}`).toBe(new Set(keys).size);
  }
}

/**
 * Expects a notice for every stored request and for no other. A notice may be sent again only if the process was killed
 * before recording the first one, and then with the same id.
 */
async function expectAllNotified({
  site: { dataDir },
  noticeReceiver: { received },
  noticesAtStart,
}: Lane): Promise<void> {
  const stored = (await siteRows({ dataDir }, 'SELECT reference, erased_at FROM enquiries')).map(
    ({ reference, erased_at }) => ({
      reference: formatReference(String(reference)),
      isErased: erased_at !== null,
    }),
  );
  // Reminders and trouble notices depend on the speed of the machine.
  const first = received.filter(({ notice }) => notice.type === 'request.received');
  const referenceOf = ({ notice }: ReceivedNotice) => String(notice.reference);
  const accepted = new Set(first.filter((notice) => notice.accepted).map(referenceOf));
  const storedReferences = new Set(stored.map(({ reference }) => reference));
  expect([...accepted].filter((reference) => !storedReferences.has(reference))).toEqual([]);
  const unnotified = stored.filter(({ reference, isErased }) => !isErased && !accepted.has(reference));
  expect(unnotified, 'requests without a notice').toEqual([]);
  const references = new Set(first.map(referenceOf));
  expect(new Set(first.map(({ id }) => id)).size, 'one id per request').toBe(references.size);
  for (const [index, start] of noticesAtStart.entries()) {
    const ids = received
      .slice(start, noticesAtStart[index + 1])
      .filter((notice) => notice.accepted)
      .map(({ id }) => id);
    expect(ids.length, `process ${index}`).toBe(new Set(ids).size);
  }
}

/**
 * Expects every confirmed request to be stored, and exactly the stored ones to be accepted, completely and under one key.
 */
async function expectNothingLost({ site: { dataDir }, visitors, api: { received } }: Lane): Promise<void> {
  const rows = await siteRows(
    { dataDir },
    `SELECT enquiries.id, reference, enquiries.fields, idempotency_key, parcels.state,
       (SELECT count(*) FROM receipts WHERE receipts.enquiry_id = enquiries.id) AS receipts
     FROM enquiries LEFT JOIN parcels ON parcels.enquiry_id = enquiries.id WHERE erased_at IS NULL`,
  );
  const stored = new Map(rows.map((row) => [nameIn(row.fields), row]));
  expect(stored.size, 'an enquiry is stored once').toBe(rows.length);
  const keys = new Map<string | undefined, Set<string | undefined>>();
  const [requests, erasures] = [received.filter((call) => !isErasure(call)), received.filter(isErasure)];
  for (const call of requests) {
    const { name } = fieldsOf(call);
    keys.set(name, (keys.get(name) ?? new Set()).add(call.idempotencyKey));
  }
  expect(new Set(requests.map((call) => call.idempotencyKey)).size, 'one key per name').toBe(keys.size);

  const database = await openDatabase(join(dataDir, 'site.db'));
  for (const visitor of visitors) {
    const { name } = visitor;
    const row = stored.get(name);
    const accepted = requests.filter((call) => call.accepted && fieldsOf(call).name === name);
    if (visitor.isErased) {
      expect(row, `${name} has been erased`).toBeUndefined();
      expect(keys.get(name)?.size ?? 0, `keys of ${name}`).toBeLessThanOrEqual(1);
      // If the desk has a copy, it is asked to erase it.
      const reference = accepted[0]?.reference;
      const deliveredErasures = erasures.filter((call) => call.accepted && call.reference === reference);
      if (reference) expect(deliveredErasures.length, `erasures of ${name} delivered`).toBeGreaterThan(0);
      continue;
    }
    if (!row) {
      expect(visitor.confirmations, `${name} got a confirmation, but the request is not stored`).toEqual([]);
      expect(keys.has(name), `${name} was delivered without being stored`).toBe(false);
      continue;
    }
    expect(row, name).toMatchObject({ state: 'delivered' });
    expect(row.receipts, `receipts of ${name}`).toBeGreaterThan(0);
    expect([...(keys.get(name) ?? [])], `keys of ${name}`).toEqual([row.idempotency_key]);
    expect(accepted.length, `acceptances of ${name}`).toBeGreaterThan(0);
    for (const call of accepted) {
      expect(fieldsOf(call)).toMatchObject(visitor.expected);
      expect(call.files.map((file) => [file.name, file.sha256])).toEqual(
        visitor.files.map((file) => [file.name, sha256(file.bytes)]),
      );
    }
    for (const confirmation of visitor.confirmations) {
      const record = await readEnquiry(database, { receiptToken: confirmation.receipt.split('/').pop() ?? '' });
      expect(record?.enquiry.id, `receipt of ${name}`).toBe(row.id);
      if (confirmation.reference) expect(confirmation.reference).toBe(formatReference(String(row.reference)));
    }
  }
  await database.destroy();
}

/** Expects every receipt URL that a visitor got to work. */
async function expectReceipts({ site, visitors }: Lane): Promise<void> {
  for (const { name, confirmations, isErased } of visitors) {
    for (const { receipt } of confirmations) {
      const response = await fetch(site.url + receipt);
      expect(response.status, name).toBe(isErased ? 410 : 200);
      if (isErased) expect(await response.text()).not.toContain(name);
      else expect(await response.text()).toContain(name);
    }
  }
}

/** Expects an intact database and complete attachments. */
async function expectIntact(dataDir: string): Promise<void> {
  // PostgreSQL checks its own files.
  if (!isOnPostgres({ dataDir })) expect(findIntegrityProblems(join(dataDir, 'site.db'), 'full')).toEqual([]);
  const store = openDiskStore(join(dataDir, 'files'));
  for (const file of await siteRows({ dataDir }, 'SELECT * FROM attachments')) {
    const bytes = await buffer(store.open(String(file.storage_key)));
    expect({ size: bytes.length, sha256: sha256(bytes) }).toEqual({ size: file.size, sha256: file.sha256 });
  }
}

/** Whether a call asks the desk to erase a request. */
function isErasure(call: ReceivedCall): boolean {
  return fieldsOf(call).message?.startsWith('please erase') ?? false;
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
