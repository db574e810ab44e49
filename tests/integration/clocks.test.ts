import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxTrustedGap } from '../../app/clock/trusted-time.server.ts';
import { depth } from '../support/depth.ts';
import { type EnquirySite, startEnquirySite } from '../support/enquiry-site.ts';
import { formData, post, send, validRequest } from '../support/evacuation-request.ts';
import { pdf } from '../support/medical-files.ts';
import { readPage } from '../support/page.ts';
import { runEnquiries } from '../support/site.ts';

/** A machine whose clock leaps, at the start of the site or while it runs, and is later corrected. */

const hour = 60 * 60 * 1000;
const day = 24 * hour;
/** Requests per case. */
const requests = 8;
/** The pause after a second failed attempt (`app/outbound/backoff.ts`), plus the time of the attempts themselves. */
const longestWait = 18_000 + 12_000;

const report = { name: 'report.pdf', bytes: pdf(5_000) };

let folder: string;
let clocks = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clocks-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Machine {
  desk: EnquirySite;
  env: Record<string, string>;
  /** Shifts the clock by this many milliseconds. */
  set(offset: number): Promise<void>;
}

async function startMachine(): Promise<Machine> {
  clocks += 1;
  const file = join(folder, `clock-${clocks}`);
  const preload = new URL('../support/shifted-clock.ts', import.meta.url).href;
  const env = { NODE_OPTIONS: `--import ${preload}`, CLOCK_FILE: file };
  await writeFile(file, '0');
  return { desk: await startEnquirySite({ env }), env, set: (offset) => writeFile(file, String(offset)) };
}

/** @returns the name to find the request by */
async function request({ desk }: Machine, files = [report]): Promise<string> {
  const { name = '' } = validRequest();
  expect([303, 502]).toContain((await send(desk.site, { name }, files)).status);
  return name;
}

async function restart(machine: Machine): Promise<void> {
  await machine.desk.site.kill();
  machine.desk.site = await machine.desk.site.restart();
}

/** What is stored of requests that have not been erased. */
function stored({ desk }: Machine) {
  const database = new DatabaseSync(join(desk.site.dataDir, 'site.db'), { readOnly: true, timeout: 10_000 });
  const count = (sql: string) => Object.values(database.prepare(sql).get() ?? {})[0];
  const found = {
    requests: count('SELECT count(*) FROM enquiries WHERE erased_at IS NULL'),
    files: count('SELECT count(*) FROM attachments'),
    waiting: count("SELECT count(*) FROM parcels WHERE state = 'waiting'"),
  };
  database.close();
  return found;
}

async function waitUntil(what: string, within: number, condition: () => boolean): Promise<void> {
  const end = performance.now() + within;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`Not within ${within} ms: ${what}`);
    await pause(100);
  }
}

/** Erases what has expired, by the clock of this machine. */
async function purge({ desk, env }: Machine): Promise<void> {
  expect((await runEnquiries({ dataDir: desk.site.dataDir, env }, 'purge')).code).toBe(0);
}

const leaps = [-2 * day, 2 * day, 200 * day, -200 * day, -5 * hour, 5 * hour].slice(0, depth(3, 6));

test.for(
  leaps.flatMap((leap) => [
    { leap, when: 'at the start' as const },
    { leap, when: 'while it runs' as const },
  ]),
)(
  'nothing is lost, delayed or erased when the clock leaps by $leap ms $when, nor when it is corrected',
  { concurrent: true, timeout: 120_000 },
  async ({ leap, when }) => {
    const machine = await startMachine();
    const { desk } = machine;
    try {
      const delivered = await request(machine);
      desk.api.behave('error');
      const names = await Promise.all(Array.from({ length: requests - 2 }, () => request(machine)));
      const unsent = await readPage(await post(desk.site, 'en', formData({ name: 'x' }, [report])));
      expect(unsent.status).toBe(400);

      await machine.set(leap);
      if (when === 'at the start') await restart(machine);
      names.push(await request(machine));
      desk.api.behave('ok');
      await waitUntil('everything is delivered', longestWait, () =>
        names.every((name) => desk.acceptedOf(name).length > 0),
      );
      await purge(machine);
      expect(stored(machine)).toEqual({ requests, files: requests, waiting: 0 });

      // The unsent form still has its file.
      const draft = unsent.value('draft') ?? '';
      const late = validRequest();
      expect((await post(desk.site, 'en', formData({ ...late, draft }))).status).toBe(303);
      expect(desk.acceptedOf(late.name ?? '')[0]?.files).toHaveLength(1);

      // After the correction, attempts scheduled by the wrong clock are not postponed.
      desk.api.behave('error');
      const last = await request(machine);
      await machine.set(0);
      if (when === 'at the start') await restart(machine);
      desk.api.behave('ok');
      await waitUntil('the last is delivered', longestWait, () => desk.acceptedOf(last).length > 0);
      await pause(2_500);
      await purge(machine);
      expect(stored(machine)).toEqual({ requests: requests + 2, files: requests + 2, waiting: 0 });
      for (const name of [delivered, ...names, last]) expect(desk.acceptedOf(name)).toHaveLength(1);
    } finally {
      await desk.close();
    }
  },
);

test('after a leap ahead erasing is postponed, logs why, and resumes when the clock is confirmed', async () => {
  const machine = await startMachine();
  const { desk } = machine;
  try {
    await request(machine);
    await machine.set(200 * day);
    await restart(machine);
    await request(machine);
    await waitUntil('the leap is logged', 15_000, () =>
      desk.site.log.some((line) => line.includes('"trouble":"clock_leapt"')),
    );
    expect(desk.site.log.join('\n')).toContain('erasing is postponed');
    await purge(machine);
    expect(stored(machine)).toMatchObject({ requests: 2 });

    const site = { dataDir: desk.site.dataDir, env: machine.env };
    expect((await runEnquiries(site, 'clock-is-right')).output).toContain('4800 hours older');
    await purge(machine);
    expect(stored(machine), 'the request after the leap keeps its age').toMatchObject({ requests: 1, files: 1 });
    expect((await runEnquiries(site, 'clock-is-right')).output).toBe('There was no clock jump to confirm.\n');
  } finally {
    await desk.close();
  }
});

test('a pause as long as an update needs no confirmation', async () => {
  const machine = await startMachine();
  try {
    await machine.set(maxTrustedGap - 30_000);
    await restart(machine);
    expect(machine.desk.site.log.join('\n')).not.toContain('has leapt');
  } finally {
    await machine.desk.close();
  }
});
