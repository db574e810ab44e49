import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Of } from './copy-file.server.ts';
import type { ReferencedFile } from './referenced-files.server.ts';

/**
 * The list of a snapshot's files in the format of `sha256sum`, so that a snapshot can be verified without this program by
 * running `sha256sum -c SHA256SUMS` in its folder.
 */
const manifestName = 'SHA256SUMS';
/** The list of the objects in the bucket: SHA-256, size and name of each. The snapshot does not contain the objects. */
const objectsName = 'bucket.txt';

/** The name of a snapshot's database: an SQLite file, or the output of pg_dump. */
type SnapshotDatabase = 'site.db' | 'site.dump';

/** The content of a manifest. */
export interface Manifest {
  databaseName: SnapshotDatabase;
  /** SHA-256 of the snapshot's database in hexadecimal. */
  database: string;
  /** Whether the files of the site are in a bucket, which the snapshot only lists. */
  isBucket: boolean;
  /** SHA-256 of each file in hexadecimal, by storage key. */
  files: Map<string, string>;
}

const linePattern = /^([0-9a-f]{64}) {2}(.+)$/;
const filePathPattern = /^\.\.\/files\/([0-9a-f]{32})$/;
const objectPattern = /^([0-9a-f]{64}) {2}(\d+) {2}files\/([0-9a-f]{32})$/;

/**
 * Writes and syncs a snapshot's manifest; the caller must sync the folder.
 * @param files the files in the snapshot; with a bucket, the files in the bucket
 */
export async function writeManifest(
  folder: string,
  { databaseName, database, isBucket }: Omit<Manifest, 'files'>,
  files: readonly ReferencedFile[],
): Promise<void> {
  const lines = [`${database}  ${databaseName}`];
  if (isBucket) {
    const objects = files.map(({ sha256, size, storageKey }) => `${sha256}  ${size}  files/${storageKey}\n`);
    await writeSynced(join(folder, objectsName), objects.join(''));
    lines.push(`${await sha256Of(join(folder, objectsName))}  ${objectsName}`);
  } else lines.push(...files.map(({ sha256, storageKey }) => `${sha256}  ../files/${storageKey}`));
  await writeSynced(join(folder, manifestName), `${lines.join('\n')}\n`);
}

async function writeSynced(path: string, text: string): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Reads a snapshot's manifest. @returns undefined if it is missing or damaged */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const lines = await readLines(join(folder, manifestName));
  let files = new Map<string, string>();
  let database: string | undefined;
  let databaseName: SnapshotDatabase | undefined;
  let isBucket = false;
  if (!lines) return undefined;
  for (const line of lines) {
    const [, hash = '', path = ''] = linePattern.exec(line) ?? [];
    const key = filePathPattern.exec(path)?.[1];
    if (path === 'site.db' || path === 'site.dump') {
      database = hash;
      databaseName = path;
    } else if (key !== undefined) files.set(key, hash);
    else if (path === objectsName) {
      const objects = await readObjects(join(folder, objectsName), hash);
      if (!objects) return undefined;
      isBucket = true;
      files = objects;
    } else return undefined;
  }
  return database === undefined || databaseName === undefined ? undefined : { databaseName, database, isBucket, files };
}

/** Reads the list of objects. @returns undefined if it is missing, or has a different SHA-256 */
async function readObjects(path: string, hash: string): Promise<Map<string, string> | undefined> {
  if ((await sha256Of(path).catch(() => undefined)) !== hash) return undefined;
  const objects = new Map<string, string>();
  for (const line of (await readLines(path)) ?? []) {
    const [, sha256 = '', , key] = objectPattern.exec(line) ?? [];
    if (key === undefined) return undefined;
    objects.set(key, sha256);
  }
  return objects;
}

/** @returns undefined if the file is missing or does not end with a line break */
async function readLines(path: string): Promise<string[] | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === '') return [];
  return text?.endsWith('\n') ? text.slice(0, -1).split('\n') : undefined;
}
