import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readEnvironment } from '../../app/env/env.server.ts';
import type { FileStore } from '../../app/uploads/storage/file-store.server.ts';
import { openBucket } from '../../app/uploads/storage/s3/bucket.server.ts';
import { runCheck } from '../support/backup.ts';
import { bundleOf, programs } from '../support/bundled-programs.ts';
import { formData, post, send, sendDraft, validRequest } from '../support/evacuation-request.ts';
import { pdf } from '../support/medical-files.ts';
import { readPage } from '../support/page.ts';
import { createDatabase, selectColumn } from '../support/postgres.ts';
import { createUpload, newToken, patch } from '../support/resumable-upload.ts';
import { scaleForSoak } from '../support/scale-for-soak.ts';
import { runEnquiries, runProgram, type Site, startSite } from '../support/site.ts';
import { openSmallSite, openSqlite, type SmallSite } from '../support/small-site.ts';
import { bucketAt, openTestBucket } from '../support/stored-files.ts';

type Variables = Record<string, string>;

const folder = mkdtempSync(join(tmpdir(), 'move-'));
afterAll(() => rmSync(folder, { recursive: true }));

const runMove = (env: Variables, ...args: string[]) => runProgram(bundleOf('move'), args, env);

/** Opens a site in SQLite and a folder. */
const openSource = (name: string): Promise<SmallSite> => openSmallSite(join(folder, name), { open: openSqlite });

async function keysOf(store: FileStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list()) keys.push(key);
  return keys.sort();
}

/** Starts a site that is expected to exit. @returns its error message */
const messageOf = (env: Variables) =>
  startSite({ env }).then(
    async (site) => {
      await site.close();
      return 'it started';
    },
    (error: unknown) => (error as Error).message,
  );

