import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formData, validRequest } from '../support/evacuation-request.ts';
import { freePorts } from '../support/free-port.ts';
import { pdf } from '../support/medical-files.ts';
import { type Nginx, startNginx } from '../support/nginx.ts';
import { readPage } from '../support/page.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { type Installation, installPreviousVersion } from '../support/previous-version.ts';
import { create, newToken, patch, progressOf } from '../support/resumable-upload.ts';
import { openSharedSocket, type SharedSocket } from '../support/shared-socket.ts';
import { runEnquiries, type Site, startSite } from '../support/site.ts';
import { type StandInApi, startStandInApi } from '../support/stand-in-api.ts';
import { waitFor } from '../support/wait-for.ts';

// Replaces two processes of the previous version with two of this version, one after the other, as
// deploy/restart-one-by-one.sh does. All share one database and one folder. Meanwhile, visitors use the site over
// persistent connections to nginx.

/** How long visitors use the site before the update, before the restarts and after them (ms). */
const calm = 4_000;
/** How many times all processes are restarted. The first time changes their version. */
const restarts = 5;
const searchPath =
  '/en/search/flights?origin=RUH&destination=BER&depart_date=2031-01-05&adults=1&children=0&infants=0&travelClass=Y';
let postgres: Postgres;
let api: StandInApi;
let installation: Installation;
let previous: string;
let dataDir: string;
let url: string;
let socket: SharedSocket;
let nginx: Nginx;
/** The address that each visitor uses, through which nginx sees a different client address for each of them. */
let addresses: string[];
/** The ports of the metrics, from which the script learns whether a process is ready. */
let metricsPorts: number[];
const sites: Site[] = [];

function start(index: number, program: string): Promise<Site> {
  const folder = join(dataDir, String(index));
  mkdirSync(folder, { recursive: true });
  return startSite({
    ...{ program, socket, dataDir: folder },
    env: {
      ...{ DATABASE_URL: url, FILES_URL: `file:${join(dataDir, 'files')}`, TRUST_PROXY: '1' },
      METRICS_PORT: String(metricsPorts[index]),
      ...{ DESK: 'api', API_URL: api.url, RATE_LIMIT_FACTOR: '1000' },
    },
  });
}

