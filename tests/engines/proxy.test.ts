import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formData, validRequest } from '../support/evacuation-request.ts';
import { freePort } from '../support/free-port.ts';
import { pdf } from '../support/medical-files.ts';
import { type Nginx, publicHost, startNginx } from '../support/nginx.ts';
import { type Site, startSite } from '../support/site.ts';

const phone = '+49 30 5550199';
const portOf = ({ url }: Site) => Number(new URL(url).port);

describe('nginx, as configured in deploy/nginx.conf,', () => {
  let site: Site;
  let nginx: Nginx;
  beforeAll(async () => {
    site = await startSite({ env: { SITE_URL: `https://${publicHost}`, TRUST_PROXY: '1' } });
    nginx = await startNginx([portOf(site)], phone);
  });
  afterAll(async () => {
    await nginx.close();
    await site.close();
  });

  test('serves pages over HTTPS, and redirects to it from HTTP', async () => {
    const page = await nginx.fetch('/ar');
    expect(page.status).toBe(200);
    expect(page.headers.get('Strict-Transport-Security')).toContain('max-age');
    expect(await page.text()).toContain('dir="rtl"');
    const plain = await fetch(`http://127.0.0.1:${nginx.httpPort}/en/about?a=b`, {
      headers: { Host: publicHost },
      redirect: 'manual',
    });
    expect([plain.status, plain.headers.get('Location')]).toEqual([301, `https://${publicHost}/en/about?a=b`]);
  });

  test('ignores a host and an address that a visitor forges', async () => {
    const forged = {
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-For': '203.0.113.9',
      Forwarded: 'for=203.0.113.9',
    };
    const page = await nginx.fetch('/en/about', { headers: forged });
    expect(page.status).toBe(200);
    expect(await page.text()).not.toContain('evil.example');
    // The detailed response is only for clients on this machine without a proxy.
    expect(await (await nginx.fetch('/readyz')).text()).toBe('ready');
  });

  test('gives each request a trace id of its own, whatever a visitor sends', async () => {
    const forged = '0af7651916cd43dd8448eb211c80319c';
    const headers = { traceparent: `00-${forged}-b7ad6b7169203331-01` };
    const ids = await Promise.all(
      [1, 2].map(async () => (await nginx.fetch('/en/about', { headers })).headers.get('Request-Id')),
    );
    const lineOf = (id: string | null) => site.log.find((line) => id !== null && line.includes(`"id":"${id}"`));
    await expect.poll(() => ids.map((id) => /"trace":"[0-9a-f]{32}"/.test(lineOf(id) ?? ''))).toEqual([true, true]);
    expect(ids[0]).not.toBe(ids[1]);
    expect(site.log.join()).not.toContain(forged);
  });

  test('passes on a request with large files to the site', async () => {
    const receipt = await (await nginx.fetch(await sendRequest())).text();
    expect(receipt).toContain('report-1.pdf');
    expect(receipt).toContain('report-2.pdf');
  });

  test('leaves it to the site to reject a body that is too large', async () => {
    const response = await nginx.fetch('/en/cookie-preferences', { body: formData({ text: 'x'.repeat(100_000) }) });
    expect(response.status).toBe(413);
    expect(await response.text()).toContain('<html lang="en"');
  });

  test('says in three languages whom to call while the site is down, and logs no secret address', async () => {
    const receipt = await sendRequest();
    await site.close();
    for (const body of [undefined, formData(validRequest())]) {
      const response = await nginx.fetch(receipt, { body });
      expect([response.status, response.headers.get('Cache-Control')]).toEqual([503, 'no-store']);
      expect((await response.text()).split(`tel:${phone}`)).toHaveLength(4);
    }
    const token = receipt.split('/').at(-1) ?? '';
    expect(token.length).toBeGreaterThan(15);
    expect(nginx.readLogs()).not.toContain(token);
  });

  /** Sends a request with 16 MB of files. @returns the path of its receipt */
  async function sendRequest(): Promise<string> {
    const files = [1, 2].map((number) => ({ name: `report-${number}.pdf`, bytes: pdf(8_000_000) }));
    const response = await nginx.fetch('/en/services/evacuation', { body: formData(validRequest(), files) });
    expect(response.status).toBe(303);
    return new URL(response.headers.get('Location') ?? '', `https://${publicHost}`).pathname;
  }
});

describe('nginx in front of two machines', () => {
  /** A process that records the requests it receives, and responds as a test specifies. */
  class StandIn {
    readonly received: string[] = [];
    respond: (response: ServerResponse) => void = (response) => response.end('ok');
    private readonly server = createServer((request, response) => {
      this.received.push(`${request.method} ${request.url}`);
      request.resume().once('end', () => this.respond(response));
    });
    async listen(): Promise<number> {
      await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
      return (this.server.address() as AddressInfo).port;
    }
    close(): void {
      this.server.close();
      this.server.closeAllConnections();
    }
  }

  /** The process that gets this visitor's requests, and the other one. */
  let [own, other]: [StandIn, StandIn] = [new StandIn(), new StandIn()];
  let nginx: Nginx;
  beforeEach(async () => {
    const processes: [StandIn, StandIn] = [new StandIn(), new StandIn()];
    nginx = await startNginx(await Promise.all(processes.map((each) => each.listen())), phone);
    [own, other] = processes[0].received.length > 0 ? processes : [processes[1], processes[0]];
    own.received.length = 0;
  });
  afterEach(async () => {
    await nginx.close();
    own.close();
    other.close();
  });

  const post = () => nginx.fetch('/en/contact', { body: formData({ name: 'A' }) });

  test('a visitor always reaches the same machine, and the other one while it is down', async () => {
    for (let number = 0; number < 5; number += 1) expect((await nginx.fetch(`/en?${number}`)).status).toBe(200);
    expect([own.received.length, other.received.length]).toEqual([5, 0]);
    own.close();
    expect([(await post()).status, (await nginx.fetch('/en')).status]).toEqual([200, 200]);
    expect(other.received).toEqual(['POST /en/contact', 'GET /en']);
  });

  test('a request that a process received before it died is repeated only if it changes nothing', async () => {
    own.respond = (response) => response.destroy();
    expect((await post()).status).toBe(503);
    expect([own.received, other.received]).toEqual([['POST /en/contact'], []]);
    expect((await nginx.fetch('/en')).status).toBe(200);
    expect(other.received).toEqual(['GET /en']);
  });

  test('a file that only one of two versions has is found, and then cached', async () => {
    own.respond = (response) => response.writeHead(404).end();
    other.respond = (response) => response.end('script');
    const responses = [await nginx.fetch('/assets/old-Ab12.js'), await nginx.fetch('/assets/old-Ab12.js')];
    expect(await Promise.all(responses.map((response) => response.text()))).toEqual(['script', 'script']);
    expect([own.received.length, other.received.length]).toEqual([1, 1]);
    expect((await nginx.fetch('/en/no-such-page')).status).toBe(404);
  });
});

