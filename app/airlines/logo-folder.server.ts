import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isCarrierCode } from './carrier-code.ts';

const unfinished = '.part';

/** Airlines' logos as files that are named by the airline's code. */
export interface LogoFolder {
  /** When each logo in it was written, by code; from the longest ago to the latest. */
  written: [code: string, at: number][];
  /** Undefined where there is no such file. */
  read(code: string): Promise<Buffer | undefined>;
  /** After a crash there is the whole new file or the old one. */
  write(code: string, bytes: Uint8Array): Promise<void>;
  remove(code: string): Promise<void>;
}

/** Opens the folder, which only this user can enter, and clears away what a crash has left unfinished. */
export async function openLogoFolder(folder: string): Promise<LogoFolder> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await readdir(folder);
  for (const name of names) if (name.endsWith(unfinished)) await rm(join(folder, name), { force: true });
  const written = await Promise.all(
    names.filter(isCarrierCode).map(async (code): Promise<[string, number]> => {
      const { mtimeMs } = await stat(join(folder, code));
      return [code, mtimeMs];
    }),
  );

  return {
    written: written.sort(([, one], [, other]) => one - other),
    async read(code) {
      try {
        return await readFile(join(folder, code));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    },
    async write(code, bytes) {
      const part = join(folder, `${code}-${randomBytes(8).toString('hex')}${unfinished}`);
      try {
        await writeFile(part, bytes, { flag: 'wx', mode: 0o600, flush: true });
        await rename(part, join(folder, code));
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    remove: (code) => rm(join(folder, code), { force: true }),
  };
}
