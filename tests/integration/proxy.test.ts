import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formData, validRequest } from '../support/evacuation-request.ts';
import { freePort } from '../support/free-port.ts';
import { pdf } from '../support/medical-files.ts';
import { type Nginx, publicHost, startNginx } from '../support/nginx.ts';
import { type Site, startSite } from '../support/site.ts';

const phone = '+49 30 5550199';

describe('nginx, as configured in deploy/nginx.conf,', () => {
  let site: Site;
  let nginx: Nginx;
  beforeAll(async () => {
    site = await startSite({ env: { SITE_URL: `https://${publicHost}`, TRUST_PROXY: '1' } });
    nginx = await startNginx(Number(new URL(site.url).port), phone);
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

describe('systemd', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'units-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('accepts the units in deploy, and rates their protection as good', async () => {
    const unit = (await readFile('deploy/site.service', 'utf8')).replace(/\/srv\/site/g, process.cwd());
    await writeFile(join(folder, 'site.service'), unit);
    await copyFile('deploy/site.socket', join(folder, 'site.socket'));
    const analyze = (...args: string[]) => execFileSync('systemd-analyze', args, { encoding: 'utf8', stdio: 'pipe' });
    expect(analyze('verify', '--man=no', join(folder, 'site.service'), join(folder, 'site.socket'))).toBe('');
    // In tenths: 2.0 of 10, where 10 is unprotected. A higher exposure fails.
    expect(analyze('security', '--offline=true', '--threshold=20', join(folder, 'site.service'))).toContain('exposure');
  });

  test('starts what npm start starts', async () => {
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: { start: string } };
    expect(await readFile('deploy/site.service', 'utf8')).toContain(`/node_modules/.bin/${scripts.start}\n`);
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
