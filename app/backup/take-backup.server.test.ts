import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSmallSite, removeFolder, type SmallSite } from '#tests/support/small-site.ts';
import { lockBackupFolder, nextSnapshot, snapshotsIn } from './files/backup-folder.server.ts';
import { type BackupReport, takeBackup } from './take-backup.server.ts';

let site: SmallSite;
let folder: string;

beforeEach(async () => {
  site = await openSmallSite();
  folder = mkdtempSync(join(tmpdir(), 'backups-'));
});

afterEach(async () => {
  await site.close();
  removeFolder(site.folder);
  removeFolder(folder);
});

const takeSnapshot = (options: { keep?: number; to?: string } = {}): Promise<BackupReport> => {
  const { files, erasures } = site.paths;
  return takeBackup(
    { database: site.database, files, erasures, folder: options.to ?? folder, keep: options.keep },
    Date.now(),
  );
};
const backupFiles = () => readdirSync(join(folder, 'files')).sort();
/** Returns the exit status of `sha256sum`: 0 if every file in the snapshot's manifest exists with the right content. */
const checksumStatus = (snapshot: string) =>
  spawnSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: join(folder, snapshot) }).status;
function namesIn(snapshot: string): string[] {
  const database = new DatabaseSync(join(folder, snapshot, 'site.db'), { readOnly: true });
  const rows = database.prepare('SELECT fields FROM enquiries WHERE erased_at IS NULL ORDER BY received_at').all();
  database.close();
  return rows.map(({ fields }) => (JSON.parse(String(fields)) as { name: string }).name);
}

test('a snapshot contains the database and its files; a second one copies only new files', async () => {
  const { keys } = await site.send('first', 'a', 'b');
  const first = await takeSnapshot();
  expect(first).toMatchObject({ enquiries: 1, files: 2, newFiles: 2, erasedDuringBackup: 0, lost: [], pruned: 0 });
  expect(readdirSync(join(folder, first.snapshot)).sort()).toEqual(['SHA256SUMS', 'site.db']);
  const later = await site.send('second', 'c');
  const second = await takeSnapshot();
  expect(second).toMatchObject({ enquiries: 2, files: 3, newFiles: 1 });
  expect(backupFiles()).toEqual([...keys, ...later.keys].sort());
  expect([first, second].map(({ snapshot }) => namesIn(snapshot))).toEqual([['first'], ['first', 'second']]);
  expect([first, second].map(({ snapshot }) => checksumStatus(snapshot))).toEqual([0, 0]);
  // On the same disk, the file is a hard link, which takes no space.
  expect(statSync(join(folder, 'files', keys[0] ?? '')).nlink).toBe(2);
  for (const name of [first.snapshot, 'files', join(first.snapshot, 'site.db')]) {
    expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  }
});

test('a snapshot includes files of unsubmitted forms, but not incomplete uploads', async () => {
  const { keys } = await site.send('first', 'a');
  const row = { position: 0, name: 'n', type: 't', size: 1, sha256: 'none', storage_key: keys[0] ?? '' };
  await site.database.insertInto('drafts').values({ id: 'd', created_at: 1, expires_at: 2 }).execute();
  await site.database
    .insertInto('draft_files')
    .values({ ...row, id: 'f', draft_id: 'd' })
    .execute();
  const writer = await site.files.create();
  await writer.write(Buffer.from('half'));
  expect(await takeSnapshot()).toMatchObject({ files: 1 });
  expect(backupFiles()).toEqual(keys);
  await writer.discard();
});

test('--keep deletes older snapshots, and files that no remaining snapshot refers to', async () => {
  const gone = await site.send('gone', 'a');
  const first = await takeSnapshot({ keep: 2 });
  await site.erase(gone.id);
  const { keys } = await site.send('stays', 'b');
  await takeSnapshot({ keep: 2 });
  expect(backupFiles()).toHaveLength(2);
  expect(await takeSnapshot({ keep: 2 })).toMatchObject({ pruned: 1 });
  expect(snapshotsIn(folder)).toHaveLength(2);
  expect(snapshotsIn(folder)).not.toContain(first.snapshot);
  expect(backupFiles()).toEqual(keys);
});

