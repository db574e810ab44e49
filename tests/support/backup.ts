import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { bundleOf, programs } from './bundled-programs.ts';
import { runProgram } from './site.ts';

/** Environment variables of the site. */
type Variables = Record<string, string>;

export const runBackup = (env: Variables, ...args: string[]) => runProgram(bundleOf('backup'), args, env);
export const runRestore = (env: Variables, ...args: string[]) => runProgram(bundleOf('restore'), args, env);
export const runCheck = (env: Variables, ...args: string[]) => runProgram(bundleOf('check'), args, env);

/** Starts a backup and kills it after a delay (ms), unless it has finished. */
export function runKilledBackup(env: Variables, folder: string, delay: number) {
  return runProgram(programs.backup, [folder], env, (child) => {
    setTimeout(() => child.kill('SIGKILL'), delay);
  });
}

/** Lists the names of the snapshots in a backup folder, oldest first. */
export async function snapshots(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  return (await readdir(folder)).filter((name) => /^\d{6}-.*Z$/.test(name)).sort();
}

/** Maps each sender's name to the SHA-256 hashes of the request's files, in order. Erased requests are omitted. */
export async function fileHashesByName(dataDir: string): Promise<Map<string, string[]>> {
  const database = new DatabaseSync(join(dataDir, 'site.db'), { readOnly: true, timeout: 10_000 });
  try {
    const hashesByName = new Map<string, string[]>();
    const rows = database.prepare('SELECT id, fields FROM enquiries WHERE erased_at IS NULL').all();
    for (const { id, fields } of rows) {
      const keys = database
        .prepare('SELECT storage_key FROM attachments WHERE enquiry_id = ? ORDER BY parcel, position')
        .all(id ?? '');
      const hashes = await Promise.all(
        keys.map(async ({ storage_key }) => sha256(await readFile(join(dataDir, 'files', String(storage_key))))),
      );
      hashesByName.set((JSON.parse(String(fields)) as { name: string }).name, hashes);
    }
    return hashesByName;
  } finally {
    database.close();
  }
}

/** Finds the files under a folder that contain one of these texts. @returns entries of the form `TEXT in FILE` */
export async function filesContaining(folder: string, texts: readonly string[]): Promise<string[]> {
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const matches: string[] = [];
  for (const entry of entries) {
    const bytes = await readFile(join(entry.parentPath, entry.name));
    matches.push(...texts.filter((text) => bytes.includes(text)).map((text) => `${text} in ${entry.name}`));
  }
  return matches;
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
