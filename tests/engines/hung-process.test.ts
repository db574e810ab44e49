import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSharedSocket, type SharedSocket } from '../support/shared-socket.ts';
import { type Site, startSite } from '../support/site.ts';

// systemd runs deploy/end-hung-processes.sh. A stand-in for systemctl lists the units, and the process of each.

const run = promisify(execFile);

let folder: string;
let socket: SharedSocket;
let sites: Site[];

const socketOf = (unit: string) => join(folder, unit, 'health');

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hung-'));
  mkdirSync(join(folder, 'commands'));
  const systemctl = `#!/bin/sh
for unit; do :; done
case "$1" in
  list-units) cd '${folder}' && ls -d site* | sed 's/$/.service loaded active running/' ;;
  show) cd "${folder}/\${unit%.service}" && cat process && if [ -e next-process ]; then mv next-process process; fi ;;
esac
`;
  writeFileSync(join(folder, 'commands', 'systemctl'), systemctl, { mode: 0o755 });
  socket = await openSharedSocket();
  sites = [];
});
afterEach(async () => {
  for (const site of sites) site.process.kill('SIGCONT');
  await Promise.all(sites.map((site) => site.close()));
  await socket.close();
  rmSync(folder, { recursive: true });
});

/** Describes the process of a unit as `systemctl show` does. */
const processLines = (pid: number, startedAt = 1) => `MainPID=${pid}\nExecMainStartTimestampMonotonic=${startedAt}\n`;

function writeUnit(unit: string, pid: number): void {
  mkdirSync(join(folder, unit), { recursive: true });
  writeFileSync(join(folder, unit, 'process'), processLines(pid));
}

/** Starts a process with the shared socket, as the unit of this name. */
async function startUnit(unit: string): Promise<Site> {
  mkdirSync(join(folder, unit), { recursive: true });
  const site = await startSite({ socket, env: { HEALTH_SOCKET: socketOf(unit) } });
  writeUnit(unit, site.process.pid ?? 0);
  sites.push(site);
  return site;
}

/**
 * Runs the script, and returns what it printed.
 * @param patience how long it waits twice for each process (s)
 */
async function endHungProcesses(patience = 3): Promise<string> {
  const env = { ...process.env, PATH: `${join(folder, 'commands')}:/usr/bin:/bin` };
  return (await run('deploy/end-hung-processes.sh', [folder, String(patience)], { env })).stdout;
}

/** So long that no process that runs is late, however slow the machine is (s). */
const longPatience = 60;

const isRunning = (site: Site) => site.process.exitCode === null && site.process.signalCode === null;

test('of two processes that share a socket, the one that hangs is ended and can be replaced', async () => {
  const [hung, other] = [await startUnit('site@1'), await startUnit('site@2')];
  expect(await endHungProcesses(longPatience)).toBe('');
  hung.process.kill('SIGSTOP');
  const ended = once(hung.process, 'exit');
  // The other one has to respond in this time.
  expect(await endHungProcesses(10)).toBe(
    `<2>site@1.service: process ${hung.process.pid} has not responded for two times 10 seconds, and was ended.\n`,
  );
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(isRunning(other)).toBe(true);
  // The new process replaces the socket that the killed one has left.
  expect(existsSync(socketOf('site@1'))).toBe(true);
  const replacement = await startUnit('site@1');
  expect(await endHungProcesses(longPatience)).toBe('');
  expect([isRunning(replacement), isRunning(other)]).toEqual([true, true]);
});

test('the only process of a machine is ended, too, if it hangs', async () => {
  const site = await startUnit('site');
  site.process.kill('SIGSTOP');
  const ended = once(site.process, 'exit');
  expect(await endHungProcesses()).toContain('site.service: process');
  expect(await ended).toEqual([null, 'SIGKILL']);
});

test('a process that has been replaced while it was asked is left alone', async () => {
  const site = await startUnit('site@1');
  site.process.kill('SIGSTOP');
  // The same id, started later.
  writeFileSync(join(folder, 'site@1', 'next-process'), processLines(site.process.pid ?? 0, 2));
  expect(await endHungProcesses()).toBe('');
  expect(isRunning(site)).toBe(true);
  expect(readFileSync(join(folder, 'site@1', 'process'), 'utf8')).toContain('=2\n');
});

test('an error is an answer, and a process that has no socket yet is left alone', async () => {
  const failing = createServer((_request, response) => response.writeHead(500).end());
  mkdirSync(join(folder, 'site@1'));
  await new Promise<void>((resolve) => failing.listen(socketOf('site@1'), resolve));
  const starting = await startSite();
  sites.push(starting);
  writeUnit('site@1', starting.process.pid ?? 0);
  writeUnit('site@2', starting.process.pid ?? 0);
  expect(await endHungProcesses(longPatience)).toBe('');
  expect(isRunning(starting)).toBe(true);
  failing.close();
});

test('the units of deploy replace a process within two minutes', () => {
  const valueOf = (name: string, pattern: RegExp) => Number(pattern.exec(readFileSync(`deploy/${name}`, 'utf8'))?.[1]);
  const interval = valueOf('site-hang-check.timer', /^OnUnitInactiveSec=(\d+)$/m);
  const patience = valueOf('site-hang-check.service', /^ExecStart=.*\.sh %t (\d+)$/m);
  const restart = valueOf('site.service', /^RestartSec=(\d+)$/m);
  // At worst, it begins to hang just after a check has asked it that then waits for another process.
  expect(2 * patience + interval + 2 * patience + restart).toBeLessThan(120);
});