test('a snapshot omits enquiries erased while files are copied, and contains all others completely', async () => {
  const enquiries = [];
  for (let number = 0; number < 60; number += 1)
    enquiries.push(await site.send(`zq${number}.`, `zq${number}. in a file`));
  const backup = takeSnapshot();
  const isCopied = () => readdirSync(folder).some((name) => existsSync(join(folder, name, 'site.db')));
  while (!isCopied()) await pause(0);
  // Starts with the enquiries that are copied last.
  for (const { id } of enquiries.slice(20).reverse()) await site.erase(id);
  const report = await backup;
  expect(report.erasedDuringBackup).toBeGreaterThan(0);
  expect(report.lost).toEqual([]);
  expect(checksumStatus(report.snapshot)).toBe(0);
  const bytes = readFileSync(join(folder, report.snapshot, 'site.db'));
  const kept = new Set(namesIn(report.snapshot));
  for (let number = 0; number < 60; number += 1) expect(bytes.includes(`zq${number}.`)).toBe(kept.has(`zq${number}.`));
  expect(kept.size).toBe(report.enquiries);
  expect(backupFiles()).toHaveLength(report.files);
});

test('lost files are reported, and everything else is backed up', async () => {
  const { keys, reference } = await site.send('first', 'gone', 'changed', 'cut', 'whole');
  const path = (index: number) => join(site.paths.files, keys[index] ?? '');
  rmSync(path(0));
  writeFileSync(path(1), 'CHANGED');
  truncateSync(path(2), 1);
  const report = await takeSnapshot();
  expect(report).toMatchObject({ files: 1, enquiries: 1 });
  expect(report.lost.map((file) => [file.storageKey, file.reference])).toEqual(
    keys.slice(0, 3).map((key) => [key, reference]),
  );
  expect(checksumStatus(report.snapshot)).toBe(0);
});

test('a damaged database is not backed up, and earlier snapshots are kept', async () => {
  for (let number = 0; number < 200; number += 1) await site.send(`${number}`);
  const { snapshot } = await takeSnapshot();
  await site.close();
  const bytes = readFileSync(site.paths.database);
  writeFileSync(site.paths.database, bytes.fill(7, bytes.length - 40_000));
  const damaged = new DatabaseSync(site.paths.database);
  damaged.close();
  site = await openSmallSite(site.folder);
  await expect(takeSnapshot()).rejects.toThrow(/^No backup was made: the database/);
  expect(snapshotsIn(folder)).toEqual([snapshot]);
});

describe('a backup folder', () => {
  test('is refused and left unchanged if it contains other files or belongs to the site', async () => {
    await site.send('first', 'a');
    writeFileSync(join(folder, 'thesis.txt'), '');
    await expect(takeSnapshot()).rejects.toThrow('is not empty and is not a backup folder');
    for (const siteFolder of [site.folder, site.paths.files, join(site.paths.files, 'below')]) {
      const before = readdirSync(site.paths.files);
      await expect(takeSnapshot({ to: siteFolder })).rejects.toThrow(/choose another/);
      expect(readdirSync(site.paths.files)).toEqual(before);
    }
    expect(readdirSync(folder)).toEqual(['thesis.txt']);
  });

  test('allows only one backup at a time', async () => {
    const unlock = await lockBackupFolder(folder);
    await expect(takeSnapshot()).rejects.toThrow(/Another backup or restore is using/);
    unlock();
    await takeSnapshot();
    expect(snapshotsIn(folder)).toHaveLength(1);
  });

  test('is cleared of incomplete files of an interrupted backup by the next one', async () => {
    const { snapshot } = await takeSnapshot();
    mkdirSync(join(folder, '000002-2031-01-10T02-00-00Z.part'));
    writeFileSync(join(folder, 'files', `${'0'.repeat(32)}.part`), 'half');
    renameSync(join(folder, snapshot), join(folder, `${snapshot}.deleted`));
    const next = await takeSnapshot();
    expect(readdirSync(folder).sort()).toEqual([next.snapshot, 'files', 'lock']);
    expect(backupFiles()).toEqual([]);
  });

  test('orders its snapshots by number, even if the clock was set back', () => {
    const earlier = nextSnapshot([], Date.UTC(2031, 0, 1));
    const later = nextSnapshot([earlier], Date.UTC(2027, 0, 1));
    expect([later, earlier].sort()).toEqual([earlier, later]);
  });

  test('keeps all its files if a manifest is damaged', async () => {
    await site.send('first', 'a');
    const { snapshot } = await takeSnapshot();
    truncateSync(join(folder, snapshot, 'SHA256SUMS'), 100);
    await expect(takeSnapshot({ keep: 5 })).rejects.toThrow(/manifest of .* is damaged/);
    expect(backupFiles()).toHaveLength(1);
    expect(snapshotsIn(folder)).toHaveLength(2);
  });
});
