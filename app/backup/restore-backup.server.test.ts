import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#app/database/database.server.ts';
import { findIntegrityProblems } from '#app/database/integrity.server.js';
import { readDeliveryPause } from '#app/outbound/delivery-pause.server.ts';
import { readErasures } from '#app/retention/erasures.server.ts';
import { fileHashesByName, filesContaining, sha256 } from '#tests/support/backup.ts';
import { dataPaths, openSmallSite, removeFolder, type SmallSite } from '#tests/support/small-site.ts';
import { snapshotsIn } from './files/backup-folder.server.ts';
import { restoreBackup, type RestoreOptions } from './restore-backup.server.ts';
import { takeBackup } from './take-backup.server.ts';

const now = Date.UTC(2031, 0, 10, 2);

let site: SmallSite;
let root: string;
let folder: string;
/** The data folder that restores write to. */
let target: string;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'restore-'));
  folder = join(root, 'backups');
  target = join(root, 'there');
  site = await openSmallSite(join(root, 'site'));
});

afterEach(async () => {
  await site.close();
  removeFolder(root);
});

const takeSnapshot = async () => {
  const { files, erasures } = site.paths;
  return (await takeBackup({ database: site.database, files, erasures, folder }, Date.now())).snapshot;
};
const restore = (options: Partial<RestoreOptions> = {}) =>
  restoreBackup({ folder, target: dataPaths(target), overwrite: false, incomplete: false, ...options }, now);
const restoredRequests = async () => Object.fromEntries(await fileHashesByName(target));
const hashes = (...texts: string[]) => texts.map((text) => sha256(Buffer.from(text)));
/** Returns all files under a folder as pairs of path and content. */
const readFilesUnder = (path: string) =>
  !existsSync(path)
    ? []
    : readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => [join(entry.parentPath, entry.name), readFileSync(join(entry.parentPath, entry.name), 'hex')])
        .sort();

test('restores the newest snapshot, or the given one', async () => {
  await site.send('أحمد', 'a', 'b');
  const first = await takeSnapshot();
  await site.send('second', 'c');
  const second = await takeSnapshot();
  expect(await restore()).toMatchObject({ snapshot: second, enquiries: 2, files: 3, erasedAgain: 0, movedAside: [] });
  expect(await restoredRequests()).toEqual({ أحمد: hashes('a', 'b'), second: hashes('c') });
  expect(findIntegrityProblems(dataPaths(target).database, 'full')).toEqual([]);
  expect(readdirSync(target).sort()).toEqual(['files', 'site.db']);
  rmSync(target, { recursive: true });
  expect(await restore({ snapshot: first })).toMatchObject({ snapshot: first, enquiries: 1 });
  expect(await restoredRequests()).toEqual({ أحمد: hashes('a', 'b') });
});

test('pauses deliveries, and counts running ones as attempts', async () => {
  await site.send('first');
  await site.database
    .updateTable('parcels')
    .set({ leased_until: Date.now() + 60_000 })
    .execute();
  const snapshot = await takeSnapshot();
  await restore();
  const database = await openDatabase(dataPaths(target).database);
  const pause = await readDeliveryPause(database);
  const parcels = await database.selectFrom('parcels').select(['attempts', 'leased_until', 'state']).execute();
  await database.destroy();
  expect(pause).toEqual({ since: now, reason: expect.stringContaining(snapshot) as string });
  expect(parcels).toEqual([{ attempts: 1, leased_until: 0, state: 'waiting' }]);
});

describe('an enquiry erased after the snapshot', () => {
  /** The records of erasures, each sufficient by itself. */
  const records: [string, () => Partial<RestoreOptions>][] = [
    ['the erasures file', () => ({ target: { ...dataPaths(target), erasures: site.paths.erasures } })],
    ['its copy in the backup folder', () => ({})],
    ['the replaced database', () => ({ target: site.paths, overwrite: true })],
  ];

  test.each(records)('is not restored if %s records its erasure', async (record, options) => {
    const { id, reference } = await site.send('zqgone', 'zqgone in a file');
    await site.send('stays', 'b');
    const snapshot = await takeSnapshot();
    await site.erase(id);
    if (record === 'its copy in the backup folder') await takeSnapshot();
    if (record === 'the replaced database') {
      rmSync(site.paths.erasures);
      await site.close();
    }
    const restoreOptions = { snapshot, ...options() };
    expect(await restore(restoreOptions)).toMatchObject({ enquiries: 1, files: 1, erasedAgain: 1 });
    const paths = restoreOptions.target ?? dataPaths(target);
    expect((await readErasures(paths.erasures)).map((erasure) => erasure.reference)).toEqual([reference]);
    const data = record === 'the replaced database' ? site.folder : target;
    expect(Object.fromEntries(await fileHashesByName(data))).toEqual({ stays: hashes('b') });
    const inPlace = (await filesContaining(data, ['zqgone'])).filter((found) => !found.includes('before-restore'));
    expect(inPlace).toEqual([]);
    if (record === 'the replaced database') site = await openSmallSite(join(root, 'site'));
  });
});