beforeAll(async () => {
  [postgres, api] = await Promise.all([startPostgres(), startStandInApi()]);
  api.flights.speedUp(1_000_000);
  installation = installPreviousVersion();
  dataDir = mkdtempSync(join(tmpdir(), 'rolling-'));
  // The update replaces the program in its folder; this copy can still be started.
  previous = join(dataDir, 'previous');
  cpSync(installation.folder, previous, { recursive: true, verbatimSymlinks: true });
  url = await postgres.createDatabase();
  metricsPorts = Object.values(await freePorts('first', 'second'));
  socket = await openSharedSocket();
  for (const index of metricsPorts.keys()) sites.push(await start(index, installation.folder));
  nginx = await startNginx([socket.port], '+49 30 5550199');
  addresses = await Promise.all(visits.map((_, visitor) => nginx.addressFor(`127.0.8.${visitor + 1}`)));
});
afterAll(async () => {
  await nginx.close();
  await Promise.all(sites.map((site) => site.close()));
  await socket.close();
  await api.close();
  await postgres.close();
  installation.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

/** What visitors have done, and the problems that they met. */
const met = { pages: 0, assets: 0, searches: 0, forms: 0, uploads: 0, continued: 0, problems: [] as string[] };
/** The names in the forms that were confirmed. */
const confirmed: string[] = [];

const addressOf = (visitor: number) => addresses[visitor] ?? '';
const get = (address: string) => fetch(address, { redirect: 'manual' });

/** Opens pages and everything that they load. */
async function browse(visitor: number): Promise<void> {
  for (const path of ['/ar', '/en/about', '/en/services/evacuation', '/en/contact']) {
    const page = await readPage(await get(addressOf(visitor) + path));
    if (page.status !== 200 && page.status !== 302) met.problems.push(`${path}: ${page.status}`);
    met.pages += 1;
    // A page is read for a while before its scripts ask for more.
    await pause(50);
    for (const asset of new Set(page.html.match(/\/assets\/[\w./-]+/g))) {
      const response = await get(addressOf(visitor) + asset);
      await response.arrayBuffer();
      if (response.status !== 200) met.problems.push(`${asset}: ${response.status}`);
      met.assets += 1;
    }
  }
}

async function search(visitor: number): Promise<void> {
  const page = await readPage(await get(addressOf(visitor) + searchPath));
  if (page.status !== 200) met.problems.push(`search: ${page.status}`);
  met.searches += 1;
  await pause(200);
}

async function submit(visitor: number, fields: Record<string, string>, files: { name: string; bytes: Buffer }[]) {
  const response = await fetch(`${addressOf(visitor)}/en/services/evacuation`, {
    ...{ method: 'POST', redirect: 'manual', body: formData(fields, files) },
  });
  await response.arrayBuffer();
  if (response.status === 303) confirmed.push(fields.name ?? '');
  else met.problems.push(`form: ${response.status}`);
  met.forms += 1;
}

const sendForm = (visitor: number) =>
  submit(visitor, validRequest({ 'form-key': newToken() }), [{ name: 'report.pdf', bytes: pdf(200_000, visitor) }]);

/** Uploads a file in chunks, as a browser does: after any failure, it asks how much has arrived, or begins again. */
async function uploadInChunks(visitor: number): Promise<void> {
  const site = { url: addressOf(visitor) };
  const [draft, bytes, name] = [newToken(), Buffer.from(pdf(300_000, visitor)), `upload-${met.uploads}.pdf`];
  let address: string | undefined;
  let offset = 0;
  while (offset < bytes.length) {
    await pause(100);
    try {
      if (address === undefined) {
        const created = await create(site, { draft, name, size: bytes.length });
        if (created.status !== 201) continue;
        address = site.url + (created.headers.get('Location') ?? '');
        offset = 0;
      }
      const { ok } = await patch(address, offset, bytes.subarray(offset, offset + 60_000));
      if (ok) offset = Math.min(bytes.length, offset + 60_000);
      else throw new Error('not received');
    } catch {
      met.continued += 1;
      const progress = address === undefined ? undefined : await progressOf(address).catch(() => ({ offset }));
      if (progress) ({ offset } = progress);
      else address = undefined;
    }
  }
  met.uploads += 1;
  await submit(visitor, validRequest({ 'form-key': newToken(), draft }), []);
}

const visits = [browse, browse, search, sendForm, sendForm, sendForm, sendForm, uploadInChunks, uploadInChunks];

/** Whether a process reports that it is ready, checked as in deploy/restart-one-by-one.sh. */
async function isReady(metricsPort: number | undefined): Promise<boolean> {
  const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`).catch(() => undefined);
  return /^site_ready 1$/m.test((await metrics?.text()) ?? '');
}

describe('a rolling restart from the previous version', () => {
  test('loses no request, no form, no upload and no asset', async () => {
    let isOver = false;
    const repeat = async (visit: (visitor: number) => Promise<void>, visitor: number) => {
      while (!isOver) {
        await visit(visitor).catch((error: unknown) => {
          met.problems.push(`${visit.name}: ${String((error as Error).cause ?? error)}`);
        });
      }
    };
    const visitors = visits.map(repeat);
    await pause(calm);
    installation.update();
    await pause(calm);
    for (let round = 0; round < restarts; round += 1) {
      for (const [index, site] of sites.entries()) {
        site.process.kill('SIGTERM');
        await waitFor(() => site.process.exitCode !== null);
        sites[index] = await start(index, installation.folder);
        await waitFor(() => isReady(metricsPorts[index]));
      }
    }
    await pause(calm);
    isOver = true;
    await Promise.all(visitors);
    console.log(`from ${installation.commit.slice(0, 9)}: ${JSON.stringify({ ...met, confirmed: confirmed.length })}`);

    expect(met.problems).toEqual([]);
    for (const count of [met.pages, met.assets, met.searches, met.forms, met.uploads]) expect(count).toBeGreaterThan(5);
    const { output } = await runEnquiries(
      { dataDir: join(dataDir, '0'), env: { DATABASE_URL: url } },
      'list',
      '--json',
    );
    for (const name of confirmed) expect(output.split(`"${name}"`), name).toHaveLength(2);
    const filesOf = (name: string) =>
      api.received
        .filter(({ accepted, parts }) => accepted && parts.some(({ value }) => value === name))
        .map(({ files }) => files.length);
    for (const name of confirmed) expect([name, filesOf(name)]).toEqual([name, [1]]);
  });

  test('can be undone: the previous version starts on the new schema, and works', async () => {
    await Promise.all(sites.map((site) => site.close()));
    sites[0] = await start(0, previous);
    const fields = validRequest({ 'form-key': newToken() });
    const sent = await fetch(`${addressOf(0)}/en/services/evacuation`, {
      ...{ method: 'POST', redirect: 'manual', body: formData(fields, [{ name: 'report.pdf', bytes: pdf(1000) }]) },
    });
    expect(sent.status).toBe(303);
    const { pathname } = new URL(sent.headers.get('Location') ?? '');
    expect((await fetch(addressOf(0) + searchPath)).status).toBe(200);
    // Both versions show what the previous one has stored.
    const showsFile = async () => (await readPage(await fetch(addressOf(0) + pathname))).text.includes('report.pdf');
    expect(await showsFile()).toBe(true);
    await sites[0].close();
    sites[0] = await start(0, installation.folder);
    expect(await showsFile()).toBe(true);
  });
});
