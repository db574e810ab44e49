import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase } from '../../app/database/database.server.ts';
import { readEnvironment } from '../../app/env/env.server.ts';
import type { Readiness } from '../../app/server/health/readiness.server.ts';
import { type FileStore, type FileWriter, OutOfSpaceError } from '../../app/uploads/storage/file-store.server.ts';
import { openBucket } from '../../app/uploads/storage/s3/bucket.server.ts';
import { openBucketStore } from '../../app/uploads/storage/s3/bucket-store.server.ts';
import { sweepUploads } from '../../app/uploads/storage/sweep.server.ts';
import en from '../../locales/en/forms.json' with { type: 'json' };
import { runCheck } from '../support/backup.ts';
import { type EnquirySite, startEnquirySite } from '../support/enquiry-site.ts';
import { formData, post, send, validRequest } from '../support/evacuation-request.ts';
import { testFileStore } from '../support/file-store-contract.ts';
import { startFlakyConnection } from '../support/flaky-connection.ts';
import { pdf } from '../support/medical-files.ts';
import { memoryOf } from '../support/memory.ts';
import { readPage } from '../support/page.ts';
import { rawRequest } from '../support/raw-request.ts';
import { runEnquiries, type Site, startSite } from '../support/site.ts';
import { openTestBucket } from '../support/stored-files.ts';
import { startSwift, type Swift } from '../support/swift.ts';

// Tests only what is specific to a bucket. The other tests of this project, whose sites store files in one, cover the rest.

const shared = JSON.parse(inject('bucket')) as Record<string, string>;
const environmentFor = (prefix: string) => ({
  ...shared,
  FILES_URL: shared.FILES_URL?.replace('PREFIX', prefix) ?? '',
});
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function keysOf(store: FileStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list()) keys.push(key);
  return keys;
}

testFileStore('in a bucket', () => openTestBucket(environmentFor('contract')));

describe('a file of several parts', () => {
  const bytes = pdf(13_000_000, 3);
  let store: FileStore;
  beforeAll(async () => {
    store = await openTestBucket(environmentFor('parts'));
  });

  async function write(length = bytes.length): Promise<Awaited<ReturnType<FileStore['create']>>> {
    const writer = await store.create();
    for (let at = 0; at < length; at += 100_000) await writer.write(bytes.subarray(at, Math.min(at + 100_000, length)));
    return writer;
  }

  test('is read as it was written', async () => {
    const writer = await write();
    await writer.commit();
    expect(await store.sizeOf(writer.key)).toBe(bytes.length);
    expect(sha256(await buffer(store.open(writer.key)))).toBe(sha256(bytes));
  });

  test('is read to its end even if a connection breaks', async () => {
    const writer = await write();
    await writer.commit();
    const { FILES_URL, ...keys } = environmentFor('parts');
    const endpoint = new URL(FILES_URL).searchParams.get('endpoint') ?? '';
    // Cuts the first connection as soon as it carries a request.
    const connection = await startFlakyConnection({ url: endpoint }, [1]);
    const behindProxy = await openTestBucket({
      ...keys,
      FILES_URL: FILES_URL.replace(encodeURIComponent(endpoint), encodeURIComponent(connection.url)),
    });
    expect(sha256(await buffer(behindProxy.open(writer.key)))).toBe(sha256(bytes));
    expect(connection.cuts()).toBe(1);
    await connection.close();
  });

  test('that was never completed is swept after a day, like one that nothing refers to', async () => {
    const database = await openDatabase(':memory:');
    const unfinished = await write(6_000_000);
    const now = Date.now();
    await sweepUploads(database, store, now);
    expect(await keysOf(store)).toContain(`${unfinished.key}.part`);
    expect((await keysOf(store)).length).toBeGreaterThan(1);
    await sweepUploads(database, store, now + 25 * 60 * 60 * 1000);
    expect(await keysOf(store)).toEqual([]);
    await database.destroy();
  });
});

test('files that arrive slowly take a limited total amount of memory', async () => {
  const { BUCKET } = readEnvironment(environmentFor('memory-limit'));
  if (!BUCKET) throw new Error('FILES_URL is not a bucket');
  const store = openBucketStore(await openBucket(BUCKET), 8_000_000);
  const writers = await Promise.all([1, 2, 3].map(() => store.create()));
  const [first, second, third] = writers as [FileWriter, FileWriter, FileWriter];
  await first.write(pdf(4_000_000));
  await second.write(pdf(4_000_000));
  await expect(third.write(pdf(1_000))).rejects.toBeInstanceOf(OutOfSpaceError);
  await first.discard();
  await third.write(pdf(4_000_000));
  await Promise.all([second.commit(), third.commit()]);
  const fourth = await store.create();
  await fourth.write(pdf(7_900_000));
  await fourth.commit();
  expect(await store.sizeOf(fourth.key)).toBe(7_900_000);
});

