import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFailed, test } from 'vitest';
import { type SeededRandom, seededRandom } from '#app/flights/suppliers/sample/seeded-random.ts';
import {
  fileHashesByName,
  filesContaining,
  runBackup,
  runCheck,
  runKilledBackup,
  runRestore,
  sha256,
  snapshots,
} from '../support/backup.ts';
import { formData } from '../support/evacuation-request.ts';
import { pdf } from '../support/medical-files.ts';
import { scaleForSoak } from '../support/scale-for-soak.ts';
import { type Site, startSite } from '../support/site.ts';
import { waitFor } from '../support/wait-for.ts';

// Backs up a site that receives and erases requests and is sometimes killed, then restores and verifies each backup.

const rounds = scaleForSoak(3, 20);
const concurrentSenders = 3;
const maxRequests = 150;

interface SentRequest {
  name: string;
  files: Buffer[];
  /** URL of the receipt, once the site has confirmed the request. */
  receipt?: string;
  /** Whether the sender has requested erasure. */
  isErasureRequested?: boolean;
  /** Whether the site has confirmed the erasure. */
  isErased?: boolean;
}

/** A site under constant load. */
interface Load {
  random: SeededRandom;
  site: Site;
  requests: SentRequest[];
  hasEnded: boolean;
}

test(
  `${rounds} backups under load restore every confirmed request byte for byte, and no erased one`,
  async () => {
    const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
    onTestFailed(() => console.error(`To reproduce: SEED=${seed}`));
    const folder = await mkdtemp(join(tmpdir(), 'backups-'));
    const erasures = join(folder, 'other disk', 'erasures.txt');
    const env = { RATE_LIMIT_FACTOR: '1000', ERASURES_FILE: erasures };
    const load: Load = { random: seededRandom(seed), site: await startSite({ env }), requests: [], hasEnded: false };
    const workers = Array.from({ length: concurrentSenders }, () => sendAndErase(load));
    const totals = { restored: 0, requests: 0, files: 0, erased: 0, kills: 0 };
    try {
      // The first round must find a request to erase: without any erasure, a restore warns.
      await waitFor(() => load.requests.filter(({ receipt }) => receipt !== undefined).length >= 3);
      for (let round = 0; round < rounds; round += 1) {
        const counts = await backUpAndRestore(load, folder, round);
        for (const [name, count] of Object.entries(counts)) totals[name as keyof typeof counts] += count;
        totals.restored += 1;
      }
      expect(totals.restored).toBe(rounds);
      expect(totals.requests).toBeGreaterThan(rounds);
      expect(totals.erased, 'erasures that a restore could have undone').toBeGreaterThan(0);
      expect(load.site.log.filter((line) => line.includes('"level":60'))).toEqual([]);
      console.log(`Backups under load, seed ${seed}: ${JSON.stringify(totals)}`);
    } finally {
      load.hasEnded = true;
      await Promise.all(workers);
      await load.site.close();
      await rm(folder, { recursive: true });
    }
  },
  30 * 60_000,
);

/**
 * Starts a backup and tries to kill it, verifies the snapshots left behind, then takes a second backup (sometimes killing
 * the site during it), restores it and verifies the data.
 */