describe('a site that has outgrown SQLite and a folder', () => {
  const dataDir = join(folder, 'outgrown');
  const report = pdf(6_000_000, 1);
  /** Enough rows that the move can be interrupted while it copies them; some are equal. */
  const mails = scaleForSoak(6_000, 100_000);
  const embedded = { DATABASE_URL: `file:${join(dataDir, 'site.db')}`, FILES_URL: `file:${join(dataDir, 'files')}` };
  let target: Variables;
  let store: FileStore;
  let receipt: string;
  let draft: string;
  let site: Site;
  beforeAll(async () => {
    target = {
      ...bucketAt(inject('bucket'), 'outgrown'),
      DATABASE_URL: await createDatabase(inject('postgres')),
      DATA_DIR: dataDir,
    };
    store = await openTestBucket(target);
    const before = await openSource('outgrown');
    for (let number = 0; number < 12; number += 1)
      await before.send(`sender ${number}`, 'x'.repeat(1 + number * 5_000));
    await sql`INSERT INTO family_mails (address_hash, sent_at)
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${mails})
      SELECT 'hash ' || (n / 3), ${Date.now()} FROM numbers`.execute(before.database);
    await before.close();
    site = await startSite({ dataDir, env: embedded });
    receipt =
      (await send(site, { name: 'أحمد' }, [{ name: 'report.pdf', bytes: report }])).headers.get('Location') ?? '';
    const page = await readPage(
      await post(site, 'en', formData(validRequest({ phone: '' }), [{ name: 'scan.pdf', bytes: pdf(20_000, 2) }])),
    );
    draft = page.value('draft') ?? '';
    const upload = await createUpload(site, { draft: newToken(), name: 'half.pdf', size: 1000 });
    await patch(upload, 0, pdf(1000, 3).subarray(0, 500));

    // Unbundled, as npm runs it.
    const refused = await runProgram(programs.move, [], target);
    expect(refused).toMatchObject({
      code: 2,
      output: '',
      errors: `A site or a command is using ${dataDir}/site.db: stop it first.\n`,
    });
  });

  test('is moved even if the move is killed; nothing is copied twice, and no site starts on incomplete data', async () => {
    // While the site is running.
    const planned = await runMove(target, '--dry-run');
    await site.kill();
    expect(planned).toMatchObject({ code: 0, errors: '' });
    expect(planned.output).toMatch(/^enquiries\t13 rows$/m);
    expect(planned.output).toMatch(/^Files: 14, 6\.\d MiB\.$/m);
    expect(planned.output).toContain('Not moved: 1 unfinished uploads');
    expect(planned.output).toMatch(
      /^This takes about a minute or less \(4 MiB sent to the bucket and read back: \d\.\d s; 10000 rows per second, not measured here\)\.$/m,
    );
    expect(
      await selectColumn(target.DATABASE_URL ?? '', `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`),
    ).toEqual([]);
    expect(await keysOf(store)).toEqual([]);

    await killWhen(async () => (await keysOf(store)).some((key) => !key.endsWith('.part')));
    const copied = (await keysOf(store)).filter((key) => !key.endsWith('.part')).length;
    expect(copied).toBeGreaterThan(0);
    expect(copied).toBeLessThan(14);
    const sentence = `is incomplete: a move from file:${dataDir}/site.db is running or was interrupted.`;
    expect(await messageOf({ ...target, DATABASE_URL: embedded.DATABASE_URL })).toContain(`files/outgrown ${sentence}`);

    // While the rows are being copied, the transaction has emptied the tables.
    await killWhen(
      async () =>
        (
          await selectColumn(
            target.DATABASE_URL ?? '',
            `SELECT 1 FROM pg_locks
      WHERE relation = to_regclass('receipts') AND mode = 'AccessExclusiveLock' AND granted`,
          )
        ).length > 0,
    );
    expect(await selectColumn(target.DATABASE_URL ?? '', 'SELECT count(*)::int FROM family_mails')).toEqual([0]);
    expect((await runCheck(target)).errors).toContain(sentence);
    expect(await keysOf(store)).toHaveLength(14);

    for (let kill = 0; kill < scaleForSoak(0, 20); kill += 1) {
      const { code } = await runProgram(bundleOf('move'), [], target, (child) => {
        setTimeout(() => child.kill('SIGKILL'), 200 + Math.random() * 1_000);
      });
      expect(code).toBeNull();
      const [rows] = await selectColumn(target.DATABASE_URL ?? '', 'SELECT count(*)::int FROM family_mails');
      expect([0, mails]).toContain(rows);
    }
    const moved = await runMove(target);
    expect(moved.code).toBe(0);
    // Nothing but progress, which is shown after a second.
    expect(moved.errors).toMatch(/^(?:(?:Comparing the rows of \w+|\d.* (?:copied|read back)(?: \(\w+\))?)\n)*$/);
    expect(moved.output).toMatch(
      /^Moved to s3:\/\/files\/outgrown: 14 files, 6\.\d MiB, 0 of them copied now, all read back\.$/m,
    );
  });

  test('continues with every request, draft and file', async () => {
    const moved = await startSite({ env: target });
    const page = await readPage(await fetch(moved.url + new URL(receipt).pathname));
    expect(page.status).toBe(200);
    expect(page.text).toContain('report.pdf');
    expect(await sendDraft(moved, draft)).toContain('scan.pdf');
    const reference = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(page.title)?.[0] ?? '';
    const files = await runEnquiries(
      { dataDir, env: target },
      'files',
      reference,
      join(folder, 'copied'),
      '--unchecked',
    );
    expect(files).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, 'copied', 'report.pdf')).equals(report)).toBe(true);
    // The source is as it was.
    expect(readdirSync(join(dataDir, 'files'))).toHaveLength(14);
    expect(existsSync(join(dataDir, 'site.db'))).toBe(true);
    await moved.kill();
  });

  /** Starts a move and kills it as soon as a condition is true. */
  async function killWhen(condition: () => Promise<boolean>): Promise<void> {
    const { code } = await runProgram(bundleOf('move'), [], target, (child) => {
      void (async () => {
        while (child.exitCode === null && !(await condition())) await pause(5);
        child.kill('SIGKILL');
      })();
    });
    expect(code).toBeNull();
  }
});

