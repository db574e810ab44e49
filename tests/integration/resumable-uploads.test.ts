import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contactFileLimits, evacuationFileLimits } from '../../app/uploads/limits.ts';
import en from '../../locales/en/forms.json' with { type: 'json' };
import { formData, sendDraft } from '../support/evacuation-request.ts';
import { docx, executable, pdf, png } from '../support/medical-files.ts';
import { readPage } from '../support/page.ts';
import { create, createUpload, newToken, patch, progressOf, terminate, upload } from '../support/resumable-upload.ts';
import { type Site, startSite } from '../support/site.ts';
import { siteRows } from '../support/site-rows.ts';
import { listUnfinished } from '../support/unfinished-uploads.ts';
import { waitFor } from '../support/wait-for.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

/** Returns the hashes of all files in the store. */
async function hashStoredFiles(target: Site): Promise<string[]> {
  const names = await target.storedFiles();
  const contents = await Promise.all(names.map((name) => target.readFile(name)));
  return contents.map((bytes) => createHash('sha256').update(bytes).digest('hex'));
}

test('a file is uploaded in chunks, waits in its draft, and is sent with the form', async () => {
  const draft = newToken();
  const bytes = pdf(3_000_000, 7);
  const address = await createUpload(site, { draft, name: 'تقرير الأشعة.pdf', size: bytes.length });
  const first = await patch(address, 0, bytes.subarray(0, 2_000_000));
  expect(first.status).toBe(204);
  expect(first.headers.get('Upload-Offset')).toBe('2000000');
  const last = await patch(address, 2_000_000, bytes.subarray(2_000_000));
  expect(last.status).toBe(200);
  expect(await last.json()).toEqual({
    id: address.replace(/.*\//, ''),
    name: 'تقرير الأشعة.pdf',
    size: bytes.length,
  });
  expect(await hashStoredFiles(site)).toContain(createHash('sha256').update(bytes).digest('hex'));
  expect(await listUnfinished(site)).toEqual([]);
  expect(await sendDraft(site, draft)).toContain('تقرير الأشعة.pdf');
});

describe('an upload cannot be created', () => {
  test.each([
    ['for a file that is too large', evacuationFileLimits.maxBytes + 1, 'medical', 413, 'file_too_large'],
    ['for a file that is too large for a message', contactFileLimits.maxBytes + 1, 'letter', 413, 'file_too_large'],
    ['for an empty file', 0, 'medical', 400, 'file_empty'],
  ])('%s', async (_case, size, rules, status, error) => {
    const response = await create(site, { draft: newToken(), name: 'a.pdf', size, rules });
    expect(response.status).toBe(status);
    expect(response.headers.get('Content-Type')).toContain('application/json');
    expect(await response.json()).toEqual({ error, name: 'a.pdf' });
    expect(await listUnfinished(site)).toEqual([]);
  });

  test('when the draft is full', async () => {
    const draft = newToken();
    for (let count = 0; count < contactFileLimits.maxFiles; count += 1) {
      const uploaded = await upload(site, { draft, rules: 'letter', name: `${count}.pdf`, bytes: pdf(900, count) });
      expect(uploaded.status).toBe(200);
    }
    const response = await create(site, { draft, rules: 'letter', name: 'one more.pdf', size: 900 });
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({ error: 'too_many_files', name: 'one more.pdf' });
  });

  test('when the draft has too many unfinished uploads, unless one is cancelled', async () => {
    const draft = newToken();
    const addresses: string[] = [];
    for (let count = 0; count < 2 * contactFileLimits.maxFiles; count += 1) {
      addresses.push(await createUpload(site, { draft, rules: 'letter', name: `${count}.pdf`, size: 900 }));
    }
    expect((await create(site, { draft, rules: 'letter', name: 'x.pdf', size: 900 })).status).toBe(422);
    expect((await terminate(addresses.pop() ?? '')).status).toBe(204);
    addresses.push(await createUpload(site, { draft, rules: 'letter', name: 'x.pdf', size: 900 }));
    for (const address of addresses) await terminate(address);
  });

  test('when concurrent creations exceed the limit of the draft', async () => {
    const draft = newToken();
    const limit = 2 * contactFileLimits.maxFiles;
    const responses = await Promise.all(
      Array.from({ length: limit + 6 }, (_, count) =>
        create(site, { draft, rules: 'letter', name: `${count}.pdf`, size: 900 }),
      ),
    );
    const created = responses.filter(({ status }) => status === 201);
    expect(created).toHaveLength(limit);
    expect(responses.filter(({ status }) => status === 422)).toHaveLength(6);
    for (const { headers } of created) await terminate(site.url + (headers.get('Location') ?? ''));
  });

  test.each([
    ['a malformed token', { draft: 'short' }],
    ['unknown rules', { rules: 'constructor' }],
    ['no name', { name: '' }],
  ])('with %s', async (_case, invalid) => {
    const response = await create(site, { draft: newToken(), name: 'a.pdf', size: 900, ...invalid });
    expect(response.status).toBe(400);
    expect(await listUnfinished(site)).toEqual([]);
  });
});

describe('a complete file of the wrong type is rejected and deleted', () => {
  test.each([
    ['a program', 'medical', executable],
    ['a document where pictures are asked for', 'medical', docx()],
    ['a picture where letters are asked for', 'letter', png],
    ['an archive that is not a document', 'letter', docx({ 'word/document.xml': null })],
  ])('%s', async (_case, rules, bytes) => {
    const before = await site.storedFiles();
    const response = await upload(site, { draft: newToken(), rules, name: 'report.pdf', bytes });
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({ error: 'file_wrong_type', name: 'report.pdf' });
    expect(await site.storedFiles()).toEqual(before);
    expect(await listUnfinished(site)).toEqual([]);
  });
});

test('files uploaded under other rules count as expired', async () => {
  const draft = newToken();
  expect((await upload(site, { draft, rules: 'medical', name: 'scan.png', bytes: png })).status).toBe(200);
  const form = { name: 'Ahmad', phone: '+966501234567', email: 'a@b.example', draft };
  const page = await readPage(
    await fetch(`${site.url}/en/contact`, { method: 'POST', body: formData(form), redirect: 'manual' }),
  );
  expect(page.status).toBe(400);
  expect(page.errors.map(({ text }) => text)).toEqual([en.form.draft_expired]);
  expect((await create(site, { draft, rules: 'letter', name: 'a.pdf', size: 900 })).status).toBe(410);
});

describe('a request to /uploads', () => {
  const createWith = (headers: Record<string, string>) =>
    create(site, { draft: newToken(), name: 'a.pdf', size: 900, headers });

  test.each<Record<string, string>>([
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
  ])('from another origin is rejected: %j', async (headers) => {
    const response = await createWith(headers);
    expect(response.status).toBe(403);
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('from this site gets a relative address and no CORS header', async () => {
    const created = await createWith({ Origin: site.url, 'Sec-Fetch-Site': 'same-origin' });
    expect(created.status).toBe(201);
    expect(created.headers.get('Location')).toMatch(/^\/uploads\/[0-9a-f]{64}$/);
    expect([...created.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    await terminate(site.url + (created.headers.get('Location') ?? ''));
  });

  test.each([
    ['GET', '', 'OPTIONS, POST'],
    ['PUT', '', 'OPTIONS, POST'],
    ['GET', `/${'0'.repeat(64)}`, 'OPTIONS, HEAD, PATCH, DELETE'],
    ['POST', `/${'0'.repeat(64)}`, 'OPTIONS, HEAD, PATCH, DELETE'],
  ])('with %s is not allowed (path: /uploads%s)', async (method, path, allowed) => {
    const response = await fetch(`${site.url}/uploads${path}`, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe(allowed);
  });

  test('for an unsupported protocol extension gets 501 and is not logged as an error', async () => {
    const before = site.log.length;
    const response = await createWith({ 'Upload-Concat': 'partial' });
    expect(response.status).toBe(501);
    expect(site.log.slice(before).filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  test('for an unknown upload gets 404, and for a malformed address 400', async () => {
    expect((await patch(`${site.url}/uploads/${'0'.repeat(64)}`, 0, png)).status).toBe(404);
    expect(await progressOf(`${site.url}/uploads/${'0'.repeat(64)}`)).toBeUndefined();
    expect((await patch(`${site.url}/uploads/..%2Fsite.db`, 0, png)).status).toBe(400);
    expect((await fetch(`${site.url}/uploads`, { method: 'OPTIONS' })).status).toBe(204);
  });
});

test('a client that missed the last response learns that everything has arrived, and can still cancel', async () => {
  const draft = newToken();
  const bytes = pdf(5000, 3);
  const address = await createUpload(site, { draft, name: 'a.pdf', size: bytes.length });
  await patch(address, 0, bytes);
  expect(await progressOf(address)).toEqual({ offset: 5000, length: 5000 });
  expect((await terminate(address)).status).toBe(204);
  expect(await progressOf(address)).toBeUndefined();
  expect(await sendDraft(site, draft)).not.toContain('a.pdf');
});

test('concurrent chunks of one upload are not interleaved', async () => {
  const draft = newToken();
  const bytes = pdf(4_000_000, 11);
  const address = await createUpload(site, { draft, name: 'a.pdf', size: bytes.length });
  // An earlier request is cut off when a later one arrives.
  const responses = await Promise.allSettled([1, 2, 3].map(() => patch(address, 0, bytes)));
  const accepted = responses.filter((response) => response.status === 'fulfilled' && response.value.status === 200);
  expect(accepted).toHaveLength(1);
  expect(await hashStoredFiles(site)).toContain(createHash('sha256').update(bytes).digest('hex'));
});

test('files that are completed at the same time do not exceed the limit between them', async () => {
  const draft = newToken();
  const all = Array.from({ length: contactFileLimits.maxFiles + 2 }, (_, index) => pdf(3000, index + 20));
  const addresses: string[] = [];
  for (const [index, { length }] of all.entries()) {
    addresses.push(await createUpload(site, { draft, rules: 'letter', name: `${index}.pdf`, size: length }));
  }
  const responses = await Promise.all(addresses.map((address, index) => patch(address, 0, all[index] ?? png)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(contactFileLimits.maxFiles);
  expect(responses.filter(({ status }) => status === 422)).toHaveLength(2);
  expect(await listUnfinished(site)).toEqual([]);
});

/** Waits until an unfinished upload has so many bytes. A request for its progress would end it. */
async function siteReceived(size: number): Promise<void> {
  const folder = join(site.dataDir, 'uploads');
  // With PostgreSQL, they are in the memory of the site until the connection breaks.
  if (process.env.TEST_POSTGRES !== undefined) await pause(1_000);
  else await waitFor(async () => (await readdir(folder)).some((name) => statSync(join(folder, name)).size >= size));
}

test('a broken connection loses only the bytes in transit', async () => {
  const bytes = pdf(1_500_000, 5);
  const address = await createUpload(site, { draft: newToken(), name: 'a.pdf', size: bytes.length });
  await new Promise<void>((resolve) => {
    const request = httpRequest(address, {
      method: 'PATCH',
      headers: {
        'Tus-Resumable': '1.0.0',
        'Upload-Offset': '0',
        'Content-Type': 'application/offset+octet-stream',
        'Content-Length': String(bytes.length),
      },
    });
    request.on('error', () => resolve());
    request.write(bytes.subarray(0, 1_000_000));
    void siteReceived(1_000_000).then(() => request.destroy());
  });
  await expect.poll(async () => (await progressOf(address))?.offset).toBe(1_000_000);
  const rest = await patch(address, 1_000_000, bytes.subarray(1_000_000));
  expect(rest.status).toBe(200);
  expect(await hashStoredFiles(site)).toContain(createHash('sha256').update(bytes).digest('hex'));
});

test('an upload can be resumed after the process is killed mid-upload', async () => {
  const ownSite = await startSite();
  const draft = newToken();
  const bytes = pdf(2_500_000, 9);
  const address = await createUpload(ownSite, { draft, name: 'long.pdf', size: bytes.length });
  await patch(address, 0, bytes.subarray(0, 1_000_000));
  const interrupted = patch(address, 1_000_000, bytes.subarray(1_000_000)).catch(() => undefined);
  await ownSite.kill();
  await interrupted;
  const restarted = await ownSite.restart();
  const newAddress = address.replace(ownSite.url, restarted.url);
  const progress = await progressOf(newAddress);
  const offset = progress?.offset ?? 0;
  expect(offset).toBeGreaterThanOrEqual(1_000_000);
  if (offset < bytes.length) expect((await patch(newAddress, offset, bytes.subarray(offset))).status).toBe(200);
  expect(await hashStoredFiles(restarted)).toContain(createHash('sha256').update(bytes).digest('hex'));
  expect(await sendDraft(restarted, draft)).toContain('long.pdf');
  await restarted.close();
});

test('after a day, uploads are deleted and their draft accepts no more', async () => {
  const ownSite = await startSite();
  const draft = newToken();
  await upload(ownSite, { draft, name: 'done.pdf', bytes: pdf(2000) });
  const address = await createUpload(ownSite, { draft, name: 'half.pdf', size: 5000 });
  await patch(address, 0, pdf(5000).subarray(0, 1000));
  await ownSite.kill();
  const hoursAgo = (hours: number) => Date.now() - hours * 3_600_000;
  await siteRows(ownSite, 'update drafts set created_at = ?, expires_at = ?', hoursAgo(25), hoursAgo(0.5));
  const expired = await ownSite.restart();
  expect((await create(expired, { draft, name: 'late.pdf', size: 900 })).status).toBe(410);
  expect(await listUnfinished(expired), 'a form still being submitted keeps its files').not.toEqual([]);
  await expired.kill();
  await siteRows(ownSite, 'update drafts set expires_at = ?', hoursAgo(1.5));
  const swept = await expired.restart();
  await expect.poll(() => listUnfinished(swept)).toEqual([]);
  await expect.poll(() => swept.storedFiles()).toEqual([]);
  await swept.close();
});
