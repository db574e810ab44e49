import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readEnvironment } from '../../app/env/env.server.ts';
import { contextFiles, readDockerfile, runStage, type Stage } from '../support/dockerfile.ts';
import { freePort } from '../support/free-port.ts';
import { scaleForSoak } from '../support/scale-for-soak.ts';

// No container engine is needed: the steps of the Dockerfile run in a folder, and the result is started.

const stages = readDockerfile('deploy/Dockerfile');
const [lastStage] = stages.slice(-1) as [Stage];
const valueOf = (keyword: string) => lastStage.instructions.find((each) => each.keyword === keyword)?.text ?? '';
const command = JSON.parse(valueOf('CMD')) as string[];
const healthCheck = JSON.parse(/CMD (\[.*\])$/.exec(valueOf('HEALTHCHECK'))?.[1] ?? '[]') as string[];
const { scripts, optionalDependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<'start', string>;
  optionalDependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};

describe('deploy/Dockerfile', () => {
  test('has no errors, and runs the site as npm start does, with the same Node version and without privileges', () => {
    expect(validate(readFileSync('deploy/Dockerfile', 'utf8'))).toEqual([]);
    expect(command.join(' ')).toBe(scripts.start);
    expect(valueOf('USER')).toBe('node');
    const images = stages.map(({ image }) => image).filter((image) => !image.startsWith('$'));
    expect(images.length).toBeGreaterThan(2);
    const nodeVersions = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'));
    expect(nodeVersions.length).toBeGreaterThan(0);
    for (const [, version] of nodeVersions) expect(new Set(images)).toEqual(new Set([`node:${version}-bookworm-slim`]));
  });

  test('sets the allocator as server.ts, the systemd unit and the sites of the tests do', () => {
    const settings = (path: string) =>
      Array.from(readFileSync(path, 'utf8').matchAll(/(MALLOC_\w+)(?:=|: ')(\d+)/g), ([, name, value]) => [
        name,
        value,
      ]);
    const expected = settings('server.ts');
    expect(expected.length).toBeGreaterThan(0);
    for (const path of ['deploy/Dockerfile', 'deploy/site.service', 'tests/support/site.ts'])
      expect(settings(path), path).toEqual(expected);
  });

  test('has neither data nor settings in its build context', () => {
    const context = contextFiles('deploy/Dockerfile.dockerignore');
    expect(context).toContain('app');
    const secrets = ['.env', '.git', 'data', 'deploy', 'node_modules', 'tests'];
    expect(context.filter((name) => secrets.includes(name))).toEqual([]);
  });
});

describe('the image that the Dockerfile builds', () => {
  const root = '/srv/site';
  /** A soak installs all packages twice and builds the site, which takes eight minutes beside the other tests (ms). */
  const assemblyTimeout = scaleForSoak(2, 30) * 60_000;
  /** A user other than root, who owns the files. */
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  let folder: string;
  let image: string;
  let environment: NodeJS.ProcessEnv;
  let site: ChildProcess | undefined;
  let log = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'image-'));
    chmodSync(folder, 0o755);
    image = join(folder, 'image');
    const context = contextFiles('deploy/Dockerfile.dockerignore');
    const folders: Record<string, string> = {};
    for (const stage of stages) {
      folders[stage.name] = join(folder, stage.name);
      // A soak builds the site again from the context alone.
      if (stage.name === 'build' && !scaleForSoak(false, true)) folders.build = process.cwd();
      else if (stage.name.endsWith('previous-version')) {
        const assets = join(folders[stage.name] ?? '', 'build/client/assets');
        mkdirSync(assets, { recursive: true });
        writeFileSync(join(assets, 'previous-Ab12.js'), '');
      }
      // Leaves out the only RUN of this stage, which creates the data folder.
      else if (stage === lastStage)
        runStage({ ...stage, instructions: stage.instructions.filter(({ keyword }) => keyword === 'COPY') }, image, {
          root,
          context,
          folders,
        });
      else runStage(stage, folders[stage.name] ?? '', { root, context, folders });
    }
    const data = join(folder, 'data');
    mkdirSync(data, { mode: 0o700 });
    if (user.uid !== undefined) chownSync(data, user.uid, user.gid);
    else execFileSync('chmod', ['--recursive', 'a-w', image]);
    const variables = Object.fromEntries(
      valueOf('ENV')
        .split(' ')
        .map((each) => each.split('=')) as [string, string][],
    );
    environment = {
      NODE_ENV: 'test',
      ...variables,
      DATA_DIR: data,
      PATH: `${process.execPath.replace(/\/node$/, '')}:/usr/bin:/bin`,
    };
  }, assemblyTimeout);
  afterAll(async () => {
    if (site?.exitCode === null) {
      const exited = new Promise((resolve) => site?.once('exit', resolve));
      site.kill('SIGKILL');
      await exited;
    }
    execFileSync('chmod', ['--recursive', 'u+w', folder]);
    rmSync(folder, { recursive: true });
  });

  const run = ([program = '', ...args]: string[]) =>
    execFileSync(program, args, { cwd: image, env: environment, encoding: 'utf8', stdio: 'pipe', ...user });

  test('serves pages as a user who may not write to it, is healthy, and stops on SIGTERM', async () => {
    environment.PORT = String(await freePort('127.0.0.1'));
    const url = `http://127.0.0.1:${environment.PORT}`;
    const filesBefore = readdirSync(image, { recursive: true }).length;
    expect(() => run(healthCheck)).toThrow();
    const [program = '', ...args] = command;
    const started = spawn(program, args, { cwd: image, env: environment, stdio: 'pipe', ...user });
    site = started;
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (chunk: Buffer) => (log += chunk.toString()));
    await expect.poll(() => log).toContain('"msg":"Listening');
    const page = await fetch(`${url}/en/about`);
    expect(page.status).toBe(200);
    const [asset = ''] = /\/assets\/[\w.-]+/.exec(await page.text()) ?? [];
    for (const path of [asset, '/assets/previous-Ab12.js']) expect((await fetch(url + path)).status, path).toBe(200);
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
    expect(run(healthCheck)).toBe('');
    expect(JSON.parse(run(['node', 'app/cli/desk-tool.server.ts', 'list', '--json']))).toEqual([]);
    expect(log).not.toMatch(/EACCES|EROFS|"level":[56]0/);
    const exited = new Promise((resolve) => started.once('exit', resolve));
    started.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(readdirSync(image, { recursive: true }).length).toBe(filesBefore);
  });

  test('contains no package that only tests and the build need', () => {
    const packages = readdirSync(join(image, 'node_modules'));
    expect(packages).toContain('express');
    const others = [...Object.keys(optionalDependencies), ...Object.keys(devDependencies)];
    expect(others.filter((name) => existsSync(join(image, 'node_modules', name)))).toEqual([]);
    for (const name of ['rollup', 'lucide-static', 'simple-icons']) expect(packages).not.toContain(name);
  });
});

