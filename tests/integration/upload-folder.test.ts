import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sendDraft } from '../support/evacuation-request.ts';
import { pdf } from '../support/medical-files.ts';
import { create, createUpload, newToken, patch, progressOf, terminate } from '../support/resumable-upload.ts';
import { startSite } from '../support/site.ts';

// Tests what is specific to unfinished uploads in a folder.

test('the folder of unfinished uploads is private to this user, and its files give no access to a draft', async () => {
  const draft = newToken();
  const site = await startSite();
  const address = await createUpload(site, { draft, name: 'secret.pdf', size: 1000 });
  const folder = join(site.dataDir, 'uploads');
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  const texts = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'latin1')));
  expect(texts.join()).toContain('secret.pdf');
  expect(texts.join()).not.toContain(draft);
  await terminate(address);
  expect(await readdir(folder)).toEqual([]);
  await site.close();
});

test('a full disk causes a server error, but the upload is kept and can be completed once there is room', async () => {
  const original = await startSite();
  const draft = newToken();
  const bytes = pdf(3_000_000, 4);
  const address = await createUpload(original, { draft, name: 'large.pdf', size: bytes.length });
  await patch(address, 0, bytes.subarray(0, 500_000));
  await original.kill();
  const full = await startSite({ dataDir: original.dataDir, maxFileSize: 2048 });
  const failed = await patch(address.replace(original.url, full.url), 500_000, bytes.subarray(500_000));
  expect(failed.status).toBe(503);
  // The log arrives through a pipe, shortly after the response.
  await expect.poll(() => full.log.join()).toContain('upload not stored');
  await full.kill();
  const restarted = await startSite({ dataDir: original.dataDir });
  const newAddress = address.replace(original.url, restarted.url);
  const { offset = 0 } = (await progressOf(newAddress)) ?? {};
  expect(offset).toBeGreaterThanOrEqual(500_000);
  expect((await patch(newAddress, offset, bytes.subarray(offset))).status).toBe(200);
  expect(await sendDraft(restarted, draft)).toContain('large.pdf');
  await restarted.close();
});

test('a folder at its limit accepts neither new uploads nor further chunks', async () => {
  const ownSite = await startSite();
  const draft = newToken();
  const address = await createUpload(ownSite, { draft, name: 'begun.pdf', size: 5000 });
  await ownSite.kill();
  // The file belongs to the same draft, so it is not cleaned up.
  const other = join(ownSite.dataDir, 'uploads', address.replace(/.*\//, '').slice(0, 32) + 'f'.repeat(32));
  await writeFile(other, '');
  // The file is sparse and uses no space on the disk.
  await truncate(other, 20 * 1024 ** 3);
  const full = await ownSite.restart();
  const newAddress = address.replace(ownSite.url, full.url);
  for (const response of [
    await create(full, { draft: newToken(), name: 'a.pdf', size: 900 }),
    await patch(newAddress, 0, pdf(5000)),
  ]) {
    expect(response.status).toBe(503);
    expect(response.headers.get('Retry-After')).toBe('3600');
    expect(response.headers.get('Tus-Resumable')).toBe('1.0.0');
  }
  await expect.poll(() => full.log.join()).toContain('no disk space for uploads');
  await full.kill();
  await rm(other);
  const restarted = await full.restart();
  expect((await patch(newAddress.replace(full.url, restarted.url), 0, pdf(5000))).status).toBe(200);
  expect(await sendDraft(restarted, draft)).toContain('begun.pdf');
  await restarted.close();
});
