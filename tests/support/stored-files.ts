import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { readEnvironment } from '../../app/env/env.server.ts';
import { openDiskStore } from '../../app/uploads/storage/disk-store.server.ts';
import type { FileStore } from '../../app/uploads/storage/file-store.server.ts';
import { openBucket } from '../../app/uploads/storage/s3/bucket.server.ts';
import { openBucketStore } from '../../app/uploads/storage/s3/bucket-store.server.ts';

// With TEST_BUCKET, the sites of the integration tests keep their files in a bucket, each under names that begin with
// the name of its data folder.

/** Returns the environment with which the site of a data folder finds its files: empty if they are in that folder. */
export function bucketOf(folder = ''): Record<string, string> {
  const environment = process.env.TEST_BUCKET;
  return environment === undefined ? {} : bucketAt(environment, basename(folder));
}

/** Keeps the files of this test file's sites in their folders, because it tests what happens on a disk. */
export function keepFilesInFolders(): void {
  delete process.env.TEST_BUCKET;
}

/** Returns the environment of a bucket whose objects have names that begin with a prefix. @param environment as JSON */
export function bucketAt(environment: string, prefix: string): Record<string, string> {
  const { FILES_URL = '', ...keys } = JSON.parse(environment) as Record<string, string>;
  return { FILES_URL: FILES_URL.replace('PREFIX', prefix), ...keys };
}

/** Opens the bucket in which a site with this environment keeps its files. */
export async function openTestBucket(environment: Record<string, string>): Promise<FileStore> {
  const { BUCKET } = readEnvironment(environment);
  if (!BUCKET) throw new Error('FILES_URL is not a bucket');
  return openBucketStore(await openBucket(BUCKET));
}

/** Lists the keys of a site's files, including unfinished ones. */
export async function listStoredFiles(folder: string): Promise<string[]> {
  const environment = bucketOf(folder);
  if (!('FILES_URL' in environment)) return readdir(join(folder, 'files'));
  const keys: string[] = [];
  for await (const { key } of (await openTestBucket(environment)).list()) keys.push(key);
  return keys;
}

/** Reads a file of a site. */
export async function readStoredFile(folder: string, key: string): Promise<Buffer> {
  const environment = bucketOf(folder);
  if (!('FILES_URL' in environment)) return readFile(join(folder, 'files', key));
  return buffer((await openTestBucket(environment)).open(key));
}

/** Reads all complete files of the store in which a site with this environment keeps them. */
export async function readFilesOf(environment: Record<string, string>): Promise<Buffer[]> {
  const { BUCKET, FILES_DIR } = readEnvironment(environment);
  const store = BUCKET ? openBucketStore(await openBucket(BUCKET)) : openDiskStore(FILES_DIR);
  const contents: Buffer[] = [];
  for await (const { key } of store.list()) if (!key.endsWith('.part')) contents.push(await buffer(store.open(key)));
  return contents;
}
