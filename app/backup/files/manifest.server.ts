import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The list of a snapshot's files in the format of `sha256sum`, so that a snapshot can be verified without this program by
 * running `sha256sum -c SHA256SUMS` in its folder.
 */
const manifestName = 'SHA256SUMS';
export const snapshotDatabase = 'site.db';

/** The content of a manifest. */
export interface Manifest {
  /** SHA-256 of the snapshot's database in hexadecimal. */
  database: string;
  /** SHA-256 of each file in hexadecimal, by storage key. */
  files: Map<string, string>;
}

const linePattern = /^([0-9a-f]{64}) {2}(.+)$/;
const filePathPattern = /^\.\.\/files\/([0-9a-f]{32})$/;

/** Writes and syncs a snapshot's manifest; the caller must sync the folder. */
export async function writeManifest(folder: string, { database, files }: Manifest): Promise<void> {
  const lines = [`${database}  ${snapshotDatabase}`, ...Array.from(files, ([key, hash]) => `${hash}  ../files/${key}`)];
  const handle = await open(join(folder, manifestName), 'wx', 0o600);
  try {
    await handle.writeFile(`${lines.join('\n')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Reads a snapshot's manifest. @returns undefined if it is missing or damaged */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => '');
  const files = new Map<string, string>();
  let database: string | undefined;
  if (!text.endsWith('\n')) return undefined;
  for (const line of text.slice(0, -1).split('\n')) {
    const [, hash, path = ''] = linePattern.exec(line) ?? [];
    const key = filePathPattern.exec(path)?.[1];
    if (hash !== undefined && path === snapshotDatabase) database = hash;
    else if (hash !== undefined && key !== undefined) files.set(key, hash);
    else return undefined;
  }
  return database === undefined ? undefined : { database, files };
}
