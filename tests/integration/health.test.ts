import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../app/database/database.server.ts';
import type { Readiness } from '../../app/server/health/readiness.server.ts';
import { send } from '../support/evacuation-request.ts';
import { rawRequest } from '../support/raw-request.ts';
import { type Site, startSite } from '../support/site.ts';
import { mountDisk } from '../support/small-disk.ts';
import { waitFor } from '../support/wait-for.ts';

/** The readiness that the site reports to this machine. */
async function readiness(site: Site): Promise<{ status: number } & Readiness> {
  const { status, body } = await rawRequest(`${site.url}/readyz`);
  return { status, ...(JSON.parse(body.toString()) as Readiness) };
}

const waitForCheck = (site: Site) => waitFor(async () => (await readiness(site)).database !== 'checking');

describe('a site where everything works', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite();
    await waitForCheck(site);
  });
  afterAll(() => site.close());

  test('is ready, and gives this machine the details', async () => {
    expect(await readiness(site)).toMatchObject({
      ...{ status: 200, isReady: true, problems: [], database: 'sound' },
      ...{ hasRoomForRequests: true, hasRoomForUploads: true },
    });
  });

  test.each(['X-Forwarded-For', 'Forwarded', 'Via'])('tells others only one word: %s', async (name) => {
    const { status, headers, body } = await rawRequest(`${site.url}/readyz`, { headers: { [name]: '192.0.2.1' } });
    expect([status, body.toString()]).toEqual([200, 'ready']);
    expect(headers['cache-control']).toBe('no-store');
  });

  test('responds under any host name, and only to GET and HEAD', async () => {
    const foreign = { Host: 'elsewhere.example' };
    expect((await rawRequest(`${site.url}/readyz`, { headers: foreign })).status).toBe(200);
    expect((await rawRequest(`${site.url}/healthz`, { headers: foreign })).body.toString()).toBe('ok');
    expect((await rawRequest(`${site.url}/readyz`, { method: 'POST', headers: foreign })).status).toBe(421);
  });
});

test('a damaged database is found after the start and makes the site not ready', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'damaged-'));
  const file = join(dataDir, 'site.db');
  const database = await openDatabase(file);
  const row = { created_at: 1, expires_at: Date.UTC(2099, 0, 1), rules: 'medical' as const };
  for (let number = 0; number < 200; number += 1) {
    await database
      .insertInto('drafts')
      .values({ ...row, id: `${number} ${'x'.repeat(3_000)}` })
      .execute();
  }
  await database.destroy();
  // Simulates a disk that has lost a block in the middle.
  const damaged = openSync(file, 'r+');
  writeSync(damaged, Buffer.alloc(40_000, 0xaa), 0, 40_000, Math.floor(statSync(file).size / 2 / 4096) * 4096);
  closeSync(damaged);

  const site = await startSite({ dataDir });
  try {
    await waitForCheck(site);
    const answer = await readiness(site);
    expect(answer).toMatchObject({ status: 503, isReady: false, database: 'damaged' });
    expect(answer.problems[0]).toMatch(/^The database is damaged: /);
    expect(site.log.join('\n')).toContain('The database is damaged');
    expect((await rawRequest(`${site.url}/en/about`)).status).toBe(200);
    expect((await rawRequest(`${site.url}/healthz`)).status).toBe(200);
  } finally {
    await site.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('a full disk is reported: ready for requests, but without space for files', async () => {
  const disk = mountDisk(700);
  const site = await startSite({ dataDir: join(disk.folder, 'data') });
  try {
    await waitForCheck(site);
    disk.fillUntil(0);
    await expect.poll(async () => (await readiness(site)).hasRoomForUploads).toBe(false);
    expect(await readiness(site)).toMatchObject({ status: 200, hasRoomForRequests: true });
    expect(site.log.join('\n')).toContain('requests are accepted without files');
    expect((await send(site)).status).toBe(303);
  } finally {
    await site.close().catch(() => undefined);
    disk.unmount();
  }
});

test('a read-only folder of files is reported by name', async () => {
  const disk = mountDisk(700);
  const site = await startSite({ env: { FILES_URL: `file:${join(disk.folder, 'files')}` } });
  try {
    await waitForCheck(site);
    disk.makeReadOnly();
    const told = `Files cannot be stored: the folder ${join(disk.folder, 'files')} is read-only.`;
    await expect.poll(async () => (await readiness(site)).problems).toContain(told);
    expect(await readiness(site)).toMatchObject({ status: 200, isReady: true, hasRoomForUploads: false });
    await expect.poll(() => site.log.join('\n')).toContain('is read-only');
  } finally {
    await site.close();
    disk.unmount();
  }
});

test('a thousand readiness requests cause only one check', async () => {
  const site = await startSite();
  try {
    await waitForCheck(site);
    const answers = await Promise.all(Array.from({ length: 1000 }, () => rawRequest(`${site.url}/readyz`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    // They all share one check.
    expect(new Set(answers.map(({ body }) => body.toString())).size).toBeLessThanOrEqual(3);
  } finally {
    await site.close();
  }
});