async function backUpAndRestore(load: Load, folder: string, round: number) {
  const { random, site, requests } = load;
  const backups = join(folder, 'backups');
  const siteEnv = { DATA_DIR: site.dataDir, ERASURES_FILE: join(folder, 'other disk', 'erasures.txt') };
  const earlierSnapshots = await snapshots(backups);
  const wasBackupKilled = (await runKilledBackup(siteEnv, backups, random.number(50, 900))).code === null;
  // A backup renames its snapshot to its final name last, so one with a final name is complete even after a kill.
  for (const snapshot of (await snapshots(backups)).filter((name) => !earlierSnapshots.includes(name))) {
    const cwd = join(backups, snapshot);
    expect(spawnSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd }).status).toBe(0);
  }

  const confirmed = requests.filter((request) => request.receipt !== undefined);
  const unerased = confirmed.filter(({ isErasureRequested }) => !isErasureRequested);
  const backup = runBackup(siteEnv, backups, '--keep', '3');
  const shouldKillSite = random.chance(0.5);
  if (shouldKillSite) {
    await pause(random.number(0, 800));
    await site.kill();
    load.site = await site.restart();
  }
  expect(await backup, 'the backup').toMatchObject({ code: 0, errors: '' });
  expect((await snapshots(backups)).length).toBeLessThanOrEqual(3);

  // Erase a request that the backup contains; the workers also erase some at random.
  const [inBackup] = unerased.filter(({ isErasureRequested }) => !isErasureRequested);
  if (inBackup) await erase(load, inBackup);
  await pause(random.number(0, 600));
  const erased = requests.filter((request) => request.isErased);
  const dataDir = join(folder, `restored ${round}`);
  const restoredEnv = { ...siteEnv, DATA_DIR: dataDir };
  expect(await runRestore(restoredEnv, backups), 'the restore').toMatchObject({ code: 0, errors: '' });
  expect(await runCheck(restoredEnv), 'the check').toMatchObject({ code: 0, errors: '' });
  const restored = await fileHashesByName(dataDir);
  const verified = { requests: 0, files: 0 };
  for (const { name, files: sent, isErasureRequested } of confirmed) {
    if (isErasureRequested) continue;
    expect(restored.get(name), `${name} in round ${round}`).toEqual(sent.map(sha256));
    verified.requests += 1;
    verified.files += sent.length;
  }
  expect(erased.map(({ name }) => name).filter((name) => restored.has(name))).toEqual([]);
  expect(
    await filesContaining(
      dataDir,
      erased.map(({ name }) => name),
    ),
  ).toEqual([]);
  await rm(dataDir, { recursive: true });
  const erasedSinceBackup = unerased.filter((request) => erased.includes(request)).length;
  return { ...verified, erased: erasedSinceBackup, kills: Number(wasBackupKilled) + Number(shouldKillSite) };
}

/** Sends requests one after another, and sometimes erases one. */
async function sendAndErase(load: Load): Promise<void> {
  const { random, requests } = load;
  while (!load.hasEnded) {
    const number = requests.length;
    const files = Array.from({ length: random.integer(0, 2) }, () => createMarkedPdf(random, `Sender ${number}.`));
    const request: SentRequest = { name: `Sender ${number}.`, files };
    requests.push(request);
    const fields = {
      name: request.name,
      phone: '+966507712345',
      email: 'a@b.example',
      message: `${request.name} `.repeat(50),
    };
    const body = formData(
      fields,
      files.map((bytes, index) => ({ name: `${request.name} ${index}.pdf`, bytes })),
    );
    request.receipt = (await postForm(load, '/en/contact', body)) ?? undefined;
    const candidates = requests.filter(
      ({ receipt, isErasureRequested }) => receipt !== undefined && !isErasureRequested,
    );
    // Without a limit, each round would take longer than the previous one.
    if (candidates.length > maxRequests || (candidates.length > 5 && random.chance(0.35)))
      await erase(load, random.pick(candidates as [SentRequest, ...SentRequest[]]));
    await pause(random.number(0, 250));
  }
}

async function erase(load: Load, request: SentRequest): Promise<void> {
  request.isErasureRequested = true;
  const location = await postForm(load, `${new URL(request.receipt ?? '').pathname}/delete`, new FormData());
  request.isErased = location !== null;
}

/** Posts a form. @returns the redirect target, or null if the site was killed */
async function postForm(load: Load, path: string, body: FormData): Promise<string | null> {
  try {
    const response = await fetch(load.site.url + path, { method: 'POST', body, redirect: 'manual' });
    expect(response.status, path).toBe(303);
    return response.headers.get('Location');
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    await pause(50);
    return null;
  }
}

/** Returns a unique PDF of 10 to 60 kB that contains its sender's name. */
function createMarkedPdf(random: SeededRandom, name: string): Buffer {
  const ending = Buffer.from(`${name} `.repeat(20) + random.number(0, 1).toString());
  return Buffer.concat([pdf(random.integer(10_000, 60_000), random.integer(1, 250)), ending]);
}
