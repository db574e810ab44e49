import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { send } from '../support/evacuation-request.ts';
import { readPage } from '../support/page.ts';

const assets = 'build/client/assets';

async function readScripts(): Promise<[name: string, text: string][]> {
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  return Promise.all(names.map(async (name) => [name, await readFile(join(assets, name), 'utf8')]));
}

/** Returns the whole code of the server's build. */
async function readServerCode(): Promise<string> {
  const names = (await readdir('build/server', { recursive: true })).filter((name) => name.endsWith('.js'));
  return (await Promise.all(names.map((name) => readFile(join('build/server', name), 'utf8')))).join('\n');
}

test.each([
  ['zod', 'ZodError', () => readFile('node_modules/zod/v4/core/errors.js', 'utf8')],
  ['the database', 'synchronous', readServerCode],
  ['the environment', 'COMPANY_PHONE', readServerCode],
  ['the file types', 'image/heic', readServerCode],
])('the browser’s scripts contain no code of %s', async (_name, marker, source) => {
  expect(await source(), 'the source contains the marker').toContain(marker);
  const leaks = (await readScripts()).filter(([, text]) => text.includes(marker)).map(([name]) => name);
  expect(leaks).toEqual([]);
});

test.each(['enhancement', 'consent'])(
  'the %s script, loaded by every page, stays under 5 kB compressed',
  async (name) => {
    const [script] = (await readScripts()).filter(([file]) => file.startsWith(`${name}-`));
    const compressed = brotliCompressSync(script?.[1] ?? '');
    expect(compressed.length).toBeGreaterThan(100);
    expect(compressed.length).toBeLessThan(5000);
  },
);

test('no script contains the texts of two languages', async () => {
  for (const [name, text] of await readScripts()) {
    const hasBoth =
      text.includes('Your request has been submitted successfully!') && text.includes('تم إرسال طلبك بنجاح!');
    expect(hasBoth, name).toBe(false);
  }
});

test('the built app runs under plain remix-serve', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'preview-'));
  const port = await findFreePort();
  const child = spawn(process.execPath, ['node_modules/@remix-run/serve/dist/cli.js', 'build/server/index.js'], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => chunk.includes('[remix-serve] http') && resolve());
      child.once('exit', () => reject(new Error('remix-serve exited before it was ready')));
    });
    const response = await send({ url: `http://127.0.0.1:${port}` });
    expect(response.status).toBe(303);
    const receipt = await readPage(await fetch(response.headers.get('Location') ?? ''));
    expect(receipt.status).toBe(200);
  } finally {
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill();
    await exited;
    await rm(dataDir, { recursive: true });
  }
});

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
