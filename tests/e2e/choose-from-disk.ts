import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright/test';

let folder: string | undefined;

/** Chooses files from the disk, because Playwright takes many seconds to pass large files to the browser as buffers. */
export async function chooseFromDisk(field: Locator, ...files: { name: string; buffer: Buffer }[]): Promise<void> {
  folder ??= newFolder();
  const paths: string[] = [];
  for (const { name, buffer } of files) {
    const path = join(folder, name);
    await writeFile(path, buffer);
    paths.push(path);
  }
  await field.setInputFiles(paths);
}

/**
 * Creates the worker's folder, which is kept until the worker exits, because the browser reads files only when it sends
 * them.
 */
function newFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'chosen-'));
  process.once('exit', () => rmSync(path, { recursive: true, force: true }));
  return path;
}