describe('a site on SQLite with a bucket', () => {
  const report = pdf(6_000_000, 5);
  const folder = mkdtempSync(join(tmpdir(), 'copies-'));
  const dataDir = mkdtempSync(join(tmpdir(), 'sqlite-'));
  const env = { ...environmentFor('sqlite'), DATABASE_URL: `file:${join(dataDir, 'site.db')}` };
  const variables = { ...env, DATA_DIR: dataDir };
  let site: Site;
  beforeAll(async () => {
    site = await startSite({ dataDir, env });
    expect((await send(site, { name: 'With a report' }, [{ name: 'report.pdf', bytes: report }])).status).toBe(303);
  });
  afterAll(async () => {
    await site.close();
    rmSync(folder, { recursive: true });
  });

  async function reference(): Promise<string> {
    const { output } = await runEnquiries({ dataDir, env }, 'list', '--json');
    return (JSON.parse(output) as { reference: string }[])[0]?.reference ?? '';
  }

  test('has no folder for files', () => {
    expect(readdirSync(dataDir)).not.toContain('files');
  });

  test('copies and exports files from the bucket', async () => {
    const copied = await runEnquiries(
      { dataDir, env },
      'files',
      await reference(),
      join(folder, 'files'),
      '--unchecked',
    );
    expect(copied).toMatchObject({ code: 0 });
    expect(sha256(readFileSync(join(folder, 'files', 'report.pdf')))).toBe(sha256(report));
    const exported = await runEnquiries({ dataDir, env }, 'export', join(folder, 'export'));
    expect(exported).toMatchObject({ code: 0 });
    const names = readdirSync(join(folder, 'export'), { recursive: true }).map(String);
    expect(names.some((name) => name.endsWith('report.pdf'))).toBe(true);
  });

  test('compares the bucket with the rows, reading every file', async () => {
    expect((await runCheck(variables)).output).toMatch(/^ok\tfiles\t1 of 1 file intact/m);
    const store = await openTestBucket(env);
    const [key = ''] = await keysOf(store);
    await store.remove(key);
    const { code, output } = await runCheck(variables);
    expect(code).toBe(1);
    expect(output).toMatch(/^lost\tfile\t.* of [0-9A-Z]{4}-[0-9A-Z]{4}: missing$/m);
  });
});

describe('while the bucket is unavailable', () => {
  let swift: Swift;
  let enquirySite: EnquirySite;
  beforeAll(async () => {
    swift = await startSwift();
    enquirySite = await startEnquirySite({ env: swift.environment('waiting') });
  });
  afterAll(async () => {
    await enquirySite.close();
    await swift.close();
  });

  const list = async (state: string) => {
    const { output } = await runEnquiries({ dataDir: enquirySite.site.dataDir }, 'list', '--state', state);
    return output;
  };

  test('a request with files waits, and is delivered with them afterwards', async () => {
    const bytes = pdf(300_000, 9);
    enquirySite.api.setBehaviour('error');
    const request = { name: 'Waits for the bucket' };
    expect((await send(enquirySite.site, request, [{ name: 'report.pdf', bytes }])).status).toBe(502);
    await swift.stop();
    enquirySite.api.setBehaviour('ok');
    const environment = { dataDir: enquirySite.site.dataDir, env: swift.environment('waiting') };
    await runEnquiries(environment, 'requeue', '--all');
    await expect.poll(() => enquirySite.site.log.join()).toContain('the bucket s3://files/waiting cannot be reached');
    expect(await list('waiting')).toContain(request.name);
    expect(enquirySite.acceptedFor(request.name)).toEqual([]);

    await swift.start();
    await runEnquiries(environment, 'requeue', '--all');
    await expect.poll(() => enquirySite.acceptedFor(request.name)).toHaveLength(1);
    expect(enquirySite.acceptedFor(request.name)[0]?.files[0]?.sha256).toBe(sha256(bytes));
  });

  test('an erasure erases the rows, and the sweep deletes the files later', async () => {
    const sent = await send(enquirySite.site, {}, [{ name: 'report.pdf', bytes: pdf(300_000, 10) }]);
    const receipt = sent.headers.get('Location') ?? '';
    const store = await openTestBucket(swift.environment('waiting'));
    const before = await keysOf(store);
    await swift.stop();
    const erased = await fetch(`${receipt}/delete`, { method: 'POST', redirect: 'manual' });
    expect(erased.status).toBe(500);
    expect((await fetch(receipt)).status).toBe(410);

    await swift.start();
    expect(await keysOf(store)).toHaveLength(before.length);
    const database = await openDatabase(join(enquirySite.site.dataDir, 'site.db'));
    await sweepUploads(database, store, Date.now() + 25 * 60 * 60 * 1000);
    await database.destroy();
    expect(await keysOf(store)).toHaveLength(before.length - 1);
  });
});