describe('systemd', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'units-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('accepts the units in deploy, and rates their protection as good', async () => {
    const names = (await readdir('deploy')).filter((name) => /\.(?:service|socket|target|timer)$/.test(name));
    for (const name of names) {
      const unit = (await readFile(`deploy/${name}`, 'utf8')).replace(/\/srv\/site/g, process.cwd());
      await writeFile(join(folder, name), unit);
    }
    const analyze = (...args: string[]) => execFileSync('systemd-analyze', args, { encoding: 'utf8', stdio: 'pipe' });
    for (const [socket, service] of [
      ['site.socket', 'site.service'],
      ['site-processes.socket', 'site@1.service'],
    ] as const) {
      const units = [socket, service, 'site.target', 'site-hang-check.timer'].map((name) => join(folder, name));
      expect(analyze('verify', '--man=no', ...units)).toBe('');
    }
    // In tenths: 2.0 of 10, where 10 is unprotected. A higher exposure fails.
    for (const name of ['site.service', 'site-hang-check.service']) {
      expect(analyze('security', '--offline=true', '--threshold=20', join(folder, name))).toContain('exposure');
    }
  });

  test('runs the same command as npm start', async () => {
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: { start: string } };
    expect(await readFile('deploy/site.service', 'utf8')).toContain(`/node_modules/.bin/${scripts.start}\n`);
    // The unit for one of several processes has the same permissions and start command.
    const settings = async (name: string) =>
      (await readFile(`deploy/${name}`, 'utf8'))
        .split('\n')
        .filter((line) => /^\w+=/.test(line) && !/^(?:Description|PartOf|Requires|After|Sockets|WantedBy)=/.test(line));
    expect((await settings('site@.service')).filter((line) => !line.includes('%i'))).toEqual(
      await settings('site.service'),
    );
  });

  test('restarts one process after another, each once the previous one is ready', async () => {
    const commands = join(folder, 'commands');
    const log = join(folder, 'restarts');
    await mkdir(commands);
    const command = (name: string, script: string) =>
      writeFile(join(commands, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const list = `echo 'site@1.service loaded active running Site'; echo 'site@2.service loaded active running Site'`;
    await command('systemctl', `if [ "$1" = list-units ]; then ${list}; else echo "$@" >> ${log}; fi`);
    // A process is not ready when it is first asked.
    await command(
      'curl',
      `for url; do :; done; echo "$url" >> ${log}; [ "$(grep -c "$url" ${log})" -eq 1 ] || echo site_ready 1`,
    );
    await command('sleep', ':');
    const env = { ...process.env, PATH: `${commands}:/usr/bin:/bin` };
    execFileSync('sh', ['deploy/restart-one-by-one.sh'], { env });
    const metricsUrl = (port: number) => `http://127.0.0.1:${port}/metrics`;
    expect((await readFile(log, 'utf8')).trim().split('\n')).toEqual([
      ...['restart site@1.service', metricsUrl(13001), metricsUrl(13001)],
      ...['restart site@2.service', metricsUrl(13002), metricsUrl(13002)],
    ]);
    await rm(log);
    await command('curl', 'echo site_ready 0');
    expect(() => execFileSync('sh', ['deploy/restart-one-by-one.sh'], { env, stdio: 'pipe' })).toThrow(
      'site@1.service is not ready',
    );
    expect(await readFile(log, 'utf8')).toBe('restart site@1.service\n');
  });

  test('passes the site its socket, on which a connection is already waiting', async () => {
    const port = await freePort('127.0.0.1');
    const command = ['-l', `127.0.0.1:${port}`, ...environmentOptions(folder), process.execPath, 'server.ts'];
    const child: ChildProcess = spawn('systemd-socket-activate', command, { stdio: 'ignore' });
    const exited = new Promise((resolve) => child.once('exit', resolve));
    let response: Response | undefined;
    while (!response && child.exitCode === null) {
      response = await fetch(`http://127.0.0.1:${port}/en/about`).catch(() => undefined);
      if (!response) await pause(20);
    }
    expect(response?.status).toBe(200);
    child.kill('SIGTERM');
    await exited;
  });
});

/** Arguments that let the site store its data in a folder and ignore its default port. */
function environmentOptions(folder: string): string[] {
  const variables = { DATA_DIR: join(folder, 'data'), PORT: '1', PATH: process.env.PATH ?? '' };
  return Object.entries(variables).map(([name, value]) => `--setenv=${name}=${value}`);
}
