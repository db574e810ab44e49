import { appendFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { send, sendDraft } from '../support/evacuation-request.ts';
import { pdf } from '../support/medical-files.ts';
import { readReadiness, waitForDatabaseCheck } from '../support/readiness.ts';
import { createUpload, newToken, patch, progressOf } from '../support/resumable-upload.ts';
import { startSite } from '../support/site.ts';
import { mountDisk } from '../support/small-disk.ts';

test('a site on a full disk is ready for requests, but reports that it has no room for files', async () => {
  const disk = mountDisk(700);
  const site = await startSite({ dataDir: join(disk.folder, 'data') });
  try {
    await waitForDatabaseCheck(site);
    disk.fillUntil(0);
    await expect.poll(async () => (await readReadiness(site)).hasRoomForUploads).toBe(false);
    expect(await readReadiness(site)).toMatchObject({ status: 200, hasRoomForRequests: true });
    await expect.poll(() => site.log.join('\n')).toContain('requests are accepted without files');
    expect((await send(site)).status).toBe(303);
  } finally {
    await site.close().catch(() => undefined);
    disk.unmount();
  }
});

test('a read-only file folder is reported with its path', async () => {
  const disk = mountDisk(700);
  const site = await startSite({ env: { FILES_URL: `file:${join(disk.folder, 'files')}` } });
  try {
    await waitForDatabaseCheck(site);
    disk.makeReadOnly();
    const problem = `Files cannot be stored: the folder ${join(disk.folder, 'files')} is not writable (EROFS).`;
    await expect.poll(async () => (await readReadiness(site)).problems).toContain(problem);
    expect(await readReadiness(site)).toMatchObject({ status: 200, isReady: true, hasRoomForUploads: false });
    await expect.poll(() => site.log.join('\n')).toContain('is not writable');
  } finally {
    await site.close();
    disk.unmount();
  }
});

test('an upload that arrived completely but could not be stored is stored on the next request', async () => {
  const original = await startSite();
  const draft = newToken();
  const bytes = pdf(3_000_000, 6);
  const address = await createUpload(original, { draft, name: 'whole.pdf', size: bytes.length });
  await patch(address, 0, bytes.subarray(0, -10));
  await original.kill();
  // The last bytes fit, but the copy in the store, which is on another disk, does not.
  await appendFile(join(original.dataDir, 'uploads', address.replace(/.*\//, '')), bytes.subarray(-10));
  const otherDisk = mountDisk(600);
  onTestFinished(() => otherDisk.unmount());
  const filesFolder = join(otherDisk.folder, 'files');
  const env = { FILES_URL: `file:${filesFolder}` };
  const full = await startSite({ dataDir: original.dataDir, env, maxFileSize: 2048 });
  expect(await progressOf(address.replace(original.url, full.url))).toBeUndefined();
  expect(await readdir(filesFolder)).toEqual([]);
  await full.kill();
  const restarted = await startSite({ dataDir: original.dataDir, env });
  expect(await progressOf(address.replace(original.url, restarted.url))).toEqual({
    offset: 3_000_000,
    length: 3_000_000,
  });
  expect(await sendDraft(restarted, draft)).toContain('whole.pdf');
  await restarted.close();
});
