import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { sendDraft } from '../support/evacuation-request.ts';
import { pdf } from '../support/medical-files.ts';
import { createDatabase } from '../support/postgres.ts';
import { createUpload, newToken, patch, progressOf } from '../support/resumable-upload.ts';
import { scaleForSoak } from '../support/scale-for-soak.ts';
import { type Site, startSite } from '../support/site.ts';
import { readFilesOf } from '../support/stored-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'shared-'));
afterAll(() => rmSync(folder, { recursive: true }));

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const bucket = JSON.parse(inject('bucket')) as Record<string, string>;

describe.each([
  ['a bucket', { ...bucket, FILES_URL: bucket.FILES_URL?.replace('PREFIX', 'shared') ?? '' }],
  ['a shared folder', { FILES_URL: `file:${folder}` }],
])('two processes on one PostgreSQL database with %s', (_case, files) => {
  let sites: [Site, Site];
  let start: () => Promise<Site>;
  beforeAll(async () => {
    const env = { ...files, DATABASE_URL: await createDatabase(inject('postgres')) };
    start = () => startSite({ env });
    sites = [await start(), await start()];
  });
  afterAll(async () => {
    await Promise.all(sites.map((site) => site.close()));
  });

  const addressAt = (site: Site, address: string) => address.replace(/^http:\/\/[^/]+/, site.url);

  /** Returns the hashes of all stored files, whichever process stored them. */
  const storedHashes = async () => (await readFilesOf(files)).map(sha256);

  test('continue each other’s uploads', async () => {
    const draft = newToken();
    const bytes = pdf(5_000_000, 21);
    const address = await createUpload(sites[0], { draft, name: 'shared.pdf', size: bytes.length });
    for (let at = 0, turn = 0; at < bytes.length; at += 1_000_000, turn += 1) {
      const site = sites[turn % 2] ?? sites[0];
      expect(await progressOf(addressAt(site, address))).toEqual({ offset: at, length: bytes.length });
      const { status } = await patch(addressAt(site, address), at, bytes.subarray(at, at + 1_000_000));
      expect(status).toBe(at + 1_000_000 < bytes.length ? 204 : 200);
    }
    expect(await storedHashes()).toEqual([sha256(bytes)]);
    expect(await sendDraft(sites[0], draft)).toContain('shared.pdf');
  });

  test('never both accept a chunk at the same offset', async () => {
    const bytes = pdf(2_000_000, 22);
    const address = await createUpload(sites[0], { draft: newToken(), name: 'raced.pdf', size: bytes.length });
    for (let at = 0; at < 1_500_000; at += 500_000) {
      const responses = await Promise.all(
        sites.map((site) => patch(addressAt(site, address), at, bytes.subarray(at, at + 500_000))),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([204, 409]);
      expect(await progressOf(address)).toMatchObject({ offset: at + 500_000 });
    }
    const last = await Promise.all(
      sites.map((site) => patch(addressAt(site, address), 1_500_000, bytes.subarray(1_500_000))),
    );
    expect(last.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await storedHashes()).toContain(sha256(bytes));
  });

  test('report consistent progress while an upload is being completed', async () => {
    const bytes = pdf(20_000_000, 23);
    const address = await createUpload(sites[0], { draft: newToken(), name: 'last.pdf', size: bytes.length });
    expect((await patch(address, 0, bytes.subarray(0, -10))).status).toBe(204);
    const completion = patch(address, bytes.length - 10, bytes.subarray(-10));
    const complete = { offset: bytes.length, length: bytes.length };
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const progress = await progressOf(addressAt(sites[1], address));
      expect([complete, { ...complete, offset: bytes.length - 10 }, undefined]).toContainEqual(progress);
      if (progress?.offset === bytes.length) break;
      await pause(20);
    }
    expect((await completion).status).toBe(200);
    for (const site of sites) expect(await progressOf(addressAt(site, address))).toEqual(complete);
    expect((await storedHashes()).filter((hash) => hash === sha256(bytes))).toHaveLength(1);
  });

  test('continue an upload whose process has been killed', async () => {
    for (let kill = 0; kill < scaleForSoak(1, 10); kill += 1) {
      const draft = newToken();
      const bytes = pdf(6_000_000, 30 + kill);
      const address = await createUpload(sites[0], { draft, name: 'killed.pdf', size: bytes.length });
      expect((await patch(address, 0, bytes.subarray(0, 2_000_000))).status).toBe(204);
      const interrupted = patch(address, 2_000_000, bytes.subarray(2_000_000)).catch(() => undefined);
      await pause(10 * kill);
      await sites[0].kill();
      await interrupted;
      const elsewhere = addressAt(sites[1], address);
      const { offset = 0 } = (await progressOf(elsewhere)) ?? {};
      expect(offset).toBeGreaterThanOrEqual(2_000_000);
      if (offset < bytes.length) expect((await patch(elsewhere, offset, bytes.subarray(offset))).status).toBe(200);
      expect(await storedHashes()).toContain(sha256(bytes));
      expect(await sendDraft(sites[1], draft)).toContain('killed.pdf');
      sites[0] = await start();
    }
  });
});