describe('deploy/compose.yml', () => {
  interface Service {
    image?: string;
    environment?: Record<string, string>;
    [key: string]: unknown;
  }
  const { services } = parse(readFileSync('deploy/compose.yml', 'utf8')) as { services: Record<string, Service> };
  const { site = {} } = services;

  test('matches the Compose schema, and follows its best practices', () => {
    // `image` stands beside `build` on purpose: it names the built image, so that the next version can refer to it.
    const check = (file: string) =>
      spawnSync('dclint', [file, '--disable-rule', 'no-build-and-image', '--max-warnings', '0'], { encoding: 'utf8' });
    expect(check('deploy/compose.yml')).toMatchObject({
      status: 0,
      stdout: expect.not.stringMatching(/error|warning/) as string,
    });
    const wrong = join(mkdtempSync(join(tmpdir(), 'compose-')), 'compose.yml');
    writeFileSync(wrong, readFileSync('deploy/compose.yml', 'utf8').replace('read_only: true', 'readonly: true'));
    const { status, stdout } = check(wrong);
    expect([status, stdout]).toEqual([1, expect.stringContaining('invalid-schema')]);
  });

  test('pins the version of each program, and runs the site without privileges', () => {
    expect(Object.keys(services).sort()).toEqual(['clamd', 'database', 'nginx', 'site', 'store', 'store-bucket']);
    const others = Object.entries(services).filter(([name]) => name !== 'site');
    for (const [name, { image = '' }] of others) expect(image, name).toMatch(/:\d+\.\d+/);
    expect(site).toMatchObject({
      deploy: { replicas: 3 },
      ...{ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
    });
  });

  test('gives the site an environment that it accepts', () => {
    const given = Object.fromEntries(
      Object.entries(site.environment ?? {}).map(([name, value]) => [name, value.replace(/\$\{[^}]+\}/g, 'a1b2')]),
    );
    const read = readEnvironment({ ...given, SITE_URL: 'https://www.example.com' });
    const replaced = ['DATABASE_URL', 'FILES_URL', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
    expect(Object.keys(read)).toEqual(
      expect.arrayContaining(Object.keys(given).filter((name) => !replaced.includes(name))),
    );
    expect(read.POSTGRES).toMatchObject({ host: 'database', user: 'site', password: 'a1b2', tls: undefined });
    expect(read.BUCKET).toMatchObject({ bucket: 'site', endpoint: 'http://store:8333', accessKeyId: 'site' });
  });
});