describe('an existing target', () => {
  test('is not changed without --overwrite if it contains a database, a leftover write-ahead log, or files', async () => {
    await site.send('new', 'n');
    await takeSnapshot();
    const paths = dataPaths(target);
    const obstacles: (() => Promise<void>)[] = [
      async () => {
        const other = await openSmallSite(target);
        await other.send('old', 'o');
        await other.close();
      },
      async () => {
        await (await openSmallSite(target)).close();
        rmSync(paths.database);
        writeFileSync(`${paths.database}-wal`, 'log of another database');
      },
      async () => {
        await (await openSmallSite(target)).close();
        rmSync(paths.database);
        writeFileSync(join(paths.files, '0'.repeat(32)), 'o');
      },
    ];
    for (const createObstacle of obstacles) {
      rmSync(target, { recursive: true, force: true });
      await createObstacle();
      const before = readFilesUnder(target);
      await expect(restore()).rejects.toThrow(/^The target is not empty: .*--overwrite/);
      expect(readFilesUnder(target)).toEqual(before);
      const { movedAside } = await restore({ overwrite: true });
      expect(await restoredRequests()).toEqual({ new: hashes('n') });
      expect(movedAside.length).toBeGreaterThan(0);
      const after = readFilesUnder(target).map(([, bytes]) => bytes);
      for (const [, bytes] of before) expect(after).toContain(bytes);
    }
  });

  test('of a running site is not changed even with --overwrite or a damaged database', async () => {
    await takeSnapshot();
    await expect(restore({ target: site.paths, overwrite: true })).rejects.toThrow(
      /^A site is running on .*stop it first/,
    );
    const flights = await openDatabase(dataPaths(target).flightsDatabase);
    writeFileSync(dataPaths(target).database, 'damaged');
    await expect(restore({ overwrite: true })).rejects.toThrow(/^A site is running on/);
    await flights.destroy();
  });
});

describe('an unusable snapshot', () => {
  const damageCases: [string, RegExp, (snapshot: string, key: string) => void][] = [
    [
      'its database has been altered',
      /database of .* is damaged/,
      (name) => flipLastBit(join(folder, name, 'site.db')),
    ],
    [
      'its database is truncated',
      /database of .* is damaged/,
      (name) => truncateSync(join(folder, name, 'site.db'), 5000),
    ],
    [
      'its manifest is truncated',
      /manifest of .* is damaged/,
      (name) => truncateSync(join(folder, name, 'SHA256SUMS'), 90),
    ],
    ['its manifest is missing', /manifest of .* is damaged/, (name) => rmSync(join(folder, name, 'SHA256SUMS'))],
    ['a file has been altered', /1 of the 2 files of/, (_, key) => flipLastBit(join(folder, 'files', key))],
    ['a file is truncated', /1 of the 2 files of/, (_, key) => truncateSync(join(folder, 'files', key), 1)],
    ['a file is missing', /1 of the 2 files of/, (_, key) => rmSync(join(folder, 'files', key))],
  ];

  test.each(damageCases)('is not restored, and nothing changes, if %s', async (name, message, damage) => {
    const { keys } = await site.send('first', 'aaaa', 'bbbb');
    const snapshot = await takeSnapshot();
    damage(snapshot, keys[0] ?? '');
    await expect(restore()).rejects.toThrow(message);
    expect(readFilesUnder(target)).toEqual([]);
    expect(existsSync(dataPaths(target).database)).toBe(false);
    if (!name.startsWith('a file')) return;
    expect(await restore({ incomplete: true })).toMatchObject({
      enquiries: 1,
      files: 1,
      lost: [{ storageKey: keys[0] }],
    });
    expect(readdirSync(dataPaths(target).files)).toEqual([keys[1]]);
  });

  test('cannot be restored if it does not exist; a database written by a newer version is not backed up', async () => {
    const snapshot = await takeSnapshot();
    await expect(restore({ snapshot: 'none' })).rejects.toThrow(new RegExp(`no snapshot none in .*\\n${snapshot}`));
    await expect(restore({ folder: join(root, 'empty') })).rejects.toThrow(/^There is no snapshot in/);
    await sql`INSERT INTO kysely_migration VALUES ('9999_later', '2031-01-01')`.execute(site.database);
    await sql`INSERT INTO schema_contractions VALUES ('9999_later')`.execute(site.database);
    const { files, erasures } = site.paths;
    await expect(takeBackup({ database: site.database, files, erasures, folder }, now)).rejects.toThrow(
      /newer version/,
    );
    expect(snapshotsIn(folder)).toEqual([snapshot]);
  });
});

function flipLastBit(file: string): void {
  const bytes = readFileSync(file);
  bytes[bytes.length - 1] = 1 ^ (bytes[bytes.length - 1] ?? 0);
  rmSync(file);
  writeFileSync(file, bytes);
}
