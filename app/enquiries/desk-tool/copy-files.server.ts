import { createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from '#app/uploads/file-store.server.ts';
import type { StoredFile } from '#app/uploads/keep-file.server.ts';
import { UsageError } from './command-line.ts';

/**
 * Copies files into a folder, which is made where it is missing, for this user only. Files of one name get a number,
 * and none outside the folder can be meant.
 * @returns the names under which they lie there
 * @throws {UsageError} where one of the names is taken
 */
export async function copyFiles(files: readonly StoredFile[], store: FileStore, folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const taken = new Set<string>();
  const names = files.map((file) => {
    const kept = fitting(file.name);
    let name = kept;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${number} ${kept}`;
    taken.add(name.toLowerCase());
    return name;
  });
  const obstacle = names.find((name) => existsSync(join(folder, name)));
  if (obstacle !== undefined) throw new UsageError(`${join(folder, obstacle)} exists already; name another folder`);
  for (const [index, { storageKey }] of files.entries()) {
    const path = join(folder, names[index] ?? '');
    await pipeline(store.open(storageKey), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  }
  return names;
}

/** File systems take 255 bytes, and an Arabic letter is two: the end is kept, for the ending's sake. */
function fitting(name: string): string {
  let fitted = name;
  while (Buffer.byteLength(fitted) > 240) fitted = Array.from(fitted).slice(1).join('');
  return fitted;
}
