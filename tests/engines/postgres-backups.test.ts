import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { migrations } from '../../app/database/migrations.server.ts';
import { connectPostgres } from '../../app/database/postgres/postgres-server.server.ts';
import type { Tables } from '../../app/database/tables.ts';
import { parsePostgresAddress } from '../../app/env/addresses/postgres-address.ts';
import type { FileStore } from '../../app/uploads/storage/file-store.server.ts';
import { runBackup, runCheck, runRestore, snapshots } from '../support/backup.ts';
import { bundleOf } from '../support/bundled-programs.ts';
import { createDatabase, selectColumn } from '../support/postgres.ts';
import { runProgram } from '../support/site.ts';
import { openSmallSite, openSqlite, type SmallSite } from '../support/small-site.ts';
import { bucketAt, openTestBucket } from '../support/stored-files.ts';
import { installedPostgres } from '../support/system-programs.ts';
import { waitFor } from '../support/wait-for.ts';

// Backup, restore and check of a site whose rows are in PostgreSQL, whose files are in a bucket, or both.

type Variables = Record<string, string>;

const folder = mkdtempSync(join(tmpdir(), 'postgres-backups-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The server's version, and its programs. */
const postgres = installedPostgres();

const newDatabase = () => createDatabase(inject('postgres'));

async function openPostgres(url: string) {
  const address = parsePostgresAddress(url);
  if ('problem' in address) throw new Error(address.problem);
  const server = await connectPostgres(address, 4, () => undefined);
  return Object.assign(await server.open<Tables>(migrations), { destroy: () => server.close() });
}

/** Lists the names of the requests that are not erased. */
const namesIn = ({ DATABASE_URL = '' }: Variables) =>
  selectColumn(DATABASE_URL, "SELECT fields::json ->> 'name' FROM enquiries WHERE erased_at IS NULL");

/** Counts the tables of a database. */
const countTables = async (url: string) =>
  Number((await selectColumn(url, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"))[0]);

const checksumStatus = (backups: string, snapshot: string) =>
  spawnSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: join(backups, snapshot) }).status;

describe('PostgreSQL and a bucket', () => {
  const backups = join(folder, 'backups');
  const erasuresFile = join(folder, 'erasures.txt');
  let site: SmallSite;
  let store: FileStore;
  let env: Variables;
  let kept: Awaited<ReturnType<SmallSite['send']>>;
  let erased: Awaited<ReturnType<SmallSite['send']>>;
  beforeAll(async () => {
    const url = await newDatabase();
    env = {
      ...bucketAt(inject('bucket'), 'backups'),
      DATABASE_URL: url,
      DATA_DIR: join(folder, 'site'),
      ERASURES_FILE: erasuresFile,
    };
    store = await openTestBucket(env);
    site = await openSmallSite(join(folder, 'site'), { open: () => openPostgres(url), files: store });
    site.paths.erasures = erasuresFile;
    kept = await site.send('kept', 'a', 'b');
    erased = await site.send('erased later', 'c');
  });
  afterAll(() => site.close());

  test('a backup is a dump and a list of objects, which sha256sum can check', async () => {
    expect(await runBackup(env, backups)).toMatchObject({ code: 0, errors: '' });
    const [snapshot = ''] = await snapshots(backups);
    expect(readdirSync(join(backups, snapshot)).sort()).toEqual(['SHA256SUMS', 'bucket.txt', 'site.dump']);
    expect(checksumStatus(backups, snapshot)).toBe(0);
    const objects = readFileSync(join(backups, snapshot, 'bucket.txt'), 'utf8');
    for (const key of [...kept.keys, ...erased.keys])
      expect(objects).toMatch(new RegExp(`^[0-9a-f]{64}  1  files/${key}$`, 'm'));
    expect(readdirSync(join(backups, 'files'))).toEqual([]);
    expect(spawnSync('stat', ['--format=%a', join(backups, snapshot, 'site.dump')], { encoding: 'utf8' }).stdout).toBe(
      '600\n',
    );
  });

  test('a restore erases again what was erased since, pauses deliveries, and refuses a database that is not empty', async () => {
    await site.erase(erased.id);
    // As if the provider had restored the bucket, too.
    const writer = await store.create(erased.keys[0]);
    await writer.write(Buffer.from('c'));
    await writer.commit();
    const refused = await runRestore(env, backups, '--overwrite');
    expect(refused).toMatchObject({ code: 2, output: '' });
    expect(refused.errors).toMatch(/^The database \S+ is not empty: create another one/);

    const restored = { ...env, DATABASE_URL: await newDatabase() };
    const report = await runRestore(restored, backups);
    expect(report).toMatchObject({ code: 0, errors: '' });
    expect(report.output).toContain('Erased again: 1 enquiry');
    expect(await namesIn(restored)).toEqual(['kept']);
    expect(await store.sizeOf(erased.keys[0] ?? '')).toBeUndefined();
    const checked = await runCheck(restored);
    expect(checked).toMatchObject({ code: 0 });
    expect(checked.output).toMatch(/^ok\tfiles\t2 of 2 files intact/m);
    expect(checked.output).toMatch(/^note\tdelivery\tpaused since/m);
  });

  test('a restore names objects that the bucket has lost, and leaves the database empty', async () => {
    const [key = ''] = kept.keys;
    await store.remove(key);
    const restored = { ...env, DATABASE_URL: await newDatabase() };
    const refused = await runRestore(restored, backups);
    expect(refused.code).toBe(2);
    expect(refused.errors).toContain('1 of the 2 files');
    expect(refused.errors).toContain(`${key} of `);
    expect(await countTables(restored.DATABASE_URL)).toBe(0);
  });

  test('a killed restore keeps everybody out of the database, and succeeds when run again, even without a lost object (--incomplete)', async () => {
    const restored = { ...env, DATABASE_URL: await newDatabase() };
    // The dump is restored in one transaction: until it commits, the database contains only the mark.
    const killed = await runProgram(bundleOf('restore'), [backups, '--incomplete'], restored, (child) => {
      void waitFor(async () => (await countTables(restored.DATABASE_URL)) > 0).then(() => child.kill('SIGKILL'));
    });
    expect(killed.code).toBeNull();
    const checked = await runCheck(restored);
    expect(checked).toMatchObject({
      code: 2,
      errors: expect.stringMatching(/is incomplete: a restore from \S+ is running or/) as string,
    });
    expect((await runRestore(restored, backups, '--incomplete')).code).toBe(1);
    expect(await namesIn(restored)).toEqual(['kept']);
  });
});

describe('PostgreSQL and a folder', () => {
  const backups = join(folder, 'folder-backups');
  let site: SmallSite;
  let env: Variables;
  beforeAll(async () => {
    const url = await newDatabase();
    site = await openSmallSite(join(folder, 'folder-site'), { open: () => openPostgres(url) });
    env = { DATABASE_URL: url, DATA_DIR: site.folder, FILES_URL: `file:${site.paths.files}` };
  });
  afterAll(() => site.close());

  test('a backup leaves out what is erased while it runs', async () => {
    const gone = await site.send('erased meanwhile', 'gone');
    await site.send('stays', 'here');
    const programs = join(folder, 'programs');
    // Waits after the first dump until the test has erased a request.
    const wait = `[ -e ${folder}/go ] || { touch ${folder}/dumped; while [ ! -e ${folder}/go ]; do sleep 0.05; done; }`;
    putProgram(programs, 'pg_dump', `${postgres.folder}/pg_dump "$@" || exit 1; case "$*" in *--file*) ${wait};; esac`);
    const backup = runBackup({ ...env, PATH: `${programs}:${process.env.PATH}` }, backups);
    while (!existsSync(join(folder, 'dumped'))) await pause(20);
    await site.erase(gone.id);
    writeFileSync(join(folder, 'go'), '');
    const report = await backup;
    expect(report).toMatchObject({ code: 0, errors: '' });
    expect(report.output).toContain('Left out: 1 enquiry erased during the backup.');
    const [snapshot = ''] = await snapshots(backups);
    const dump = join(backups, snapshot, 'site.dump');
    const { stdout } = spawnSync('pg_restore', ['--file=-', dump], { encoding: 'utf8' });
    expect(stdout).toContain('stays');
    expect(stdout).not.toContain('erased meanwhile');
    expect(checksumStatus(backups, snapshot)).toBe(0);
  });

  test('a restore brings rows and files back', async () => {
    const dataDir = join(folder, 'folder-restored');
    const restored = {
      DATABASE_URL: await newDatabase(),
      DATA_DIR: dataDir,
      FILES_URL: `file:${join(dataDir, 'files')}`,
    };
    expect(await runRestore(restored, backups)).toMatchObject({ code: 0 });
    expect(await namesIn(restored)).toEqual(['stays']);
    expect((await runCheck(restored)).output).toMatch(/^ok\tfiles\t1 of 1 file intact/m);
  });

  test.each([
    [
      'is missing',
      undefined,
      `The program pg_dump is missing: install postgresql-client-${postgres.version} or newer\n`,
    ],
    [
      'is older than the server',
      'echo "pg_dump (PostgreSQL) 14.9"',
      `The program pg_dump has version 14, but the server has version ${postgres.version}: install postgresql-client-${postgres.version} or newer\n`,
    ],
  ])('a backup reports in one sentence that pg_dump %s', async (_case, script, sentence) => {
    const programs = join(folder, script === undefined ? 'no-programs' : 'old-programs');
    if (script !== undefined) putProgram(programs, 'pg_dump', script);
    const refused = await runBackup({ ...env, PATH: programs }, join(folder, 'no-backups'));
    expect(refused).toMatchObject({ code: 2, output: '' });
    expect(refused.errors).toBe(sentence);
    expect(await snapshots(join(folder, 'no-backups'))).toEqual([]);
  });

  test('a snapshot of another kind is refused in one sentence', async () => {
    const dataDir = join(folder, 'other');
    const sqlite = {
      DATABASE_URL: `file:${join(dataDir, 'site.db')}`,
      DATA_DIR: dataDir,
      FILES_URL: `file:${join(dataDir, 'files')}`,
    };
    expect(await runRestore(sqlite, backups)).toMatchObject({
      ...{
        code: 2,
        output: '',
        errors: expect.stringMatching(/^The snapshot \S+ was taken from a PostgreSQL database/) as string,
      },
    });
    const bucket = { ...bucketAt(inject('bucket'), 'other'), DATABASE_URL: await newDatabase(), DATA_DIR: dataDir };
    expect(await runRestore(bucket, backups)).toMatchObject({
      ...{
        code: 2,
        output: '',
        errors: expect.stringMatching(/^The snapshot \S+ contains the files of a folder/) as string,
      },
    });
  });
});

test('SQLite and a bucket: a restore brings back the rows; their files are still in the bucket', async () => {
  const env = bucketAt(inject('bucket'), 'sqlite-backups');
  const site = await openSmallSite(join(folder, 'sqlite'), { open: openSqlite, files: await openTestBucket(env) });
  await site.send('in a file', 'a');
  await site.close();
  const backups = join(folder, 'sqlite-backups');
  const variables = (name: string) => ({
    ...env,
    DATABASE_URL: `file:${join(folder, name, 'site.db')}`,
    DATA_DIR: join(folder, name),
  });
  expect(await runBackup(variables('sqlite'), backups)).toMatchObject({ code: 0, errors: '' });
  const [snapshot = ''] = await snapshots(backups);
  expect(readdirSync(join(backups, snapshot)).sort()).toEqual(['SHA256SUMS', 'bucket.txt', 'site.db']);
  expect(await runRestore(variables('sqlite-restored'), backups)).toMatchObject({ code: 0 });
  expect((await runCheck(variables('sqlite-restored'))).output).toMatch(/^ok\tfiles\t1 of 1 file intact/m);
});

/** Puts a shell script in a folder of programs. */
function putProgram(programs: string, name: string, script: string): void {
  mkdirSync(programs, { recursive: true });
  writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(programs, name), 0o755);
}
