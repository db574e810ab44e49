import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { zipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import ar from '../../locales/ar/forms.json' with { type: 'json' };
import en from '../../locales/en/forms.json' with { type: 'json' };
import { type Clamd, startClamd } from '../support/clamd.ts';
import { addMember, signInAs } from '../support/desk-people.ts';
import { type EnquirySite, fieldsOf, startEnquirySite } from '../support/enquiry-site.ts';
import { formData, post, send, validRequest } from '../support/evacuation-request.ts';
import { dicom, discArchive, pdf } from '../support/medical-files.ts';
import { memoryOf } from '../support/memory.ts';
import { readPage } from '../support/page.ts';
import { create, createUpload, newToken, patch, progressOf, upload } from '../support/resumable-upload.ts';
import { scaleForSoak } from '../support/scale-for-soak.ts';
import { runEnquiries, type Site, startSite } from '../support/site.ts';
import { siteRows } from '../support/site-rows.ts';
import { mountDisk, type SmallDisk } from '../support/small-disk.ts';
import { keepFilesInFolders } from '../support/stored-files.ts';

keepFilesInFolders();

// Tests studies from a radiologist's disc, which are much larger than reports.

const megabyte = 1024 * 1024;
const chunkSize = 2 * megabyte;
/** The free space that uploads of discs must leave (`headroom.discs`). */
const discHeadroom = 4096 * megabyte;
/** The site's reserve and database, and whatever else it writes. */
const ownSpace = 100 * megabyte;
/** How long the site caches its measurement of the free space (ms). */
const measurementLifetime = 1100;
/** What the kernel holds for a client that does not read, by default at most 33 MB and 4 MB (tcp(7)). */
const maxSocketBuffers = 64 * megabyte;
/** What a disc may cost beyond the memory of an idle site (MiB). */
const maxMemory = 110;

const study = discArchive(scaleForSoak(40, 480) * megabyte, 5);
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let disk: SmallDisk;
beforeAll(() => {
  // A network may use a quarter of what it leaves to others, so a study needs room for five times its size.
  disk = mountDisk(Math.ceil((discHeadroom + ownSpace + 5.2 * study.length) / megabyte));
});
afterEach(() => disk.fillUntil(Infinity));
afterAll(() => disk.unmount());

const newFolder = () => mkdtemp(join(disk.folder, 'data-'));

const peakMemory = ({ process }: Site): number =>
  Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${process.pid}/status`, 'utf8'))?.[1]) / 1024;

/** Returns the memory of a site that has shown and received a form (MiB), and forgets its peak until now. */
async function idleMemory(site: Site): Promise<number> {
  await readPage(await fetch(`${site.url}/ar/services/evacuation`));
  expect((await send(site, {}, [{ name: 'report.pdf', bytes: pdf(megabyte) }])).status).toBe(303);
  writeFileSync(`/proc/${site.process.pid}/clear_refs`, '5');
  return memoryOf(site.process.pid);
}

/** Uploads the rest of a file in chunks, as the browser does, and records the least free space. */
async function uploadRest(address: string, bytes: Buffer, until = bytes.length): Promise<{ minFree: number }> {
  let minFree = disk.free();
  for (let offset = (await progressOf(address))?.offset ?? 0; offset < until; offset += chunkSize) {
    const response = await patch(address, offset, bytes.subarray(offset, offset + chunkSize));
    expect(response.status).toBe(offset + chunkSize < bytes.length ? 204 : 200);
    minFree = Math.min(minFree, disk.free());
  }
  return { minFree };
}

/** Sends part of the next chunk and then breaks the connection. */
async function breakWithin(address: string, offset: number, bytes: Buffer): Promise<void> {
  await new Promise<void>((resolve) => {
    const headers = {
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': String(offset),
      'Content-Type': 'application/offset+octet-stream',
      'Content-Length': String(chunkSize),
    };
    const request = httpRequest(address, { method: 'PATCH', headers });
    request.on('error', () => resolve());
    request.write(bytes.subarray(offset, offset + megabyte), () => request.destroy());
  });
}

test(
  'a study arrives intact despite a broken connection and a restart of the site, and reaches staff after a warning',
  { timeout: scaleForSoak(60_000, 600_000) },
  async () => {
    let site = await startSite({ dataDir: await newFolder() });
    onTestFinished(() => site.close());
    const idle = await idleMemory(site);
    const freeBefore = disk.free();
    const draft = newToken();
    let address = await createUpload(site, { draft, name: 'أشعة أحمد.zip', size: study.length });
    await uploadRest(address, study, study.length / 4);
    const { offset = 0 } = (await progressOf(address)) ?? {};
    await breakWithin(address, offset, study);
    await uploadRest(address, study, study.length / 2);
    expect(peakMemory(site) - idle, 'MiB above idle').toBeLessThan(maxMemory);

    await site.kill();
    const earlier = site;
    site = await site.restart();
    const lead = await signInAs(site, await addMember(site, { name: 'Lina', role: 'lead' }));
    const idleAgain = await idleMemory(site);
    address = address.replace(earlier.url, site.url);
    expect((await progressOf(address))?.offset).toBeGreaterThanOrEqual(study.length / 2);
    const { minFree } = await uploadRest(address, study);
    expect(minFree, 'never stored twice').toBeGreaterThan(freeBefore - study.length - 20 * megabyte);
    expect(disk.free()).toBeGreaterThan(discHeadroom);

    const sent = await post(site, 'en', formData({ ...validRequest({ name: 'Disc' }), draft }));
    expect(sent.status).toBe(303);
    expect((await readPage(await fetch(sent.headers.get('Location') ?? ''))).text).toContain('أشعة أحمد.zip');
    const key = await keyOf(site, study.length);
    const stored = join(site.dataDir, 'files', key);
    expect(hashOf(await readFile(stored))).toBe(hashOf(study));
    expect(statSync(stored)).toMatchObject({ nlink: 1, mode: 0o100600 });
    expect(await readdir(join(site.dataDir, 'uploads'))).toEqual([]);

    const [reference] = await siteRows(site, 'SELECT reference FROM enquiries ORDER BY received_at DESC');
    const file = `/desk/requests/${String(reference?.reference)}/files/1`;
    expect((await lead.get(file)).document.querySelector('form[method=post]'), 'a warning').not.toBeNull();
    const download = await lead.send(file, {});
    // The client has read nothing yet: a site that did not wait for it would have read the whole file by now. A smaller
    // file may fit into the buffers of the two sockets.
    await fetch(`${site.url}/en`);
    const isBeingRead = readdirSync(`/proc/${site.process.pid}/fdinfo`).some((descriptor) =>
      openFileOf(site, descriptor).endsWith(key),
    );
    expect(isBeingRead || study.length <= maxSocketBuffers, 'while the client waits').toBe(true);
    const hash = createHash('sha256');
    for await (const chunk of download.body ?? []) hash.update(chunk);
    expect(hash.digest('hex')).toBe(hashOf(study));
    expect(peakMemory(site) - idleAgain, 'MiB above idle').toBeLessThan(maxMemory);
  },
);

function openFileOf({ process }: Site, descriptor: string): string {
  try {
    return readlinkSync(`/proc/${process.pid}/fd/${descriptor}`);
  } catch {
    // Closed in the meantime.
    return '';
  }
}

describe('on a disk without room for a study', () => {
  test('a study is refused with a reason, while a report is accepted', async () => {
    const site = await startSite({ dataDir: await newFolder() });
    disk.fillUntil(discHeadroom + 20 * megabyte);
    await pause(measurementLifetime);
    const draft = newToken();
    const refused = await create(site, { draft, name: 'study.zip', size: study.length });
    expect(refused.status).toBe(413);
    expect(await refused.json()).toEqual({ error: 'disc_no_room', name: 'study.zip' });
    expect((await upload(site, { draft, name: 'report.pdf', bytes: pdf(megabyte) })).status).toBe(200);
    await site.close();
  });

  test('an upload that has begun stops before it takes the space for reports, and continues once there is room', async () => {
    const site = await startSite({ dataDir: await newFolder() });
    const address = await createUpload(site, { draft: newToken(), name: 'study.zip', size: study.length });
    await uploadRest(address, study, chunkSize);
    disk.fillUntil(discHeadroom - megabyte);
    await pause(measurementLifetime);
    const stopped = await patch(address, chunkSize, study.subarray(chunkSize, 2 * chunkSize));
    expect(stopped.status).toBe(503);
    expect(stopped.headers.get('Retry-After')).not.toBeNull();
    expect(await progressOf(address)).toEqual({ offset: chunkSize, length: study.length });
    disk.fillUntil(discHeadroom + 5.1 * study.length);
    await pause(measurementLifetime);
    await uploadRest(address, study, 3 * chunkSize);
    await site.close();
  });
});

describe('the limits for studies', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite({ dataDir: await newFolder() });
  });
  afterAll(() => site.close());

  test.each([
    ['a large PDF', pdf(chunkSize), 413, 'file_too_large'],
    ['a large file that is only named like a study', Buffer.alloc(chunkSize, 1), 422, 'archive_wrong_type'],
  ])('%s is refused at its first chunk, and nothing of it is kept', async (_case, chunk, status, error) => {
    const address = await createUpload(site, { draft: newToken(), name: 'study.zip', size: study.length });
    const response = await patch(address, 0, chunk);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ error, name: 'study.zip' });
    expect(await progressOf(address)).toBeUndefined();
    expect(await readdir(join(site.dataDir, 'uploads'))).toEqual([]);
  });

  test('the type of a study is also recognised if its first bytes arrive separately', async () => {
    const bytes = dicom(5000);
    const address = await createUpload(site, { draft: newToken(), name: 'IM000001', size: bytes.length });
    for (const [from, to] of [
      [0, 1],
      [1, 4200],
      [4200, 5000],
    ] as const) {
      const response = await patch(address, from, bytes.subarray(from, to));
      expect(response.ok).toBe(true);
      if (to === bytes.length) expect(await response.json()).toMatchObject({ name: 'IM000001.dcm', size: 5000 });
    }
  });

  test('a study may have up to 500 MB, and is not accepted where only letters are', async () => {
    const draft = newToken();
    const tooLarge = await create(site, { draft, name: 'study.zip', size: 500 * megabyte + 1 });
    expect(tooLarge.status).toBe(413);
    expect(await tooLarge.json()).toEqual({ error: 'file_too_large', name: 'study.zip' });
    const letter = await create(site, { draft, name: 'study.zip', size: 40 * megabyte, rules: 'letter' });
    expect(await letter.json()).toEqual({ error: 'file_too_large', name: 'study.zip' });
  });

  test('a request takes no more than a gigabyte of studies, however they are added', async () => {
    const sent = await sendWithDisc(site, discArchive(5000, 1));
    await pretendSize(site, 1024 * megabyte - 5000);
    const add = async (bytes: Buffer) => {
      const draft = newToken();
      await upload(site, { draft, name: 'more.zip', bytes });
      return fetch(sent, { method: 'POST', body: formData({ kind: 'documents', draft }), redirect: 'manual' });
    };
    const refused = await readPage(await add(discArchive(5001, 2)));
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(en.form.full);
    expect((await add(discArchive(5000, 3))).status).toBe(303);
  });

  test.each([
    ['en', en],
    ['ar', ar],
  ] as const)('a visitor without scripts is told how to send a study later (%s)', async (language, texts) => {
    const form = await readPage(await fetch(`${site.url}/${language}/services/evacuation`));
    expect(form.text).toContain(texts.files.disc_later);
    expect(form.document.querySelector('input[type=file]')?.getAttribute('accept')).toBe('image/*,application/pdf');
    const files = [{ name: 'study.zip', bytes: discArchive(5000) }];
    const refused = await readPage(await post(site, language, formData(validRequest(), files)));
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(textAfterName(texts.form.disc_in_form));
    const receipt = await readPage(await fetch((await send(site)).headers.get('Location') ?? ''));
    expect(receipt.text).toContain(en.files.disc_later);
  });
});

describe('a ZIP bomb', () => {
  const bomb = zipBomb();
  let scanner: Clamd;
  let enquirySite: EnquirySite;
  beforeAll(async () => {
    scanner = await startClamd({ MaxFileSize: '10M', MaxScanSize: '40M' });
    enquirySite = await startEnquirySite({ dataDir: await newFolder(), env: { CLAMD_URL: scanner.url } });
  });
  afterAll(async () => {
    await enquirySite.close();
    await scanner.close();
  });

  test('is stored unchanged, checked within the scanner’s limits, named to the desk, and copied only on demand', async () => {
    expect(bomb.length).toBeLessThan(megabyte);
    const { site } = enquirySite;
    const idle = await idleMemory(site);
    const free = disk.free();
    await sendWithDisc(site, bomb, 'Bomb');
    await expect.poll(() => verdictsOf(site)).toEqual(['unchecked']);
    await expect
      .poll(() =>
        enquirySite
          .acceptedFor('Bomb')
          .map((call) => fieldsOf(call).message)
          .join(),
      )
      .toContain('study.zip (could not be checked: ');
    expect(enquirySite.acceptedFor('Bomb').flatMap(({ files }) => files)).toEqual([]);
    expect(peakMemory(site) - idle, 'MiB above idle').toBeLessThan(maxMemory);
    expect(free - disk.free(), 'bytes on the disk').toBeLessThan(20 * megabyte);

    const reference = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec((await runEnquiries(site, 'list')).output)?.[0] ?? '';
    const target = await mkdtemp(join(tmpdir(), 'copied-'));
    await runEnquiries(site, 'files', reference, join(target, 'checked'));
    await runEnquiries(site, 'files', reference, join(target, 'all'), '--unchecked');
    const copied = await readdir(target, { recursive: true });
    expect(copied.filter((path) => path.endsWith('.zip'))).toEqual([expect.stringMatching(/^all\/.*study\.zip$/)]);
    const [path = ''] = copied.filter((name) => name.endsWith('.zip'));
    expect(hashOf(await readFile(join(target, path)))).toBe(hashOf(bomb));
    await rm(target, { recursive: true });
  });

  test('beyond the scanner’s size limit is not scanned, and delays nothing', async () => {
    const { site } = enquirySite;
    await sendWithDisc(site, Buffer.concat([bomb, Buffer.alloc(36 * megabyte)]), 'Large Bomb');
    await expect.poll(() => verdictsOf(site)).toEqual(['unchecked', 'unchecked']);
    await expect
      .poll(() =>
        enquirySite
          .acceptedFor('Large Bomb')
          .map((call) => fieldsOf(call).message)
          .join(),
      )
      .toContain('study.zip (could not be checked: StreamMaxLength)');
  });
});

/** Sends a request with a study. @returns the URL of its receipt */
async function sendWithDisc(site: Site, bytes: Buffer, name = 'Disc'): Promise<string> {
  const draft = newToken();
  const address = await createUpload(site, { draft, name: 'study.zip', size: bytes.length });
  await uploadRest(address, bytes);
  const response = await post(site, 'en', formData({ ...validRequest({ name }), draft }));
  expect(response.status).toBe(303);
  return response.headers.get('Location') ?? '';
}

/** Returns an archive of archives of archives that unpacks to 360 gigabytes. */
function zipBomb(): Buffer {
  // Scanners cache verdicts, so each file is different. Each is just small enough for the scanner to unpack.
  const images = Array.from(
    { length: 5 },
    (_, index) => [`DICOM/IM${index}`, new Uint8Array(9 * megabyte).fill(index)] as const,
  );
  let archive = zipSync(Object.fromEntries(images), { level: 6 });
  for (let level = 0; level < 3; level += 1) {
    const copies = Array.from({ length: 20 }, (_, index) => [`${index}.zip`, archive] as const);
    archive = zipSync(Object.fromEntries(copies), { level: 6 });
  }
  return Buffer.from(archive);
}

async function verdictsOf(site: Site): Promise<unknown[]> {
  const rows = await siteRows(site, "SELECT virus_check FROM attachments WHERE type = 'application/zip'");
  return rows.map(({ virus_check: verdict }) => verdict);
}

/** Returns the storage key of the attachment with this size (bytes). */
async function keyOf(site: Site, size: number): Promise<string> {
  const [row] = await siteRows(site, 'SELECT storage_key FROM attachments WHERE size = ?', size);
  return String(row?.storage_key);
}

/** Pretends that each stored file has this size (bytes). */
async function pretendSize(site: Site, size: number): Promise<void> {
  await siteRows(site, 'UPDATE attachments SET size = ?', size);
}

/** Returns the part of a text that follows the file name. */
const textAfterName = (text: string) => text.replace(/^.*\{\{name\}\}./s, '');
