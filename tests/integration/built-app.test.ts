import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { send } from '../support/evacuation-request.ts';
import { readPage } from '../support/page.ts';
import { startSite } from '../support/site.ts';

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
])('the browser’s scripts contain no code from %s', async (_name, marker, source) => {
  expect(await source(), 'the source contains the marker').toContain(marker);
  const leaks = (await readScripts()).filter(([, text]) => text.includes(marker)).map(([name]) => name);
  expect(leaks).toEqual([]);
});

/** Returns the names of the scripts that a page with React needs at its start: all except those that are imported on demand. */
async function readStartScripts(): Promise<string[]> {
  const [, manifest = ''] = (await readScripts()).find(([name]) => name.startsWith('manifest-')) ?? [];
  const { entry, routes } = JSON.parse(/^window\.__remixManifest=(.*?);?$/s.exec(manifest)?.[1] ?? '') as Manifest;
  const modules = [entry, ...Object.values(routes)].flatMap(({ module, imports }) => [module, ...imports]);
  return [...new Set(modules)].map((path) => basename(path));
}

/** What this test needs of Remix's manifest. */
interface Manifest {
  entry: { module: string; imports: string[] };
  routes: Record<string, { module: string; imports: string[] }>;
}

test('no page loads the date formats of date-fns at its start, and no script contains its other languages', async () => {
  const locale = (name: string) => readFile(`node_modules/date-fns/locale/${name}/_lib/formatDistance.js`, 'utf8');
  const [format, german] = ['lessThanXSeconds', 'weniger als 1 Sekunde'];
  expect(await locale('en-US')).toContain(format);
  expect(await locale('de')).toContain(german);
  const namesWith = async (marker: string) =>
    (await readScripts()).filter(([, text]) => text.includes(marker)).map(([name]) => name);
  const start = await readStartScripts();
  expect(start.length).toBeGreaterThan(5);
  expect((await namesWith(format)).filter((name) => start.includes(name))).toEqual([]);
  expect(await namesWith(german)).toEqual([]);
});

/** Messages that exist only in development builds, and the files they come from. */
const developmentMessages = [
  ['React', 'Each child in a list should have', 'react/cjs/react.development.js'],
  ['React DOM', 'already been passed to createRoot() before', 'react-dom/cjs/react-dom.development.js'],
  [
    'React DOM’s server',
    'Functions are not valid as a React child',
    'react-dom/cjs/react-dom-server.node.development.js',
  ],
  ['React Router', 'No routes matched location', 'react-router/dist/react-router.development.js'],
] as const;

test.each(developmentMessages)('neither build contains the development build of %s', async (_name, message, source) => {
  const contents = await readFile(join('node_modules', source), 'utf8');
  expect(contents.includes(message), 'the source contains the message').toBe(true);
  const leaks = (await readScripts()).filter(([, text]) => text.includes(message)).map(([name]) => name);
  expect(leaks).toEqual([]);
  expect((await readServerCode()).includes(message), 'the server’s build').toBe(false);
});

test('the server executes no development build of a package, and no code for PostgreSQL, S3 or Prometheus', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'modules-'));
  const file = join(folder, 'executed');
  const probe = fileURLToPath(new URL('../support/executed-modules-probe.ts', import.meta.url));
  const site = await startSite({ env: { NODE_OPTIONS: `--import ${probe}`, EXECUTED_MODULES: file } });
  for (const path of ['/ar', '/en/about', '/en/nothing', '/en/services/booking']) await fetch(site.url + path);
  await site.close();
  const modules = (await readFile(file, 'utf8')).split('\n');
  await rm(folder, { recursive: true });
  expect(modules).toContainEqual(expect.stringContaining('/node_modules/@remix-run/router/'));
  expect(modules).toContainEqual(expect.stringContaining('/build/server/'));
  expect(modules.filter((path) => path.replace(/^.*node_modules/, '').includes('development'))).toEqual([]);
  const optional =
    /\/node_modules\/(?:pg|pg-[a-z]+|pgpass|postgres-[a-z]+|@aws-sdk|@smithy|prom-client|tdigest|@opentelemetry)\//;
  expect(modules.filter((path) => optional.test(path))).toEqual([]);
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

test('the site has one stylesheet: the browser’s build and the server’s compile the same', async () => {
  const [stylesheet, ...others] = (await readdir(assets)).filter((name) => name.endsWith('.css'));
  expect(others).toEqual([]);
  for (const code of [await readServerCode(), (await readScripts()).join('\n')]) expect(code).toContain(stylesheet);
});

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
