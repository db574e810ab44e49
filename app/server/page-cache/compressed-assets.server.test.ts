import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compressedAssets } from './compressed-assets.server.ts';

let folder: string;
let server: Server;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assets-'));
  await mkdir(join(folder, 'current'));
});
afterEach(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

/** Serves the folders `current` and `previous`. @returns a function that fetches a file's text, or the error status */
function serve(): (name: string) => Promise<string> {
  const folders = ['current', 'previous'].map((name) => join(folder, name));
  server = express().use(compressedAssets(folders)).listen();
  const { port } = server.address() as AddressInfo;
  return async (name) => {
    const response = await fetch(`http://localhost:${port}/${name}`);
    return response.ok ? response.text() : String(response.status);
  };
}

test('serves files from both folders, even one that has moved since the start', async () => {
  await mkdir(join(folder, 'previous'));
  for (const path of ['current/a.js', 'current/b.js', 'previous/c.js']) await writeFile(join(folder, path), path);
  const read = serve();
  expect(await read('a.js')).toBe('current/a.js');
  expect(await read('c.js')).toBe('previous/c.js');
  await rename(join(folder, 'current/b.js'), join(folder, 'previous/b.js'));
  expect(await read('b.js')).toBe('current/b.js');
  expect(await read('unknown.js')).toBe('404');
});

test('a folder may be missing', async () => {
  await writeFile(join(folder, 'current/a.js'), 'a');
  const read = serve();
  expect(await read('a.js')).toBe('a');
});
