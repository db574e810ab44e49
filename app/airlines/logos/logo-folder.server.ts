import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isCarrierCode } from '../carrier-code.ts';

const partialSuffix = '.part';

/** A folder of logo files named by airline code. */
export interface LogoFolder {
  /** The logos with their modification times (ms since 1970), oldest first. */
  entries: [code: string, modifiedAt: number][];
  /** Returns undefined if there is no such file. */
  read(code: string): Promise<Buffer | undefined>;
  /** Writes atomically: after a crash, either the complete new file or the old one exists. */
  write(code: string, bytes: Uint8Array): Promise<void>;
  remove(code: string): Promise<void>;
}

/** Opens the folder (mode 0700) and deletes partial files left by a crash. */
export async function openLogoFolder(folder: string): Promise<LogoFolder> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await readdir(folder);
  for (const name of names) if (name.endsWith(partialSuffix)) await rm(join(folder, name), { force: true });
  const entries = await Promise.all(
    names.filter(isCarrierCode).map(async (code): Promise<[string, number]> => {
      const { mtimeMs } = await stat(join(folder, code));
      return [code, mtimeMs];
    }),
  );

  return {
    entries: entries.sort(([, a], [, b]) => a - b),
    async read(code) {
      try {
        return await readFile(join(folder, code));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    },
    async write(code, bytes) {
      const partialFile = join(folder, `${code}-${randomBytes(8).toString('hex')}${partialSuffix}`);
      try {
        await writeFile(partialFile, bytes, { flag: 'wx', mode: 0o600, flush: true });
        await rename(partialFile, join(folder, code));
      } catch (error) {
        await rm(partialFile, { force: true });
        throw error;
      }
    },
    remove: (code) => rm(join(folder, code), { force: true }),
  };
}
