import { createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { UsageError } from '#app/terminal/run-tool.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';

/**
 * Copies files into a folder, which is created if missing, accessible to this user only. Duplicate names get a number prefix.
 * Names are sanitised when stored, so none can point outside the folder.
 * @returns the names of the copies
 * @throws {UsageError} if a file of that name exists
 */
export async function copyFiles(files: readonly StoredFile[], store: FileStore, folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const taken = new Set<string>();
  const names = files.map((file) => {
    const shortened = shorten(file.name);
    let name = shortened;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${number} ${shortened}`;
    taken.add(name.toLowerCase());
    return name;
  });
  const existing = names.find((name) => existsSync(join(folder, name)));
  if (existing !== undefined) throw new UsageError(`${join(folder, existing)} already exists; choose another folder`);
  for (const [index, { storageKey }] of files.entries()) {
    const path = join(folder, names[index] ?? '');
    await pipeline(store.open(storageKey), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  }
  return names;
}

/** Shortens a name to fit into the 255 bytes that file systems allow, keeping its end because of the extension. */
function shorten(name: string): string {
  let fitted = name;
  while (Buffer.byteLength(fitted) > 240) fitted = Array.from(fitted).slice(1).join('');
  return fitted;
}