describe('a small site', () => {
  let source: SmallSite;
  let sent: Awaited<ReturnType<SmallSite['send']>>;
  beforeAll(async () => {
    source = await openSource('small');
    sent = await source.send('first', 'one', 'two');
    await source.send('second', 'three');
    // PostgreSQL cannot store a NUL; the move must replace it as the site would.
    await source.database.updateTable('parcels').set({ last_error: 'a\0b' }).execute();
    for (const [index, kind] of ['third', 'first', 'second'].entries()) {
      await source.database
        .insertInto('enquiry_events')
        .values({ id: kind, enquiry_id: sent.id, at: index, kind, source: 'api', person_id: null })
        .execute();
    }
    await source.close();
  });

  const databaseUrl = () => createDatabase(inject('postgres'));

  test('moves only its rows, in their order, with the password given separately from the address', async () => {
    const url = await databaseUrl();
    const refused = await runMove({}, '--from', `file:${source.folder}`, '--to', url);
    expect(refused).toMatchObject({ code: 2, output: '', errors: expect.stringContaining('set PGPASSWORD') as string });
    const withoutPassword = url.replace(':secret@', '@');
    const moved = await runMove({ PGPASSWORD: 'secret' }, '--from', `file:${source.folder}`, '--to', withoutPassword);
    expect(moved).toMatchObject({ code: 0, errors: '' });
    expect(await selectColumn(url, 'SELECT kind FROM enquiry_events ORDER BY rowid')).toEqual([
      'third',
      'first',
      'second',
    ]);
    expect(await selectColumn(url, 'SELECT DISTINCT last_error FROM parcels')).toEqual(['a\uFFFDb']);
    const again = await runMove({ PGPASSWORD: 'secret' }, '--from', `file:${source.folder}`, '--to', withoutPassword);
    expect(again.code).toBe(2);
    expect(again.errors).toMatch(
      /^The database \S+ already contains data\. If a move has finished, start the site; otherwise name an empty one\n$/,
    );
    // Without files, which stay where they are.
    const site = await startSite({ env: { DATABASE_URL: url, FILES_URL: `file:${source.paths.files}` } });
    expect((await runEnquiries({ dataDir: site.dataDir, env: { DATABASE_URL: url } }, 'list')).output).toContain(
      'second',
    );
    const later = { ...bucketAt(inject('bucket'), 'later'), PGPASSWORD: 'secret' };
    const from = ['--from', withoutPassword, '--from', `file:${source.paths.files}`];
    expect(await runMove(later, ...from)).toMatchObject({
      ...{ code: 2, errors: expect.stringContaining('is connected to the database: stop it first') as string },
    });
    await site.close();
    // Later, the files follow.
    const followed = await runMove(later, ...from);
    expect(followed).toMatchObject({ code: 0, errors: '' });
    expect(followed.output).toContain('3 files, 0.0 MiB, 3 of them copied now');
  });

  test('moves only its files, and notices one that the bucket has changed', async () => {
    const env = bucketAt(inject('bucket'), 'files-alone');
    const { BUCKET } = readEnvironment(env);
    if (!BUCKET) throw new Error('FILES_URL is not a bucket');
    const bucket = await openBucket(BUCKET);
    const [key = ''] = sent.keys;
    // Like a copy made in advance: it has the same size, but other content.
    await bucket.put(`files/${key}`, Buffer.from('ONE'));
    const damaged = await runMove({ ...env, DATA_DIR: source.folder });
    expect(damaged).toMatchObject({ code: 2, output: '' });
    expect(damaged.errors).toContain(`${key} of `);
    expect(damaged.errors).toContain('was not stored as it was sent');
    expect(await runMove({ ...env, DATA_DIR: source.folder })).toMatchObject({
      code: 0,
      output: expect.stringContaining('3 files, 0.0 MiB, 1 of them copied now') as string,
    });
    const store = await openTestBucket(env);
    expect((await buffer(store.open(key))).toString()).toBe('one');
  });

  test('refuses targets that contain other data, and leaves them as they are', async () => {
    const env = bucketAt(inject('bucket'), 'strange');
    const store = await openTestBucket(env);
    const writer = await store.create();
    await writer.commit();
    const other = await runMove({ ...env, DATA_DIR: source.folder });
    expect(other).toMatchObject({
      code: 2,
      output: '',
      errors: expect.stringContaining('already contains other files') as string,
    });
    expect(await keysOf(store)).toEqual([writer.key]);
    const url = await databaseUrl();
    const empty = url.replace(':secret@', '@');
    expect(await runMove({ ...env, PGPASSWORD: 'secret' }, '--from', empty, '--to', env.FILES_URL ?? '')).toMatchObject(
      {
        ...{ code: 2, errors: expect.stringContaining('does not contain the tables of a site') as string },
      },
    );
    await selectColumn(url, 'CREATE TABLE books (title text)');
    const foreign = await runMove({ DATABASE_URL: url, DATA_DIR: source.folder });
    expect(foreign).toMatchObject({ code: 2, errors: expect.stringContaining('already contains data') as string });
    expect(await selectColumn(url, `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)).toEqual(['books']);
  });

  test('moves without lost or damaged files only with --incomplete', async () => {
    const lossy = await openSource('lossy');
    const { keys } = await lossy.send('loses', 'lost', 'changed', 'intact');
    await lossy.close();
    rmSync(join(lossy.paths.files, keys[0] ?? ''));
    writeFileSync(join(lossy.paths.files, keys[1] ?? ''), 'CHANGED');
    const env = { ...bucketAt(inject('bucket'), 'lossy'), DATA_DIR: lossy.folder };
    const refused = await runMove(env);
    expect(refused.code).toBe(2);
    expect(refused.errors).toContain(`${keys[0]} of `);
    const moved = await runMove(env, '--incomplete');
    expect(moved.code).toBe(1);
    expect(moved.errors).toMatch(/^Not moved, because missing or damaged in the source: 2 files$/m);
    expect(await keysOf(await openTestBucket(env))).toEqual([keys[2]]);
  });
});
