import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxTrustedGap } from '../../app/clock/trusted-time.server.ts';
import { type EnquirySite, startEnquirySite } from '../support/enquiry-site.ts';
import { formData, post, send, validRequest } from '../support/evacuation-request.ts';
import { pdf } from '../support/medical-files.ts';
import { readPage } from '../support/page.ts';
import { scaleForSoak } from '../support/scale-for-soak.ts';
import { runEnquiries } from '../support/site.ts';
import { waitFor } from '../support/wait-for.ts';

// Runs the site on a machine whose clock jumps, at the start or while the site runs, and is corrected later.

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const requestsPerCase = 8;

const report = { name: 'report.pdf', bytes: pdf(5_000) };

let folder: string;
let clockCount = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clocks-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Machine {
  enquirySite: EnquirySite;
  env: Record<string, string>;
  /** Sets how far the clock is off (ms). */
  shiftClock(offset: number): Promise<void>;
}

async function startMachine(): Promise<Machine> {
  clockCount += 1;
  const file = join(folder, `clock-${clockCount}`);
  const preload = new URL('../support/shifted-clock.ts', import.meta.url).href;
  const env = { NODE_OPTIONS: `--import ${preload}`, CLOCK_FILE: file };
  await writeFile(file, '0');
  return { enquirySite: await startEnquirySite({ env }), env, shiftClock: (offset) => writeFile(file, String(offset)) };
}

/** Sends a request. @returns the sender's name, which identifies it */
async function sendRequest({ enquirySite }: Machine, files = [report]): Promise<string> {
  const { name = '' } = validRequest();
  expect([303, 502]).toContain((await send(enquirySite.site, { name }, files)).status);
  return name;
}

async function restart(machine: Machine): Promise<void> {
  await machine.enquirySite.site.kill();
  machine.enquirySite.site = await machine.enquirySite.site.restart();
}

/** Counts requests that have not been erased, attachments, and waiting outbox messages. */
function countStored({ enquirySite }: Machine) {
  const database = new DatabaseSync(join(enquirySite.site.dataDir, 'site.db'), { readOnly: true, timeout: 10_000 });
  const count = (sql: string) => Object.values(database.prepare(sql).get() ?? {})[0];
  const counts = {
    requests: count('SELECT count(*) FROM enquiries WHERE erased_at IS NULL'),
    files: count('SELECT count(*) FROM attachments'),
    waiting: count("SELECT count(*) FROM parcels WHERE state = 'waiting'"),
  };
  database.close();
  return counts;
}

/** Runs the purge on the machine, by its clock. */
async function purge({ enquirySite, env }: Machine): Promise<void> {
  expect((await runEnquiries({ dataDir: enquirySite.site.dataDir, env }, 'purge')).code).toBe(0);
}

const jumps = [-2 * day, 2 * day, 200 * day, -200 * day, -5 * hour, 5 * hour].slice(0, scaleForSoak(3, 6));

/** In an ordinary run, every second jump happens while the site runs; in a soak, each happens at both moments. */
const cases = jumps.flatMap((jump, jumpIndex) =>
  (['at the start', 'while it runs'] as const)
    .filter((_when, index) => scaleForSoak(jumpIndex % 2 === index, true))
    .map((when) => ({ jump, when })),
);

test.for(cases)(
  'nothing is lost, delayed or erased when the clock jumps by $jump ms $when, nor when it is corrected',
  { concurrent: true },
  async ({ jump, when }) => {
    const machine = await startMachine();
    const { enquirySite } = machine;
    try {
      const delivered = await sendRequest(machine);
      enquirySite.api.setBehaviour('error');
      const names = await Promise.all(Array.from({ length: requestsPerCase - 2 }, () => sendRequest(machine)));
      const unsent = await readPage(await post(enquirySite.site, 'en', formData({ name: 'x' }, [report])));
      expect(unsent.status).toBe(400);

      await machine.shiftClock(jump);
      if (when === 'at the start') await restart(machine);
      names.push(await sendRequest(machine));
      enquirySite.api.setBehaviour('ok');
      await waitFor(() => names.every((name) => enquirySite.acceptedFor(name).length > 0));
      await purge(machine);
      expect(countStored(machine)).toEqual({ requests: requestsPerCase, files: requestsPerCase, waiting: 0 });

      // The unsent form still has its file.
      const draft = unsent.value('draft') ?? '';
      const lateRequest = validRequest();
      expect((await post(enquirySite.site, 'en', formData({ ...lateRequest, draft }))).status).toBe(303);
      expect(enquirySite.acceptedFor(lateRequest.name ?? '')[0]?.files).toHaveLength(1);

      // After the correction, attempts scheduled by the wrong clock are not postponed.
      enquirySite.api.setBehaviour('error');
      const lastName = await sendRequest(machine);
      await machine.shiftClock(0);
      if (when === 'at the start') await restart(machine);
      enquirySite.api.setBehaviour('ok');
      await waitFor(() => enquirySite.acceptedFor(lastName).length > 0);
      await pause(2_500);
      await purge(machine);
      expect(countStored(machine)).toEqual({ requests: requestsPerCase + 2, files: requestsPerCase + 2, waiting: 0 });
      for (const name of [delivered, ...names, lastName]) expect(enquirySite.acceptedFor(name)).toHaveLength(1);
    } finally {
      await enquirySite.close();
    }
  },
);

test('after a forward clock jump, erasing is postponed with a log line, and resumes once the clock is confirmed', async () => {
  const machine = await startMachine();
  const { enquirySite } = machine;
  try {
    await sendRequest(machine);
    await machine.shiftClock(200 * day);
    await restart(machine);
    await sendRequest(machine);
    await waitFor(() => enquirySite.site.log.some((line) => line.includes('"trouble":"clock_leapt"')));
    await expect.poll(() => enquirySite.site.log.join('\n')).toContain('erasure is postponed');
    await purge(machine);
    expect(countStored(machine)).toMatchObject({ requests: 2 });

    const site = { dataDir: enquirySite.site.dataDir, env: machine.env };
    expect((await runEnquiries(site, 'clock-is-right')).output).toContain('4800 hours older');
    await purge(machine);
    expect(countStored(machine), 'the request after the jump keeps its age').toMatchObject({ requests: 1, files: 1 });
    expect((await runEnquiries(site, 'clock-is-right')).output).toBe('There was no clock jump to confirm.\n');
  } finally {
    await enquirySite.close();
  }
});

test('downtime within the trusted gap requires no confirmation', async () => {
  const machine = await startMachine();
  try {
    await machine.shiftClock(maxTrustedGap - 30_000);
    await restart(machine);
    expect(machine.enquirySite.site.log.join('\n')).not.toContain('has jumped');
  } finally {
    await machine.enquirySite.close();
  }
});