describe('a bucket that is unavailable', () => {
  const files = [{ name: 'report.pdf', bytes: pdf(6_000_000, 7) }];
  let swift: Swift;
  let site: Site;
  beforeAll(async () => {
    swift = await startSwift();
    site = await startSite({ env: swift.environment('away') });
    expect((await send(site, { name: 'With a report' }, files)).status).toBe(303);
  });
  afterAll(async () => {
    await site.close();
    await swift.close();
  });

  async function readReadiness(): Promise<{ status: number } & Readiness> {
    const { status, body } = await rawRequest(`${site.url}/readyz`);
    return { status, ...(JSON.parse(body.toString()) as Readiness) };
  }

  test.each([
    ['does not listen', () => swift.stop(), () => swift.start()] as const,
    // Each attempt lasts until its time limit.
    ...(process.env.SOAK ? [['does not respond', () => swift.hang(), () => swift.resume()] as const] : []),
  ])('because it %s: a form with files is returned, one without is stored', async (_case, begin, end) => {
    await begin();
    const request = validRequest();
    const page = await readPage(await post(site, 'en', formData(request, files)));
    expect(page.status).toBe(503);
    expect(page.document.querySelector('[role=alert] h2')?.textContent).toBe(en.form.storage_failed);
    expect(page.document.querySelector('[role=alert] a[href^="tel:"]')).not.toBeNull();
    for (const [name, value] of Object.entries(request)) expect(page.value(name)).toBe(value);
    expect((await send(site)).status).toBe(303);
    const listed = await runEnquiries({ dataDir: site.dataDir, env: swift.environment('away') }, 'list');
    expect(listed).toMatchObject({ code: 0, output: expect.stringContaining('With a report') as string });
    expect(listed.errors).toMatch(/Missing files are not marked: the bucket s3:\/\/files\/away cannot be reached/);
    await expect.poll(async () => (await readReadiness()).hasRoomForUploads).toBe(false);
    const { status, problems } = await readReadiness();
    expect(status).toBe(200);
    expect(problems.join()).toMatch(/^Files cannot be stored: the bucket s3:\/\/files\/away cannot be reached/);

    await end();
    const fields = { ...request, draft: page.value('draft') ?? '', 'form-key': page.value('form-key') ?? '' };
    await expect.poll(async () => (await post(site, 'en', formData(fields, files))).status).toBe(303);
    await expect.poll(async () => (await readReadiness()).problems).toEqual([]);
  });
});

describe('an unusable bucket is reported in one sentence', () => {
  const changed = (change: (url: string) => string, keys: Record<string, string> = {}) => {
    const environment = environmentFor('none');
    return { ...environment, ...keys, FILES_URL: change(environment.FILES_URL) };
  };
  const wrongKeys = 'rejects AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
  test.each([
    ['a wrong secret', changed((url) => url, { AWS_SECRET_ACCESS_KEY: 'wrong' }), wrongKeys],
    ['an unknown key', changed((url) => url, { AWS_ACCESS_KEY_ID: 'site:stranger' }), wrongKeys],
    ['a missing bucket', changed((url) => url.replace('/files/', '/nothing/')), 'does not exist on its server'],
    ['another region', changed((url) => `${url}&region=eu-central-1`), 'is in another region'],
    ['an unknown encryption', changed((url) => `${url}&encryption=AES256`), 'does not support the encryption'],
    [
      'a server that does not listen',
      changed((url) => url.replace(/%3A\d+/, '%3A1')),
      'cannot be reached: nothing is listening at its address',
    ],
    [
      'an unknown host',
      changed((url) => url.replace('127.0.0.1', 'nothing.invalid').replace('http%3A', 'https%3A')),
      'cannot be reached: its host name cannot be resolved',
    ],
  ])('%s', async (_case, env, sentence) => {
    const message = await startSite({ env }).then(
      async (site) => {
        await site.close();
        return 'it started';
      },
      (error: unknown) => (error as Error).message,
    );
    expect(message).toContain(sentence);
    expect(message).not.toContain('    at ');
    expect(message).not.toContain(shared.AWS_SECRET_ACCESS_KEY);
  });
});

test('one process with PostgreSQL and a bucket takes at most 160 MB when idle', async () => {
  const site = await startSite({ env: environmentFor('memory') });
  for (const path of ['/ar', '/en/services/evacuation', '/de/about']) await fetch(site.url + path);
  expect(memoryOf(site.process.pid)).toBeLessThan(160);
  await site.close();
});
