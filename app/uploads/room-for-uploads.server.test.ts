import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { roomForUploads } from './room-for-uploads.server.ts';

const gigabyte = 1024 * 1024 * 1024;

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'room-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** A file that takes no room on the disk, though it says so. */
function lay(name: string, size: number) {
  writeFileSync(join(folder, name), '');
  truncateSync(join(folder, name), size);
}

test('there is room for twenty gigabytes of uploads in all; other files do not count', async () => {
  expect(await roomForUploads(folder)()).toBe(true);
  lay('a'.repeat(64), 12 * gigabyte);
  lay(`${'b'.repeat(64)}.json`, 12 * gigabyte);
  expect(await roomForUploads(folder)()).toBe(true);
  lay('c'.repeat(64), 8 * gigabyte - 1);
  expect(await roomForUploads(folder)()).toBe(true);
  lay('c'.repeat(64), 8 * gigabyte);
  expect(await roomForUploads(folder)()).toBe(false);
});

test('uploads that have only begun count too', async () => {
  lay('a'.repeat(64), 20 * gigabyte - 3 * 1024 * 1024);
  for (const digit of ['b', 'c']) lay(digit.repeat(64), 0);
  expect(await roomForUploads(folder)()).toBe(true);
  lay('d'.repeat(64), 0);
  expect(await roomForUploads(folder)()).toBe(false);
});

test('the folder is measured anew after some seconds', async () => {
  let now = 0;
  const hasRoom = roomForUploads(folder, () => now);
  expect(await hasRoom()).toBe(true);
  lay('a'.repeat(64), 20 * gigabyte);
  now = 4999;
  expect(await hasRoom()).toBe(true);
  now = 5000;
  expect(await hasRoom()).toBe(false);
});
