import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { uploadId } from './unfinished-uploads.server.ts';

/**
 * Unfinished uploads may take this much in all: some hundred families at the limits of their forms on one day. Without
 * a bound anybody could fill the disk that requests are stored on.
 */
const mostBytes = 20 * 1024 * 1024 * 1024;

/** What an upload counts at least: one that has only begun takes room in the folder too. */
const leastBytes = 1024 * 1024;

/** Milliseconds for which a measurement holds: a folder with thousands of uploads takes a moment. */
const measuredFor = 5000;

/**
 * Whether there is room for more of unfinished uploads. It is looked at before each piece, so that what is only
 * announced takes nothing from others; between two measurements a little more may come.
 * @param folder where they lie
 */
export function roomForUploads(folder: string, now: () => number = Date.now): () => Promise<boolean> {
  let last: { at: number; bytes: Promise<number> } | undefined;
  return async () => {
    if (!last || now() - last.at >= measuredFor) last = { at: now(), bytes: bytesIn(folder) };
    return (await last.bytes) < mostBytes;
  };
}

async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder);
  let bytes = 0;
  for (const name of names) if (uploadId.test(name)) bytes += Math.max(leastBytes, await sizeOf(join(folder, name)));
  return bytes;
}

/** One that has come to its end meanwhile takes nothing. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return 0;
  }
}
