import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compressAssets } from './compress-assets.server.ts';
import { compressedAssets } from './compressed-assets.server.ts';

let folder: string;
let server: Server | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assets-'));
  await mkdir(join(folder, 'current'));
});
afterEach(async () => {
  server?.close();
  await rm(folder, { recursive: true });
});

/**
 * Serves the folders `current` and `previous`.
 * @returns a function that fetches a file; its text is decompressed by `fetch`
 */
function serve(): (name: string, encoding?: string) => Promise<{ text: string; encoding: string | null }> {
  const folders = ['current', 'previous'].map((name) => join(folder, name));
  server = express().use(compressedAssets(folders)).listen();
  const { port } = server.address() as AddressInfo;
  return async (name, encoding = 'br') => {
    const response = await fetch(`http://localhost:${port}/${name}`, { headers: { 'Accept-Encoding': encoding } });
    const text = response.ok ? await response.text() : String(response.status);
    return { text, encoding: response.headers.get('Content-Encoding') };
  };
}

const text = 'A family waits for an aircraft. '.repeat(50);

/** Writes text files and compresses them as the build does. */
async function build(part: string, ...names: string[]): Promise<void> {
  await mkdir(join(folder, part), { recursive: true });
  for (const name of names) await writeFile(join(folder, part, name), `${name}: ${text}`);
  await compressAssets(join(folder, part));
}

test('the build compresses each text file twice, once, and nothing else', async () => {
  const current = join(folder, 'current');
  await build('current', 'a.js', 'b.css', 'c.json', 'd.svg', 'e.woff2');
  const names = ['a.js', 'b.css', 'c.json', 'd.svg'].flatMap((name) => [name, `${name}.br`, `${name}.gz`]);
  expect((await readdir(current)).sort()).toEqual([...names, 'e.woff2']);
  await writeFile(join(current, 'a.js.br'), 'made before');
  await compressAssets(current);
  expect(await readFile(join(current, 'a.js.br'), 'utf8')).toBe('made before');
  expect(brotliDecompressSync(await readFile(join(current, 'b.css.br'))).toString()).toBe(`b.css: ${text}`);
  expect(gunzipSync(await readFile(join(current, 'b.css.gz'))).toString()).toBe(`b.css: ${text}`);
  expect((await readdir(current)).sort()).toEqual([...names, 'e.woff2']);
});

test('serves files of both folders in the encoding that the client accepts, even one that has moved since', async () => {
  await build('current', 'a.js', 'b.js');
  await build('previous', 'c.js');
  const read = serve();
  expect(await read('a.js')).toEqual({ text: `a.js: ${text}`, encoding: 'br' });
  expect(await read('a.js', 'gzip')).toEqual({ text: `a.js: ${text}`, encoding: 'gzip' });
  expect(await read('a.js', 'identity')).toEqual({ text: `a.js: ${text}`, encoding: null });
  expect(await read('c.js')).toEqual({ text: `c.js: ${text}`, encoding: 'br' });
  await rename(join(folder, 'current/b.js.br'), join(folder, 'previous/b.js.br'));
  expect(await read('b.js')).toEqual({ text: `b.js: ${text}`, encoding: 'br' });
});

test('leaves the rest to the next handler: files that are not compressed, and unknown ones', async () => {
  await build('current', 'a.js');
  // Of a build before builds were compressed.
  await writeFile(join(folder, 'current/old.js'), text);
  const read = serve();
  for (const name of ['old.js', 'unknown.js', 'a.js.br']) expect((await read(name)).text, name).toBe('404');
});

test('a folder may be missing', async () => {
  await build('current', 'a.js');
  expect((await serve()('a.js')).text).toBe(`a.js: ${text}`);
});
