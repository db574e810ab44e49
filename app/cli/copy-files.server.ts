import { createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { UsageError } from '#app/terminal/run-tool.server.ts';
import { numberEqualNames } from '#app/uploads/file-name.ts';
import { openWithoutLocationMetadata } from '#app/uploads/location/strip-location-metadata.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';

/**
 * Copies files into a folder, which is created if missing. Photos are copied without location metadata. Only the
 * current user can access the copies. Equal names get a number as a prefix. Names are sanitised when they are
 * stored, so none can point outside the folder.
 * @returns the names of the copies
 * @throws {UsageError} if a file with one of the names exists
 */
export async function copyFiles(files: readonly StoredFile[], store: FileStore, folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Shortened names may be equal, and on Windows and macOS those that differ only in case are.
  const shortened = files.map(({ name }) => ({ name: shorten(name) }));
  const names = numberEqualNames(shortened, (name) => name.toLowerCase()).map(({ name }) => name);
  const existing = names.find((name) => existsSync(join(folder, name)));
  if (existing !== undefined) throw new UsageError(`${join(folder, existing)} already exists; choose another folder`);
  for (const [index, file] of files.entries()) {
    const path = join(folder, names[index] ?? '');
    await pipeline(openWithoutLocationMetadata(store, file), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  }
  return names;
}

/**
 * Trims a name from the start, which keeps the extension, until it fits in 240 bytes, which leaves room for a number
 * prefix within the 255 bytes that file systems allow.
 */
function shorten(name: string): string {
  let shortened = name;
  while (Buffer.byteLength(shortened) > 240) shortened = Array.from(shortened).slice(1).join('');
  return shortened;
}
