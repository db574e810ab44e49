import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../app/database/database.server.ts';
import { rawRequest } from '../support/raw-request.ts';
import { readReadiness, waitForDatabaseCheck } from '../support/readiness.ts';
import { type Site, startSite } from '../support/site.ts';
import { waitFor } from '../support/wait-for.ts';

describe('a site where everything works', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite();
    await waitForDatabaseCheck(site);
  });
  afterAll(() => site.close());

  test('is ready, and reports the details to this machine', async () => {
    expect(await readReadiness(site)).toMatchObject({
      ...{ status: 200, isReady: true, problems: [], database: 'sound' },
      ...{ hasRoomForRequests: true, hasRoomForUploads: true },
    });
  });

  test.each(['X-Forwarded-For', 'Forwarded', 'Via'])(
    'reports only one word to a request through a proxy: %s',
    async (name) => {
      const { status, headers, body } = await rawRequest(`${site.url}/readyz`, { headers: { [name]: '192.0.2.1' } });
      expect([status, body.toString()]).toEqual([200, 'ready']);
      expect(headers['cache-control']).toBe('no-store');
    },
  );

  test('responds under any host name, and only to GET and HEAD', async () => {
    const foreignHost = { Host: 'elsewhere.example' };
    expect((await rawRequest(`${site.url}/readyz`, { headers: foreignHost })).status).toBe(200);
    expect((await rawRequest(`${site.url}/healthz`, { headers: foreignHost })).body.toString()).toBe('ok');
    expect((await rawRequest(`${site.url}/readyz`, { method: 'POST', headers: foreignHost })).status).toBe(421);
  });
});

test('a damaged database is detected after the start and makes the site unready', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'damaged-'));
  const file = join(dataDir, 'site.db');
  const database = await openDatabase(file);
  const draft = { created_at: 1, expires_at: Date.UTC(2099, 0, 1), rules: 'medical' as const };
  for (let number = 0; number < 200; number += 1) {
    await database
      .insertInto('drafts')
      .values({ ...draft, id: `${number} ${'x'.repeat(3_000)}` })
      .execute();
  }
  await database.destroy();
  // Simulates a disk that has lost a block in the middle.
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(40_000, 0xaa), 0, 40_000, Math.floor(statSync(file).size / 2 / 4096) * 4096);
  closeSync(descriptor);

  const site = await startSite({ dataDir });
  try {
    await waitForDatabaseCheck(site);
    const report = await readReadiness(site);
    expect(report).toMatchObject({ status: 503, isReady: false, database: 'damaged' });
    expect(report.problems[0]).toMatch(/^The database is damaged: /);
    await expect.poll(() => site.log.join('\n')).toContain('The database is damaged');
    expect((await rawRequest(`${site.url}/en/about`)).status).toBe(200);
    expect((await rawRequest(`${site.url}/healthz`)).status).toBe(200);
  } finally {
    await site.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('a thousand readiness requests within a second cause one check', async () => {
  const preload = new URL('../support/stopped-clock.ts', import.meta.url).href;
  const site = await startSite({ env: { NODE_OPTIONS: `--import ${preload}` } });
  try {
    await waitForDatabaseCheck(site);
    site.process.kill('SIGUSR2');
    await waitFor(() => site.log.join('\n').includes('The clock has stopped.'));
    const responses = await Promise.all(Array.from({ length: 1000 }, () => rawRequest(`${site.url}/readyz`)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ body }) => body.toString())).size).toBe(1);
  } finally {
    await site.close();
  }
});
