import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { type Site, startSite } from '../support/site.ts';
import { median, perSecond, pin, spread } from './figures.ts';

const rounds = 5;
const roundTime = 4_000;
const warmUp = 5_000;
const serverCore = '0';
const loadCore = '1';

/**
 * Measures how many contact form submissions per second the whole site stores durably (parsed, validated, stored,
 * synced, delivered to the inbox, responded to with 303), alternating with equally durable inserts of one row on the
 * same core.
 */
export async function benchEnquiries(): Promise<boolean> {
  console.log(
    `Posts of the contact form without files over keep-alive connections, each with different content, desk = inbox, the
server on core ${serverCore} and the load on core ${loadCore}; against single-row inserts through node:sqlite on core ${serverCore}
(WAL, synchronous=FULL). Medians of ${rounds} alternating rounds of ${roundTime / 1000} s.`,
  );
  const folder = await mkdtemp(join(tmpdir(), 'inserts-'));
  const site = await startSite();
  pin(site.process.pid, serverCore);
  pin(process.pid, loadCore);
  try {
    await postsPerSecond(site, 32, warmUp);
    for (const connections of [32, 1]) {
      const posts: number[] = [];
      const inserts: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        posts.push(await postsPerSecond(site, connections, roundTime));
        inserts.push(await insertsPerSecond(join(folder, 'bare.db')));
      }
      const ratio = median(posts) / median(inserts);
      console.log(
        `${connections} concurrent: ${median(posts).toFixed(0)} submissions/s (${spread(posts)}), ` +
          `${median(inserts).toFixed(0)} inserts/s (${spread(inserts)}), ratio ${ratio.toFixed(3)}`,
      );
    }
    const syncs = await syncsPerPost(site);
    if (syncs !== undefined) console.log(`${syncs.toFixed(2)} disk syncs per submission without concurrency`);
  } finally {
    await site.close();
    await rm(folder, { recursive: true });
  }
  return true;
}

async function postsPerSecond(site: Site, connections: number, duration: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  try {
    return await perSecond(connections, duration, () => post(site.url, agent));
  } finally {
    agent.destroy();
  }
}

let counter = 0;

/** Posts the contact form. @throws if the response is not the redirect that confirms storage */
async function post(url: string, agent: Agent): Promise<void> {
  counter += 1;
  const fields = {
    name: `Ahmad Ali ${counter}`,
    email: 'ahmad@example.com',
    phone: '+966 50 123 4567',
    message: 'Please call us about a treatment in Munich, best in the evening.',
  };
  const parts = Object.entries(fields).map(
    ([name, value]) => `--xyz\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const body = Buffer.from(`${parts.join('')}--xyz--\r\n`);
  await new Promise<void>((resolve, reject) => {
    const headers = { 'Content-Type': 'multipart/form-data; boundary=xyz', 'Content-Length': body.length };
    const outgoing = request(`${url}/en/contact`, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () =>
        response.statusCode === 303 ? resolve() : reject(new Error(`Status ${response.statusCode}`)),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

async function insertsPerSecond(file: string): Promise<number> {
  const script = [process.execPath, 'tests/bench/bare-inserts.ts', file, String(roundTime)];
  const { stdout } = await promisify(execFile)('taskset', ['-c', serverCore, ...script]);
  return Number(stdout);
}

/** Counts disk syncs with strace; undefined if strace is missing or not permitted. */
async function syncsPerPost(site: Site): Promise<number | undefined> {
  if (spawnSync('strace', ['-V']).error) return undefined;
  const args = ['-f', '-qq', '-e', 'trace=fsync,fdatasync', '-e', 'signal=none', '-p', String(site.process.pid)];
  const tracer = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const traced = text(tracer.stderr);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  if (tracer.exitCode !== null) return undefined;
  const agent = new Agent({ keepAlive: true });
  const posts = 200;
  for (let sent = 0; sent < posts; sent += 1) await post(site.url, agent);
  agent.destroy();
  tracer.kill('SIGINT');
  await once(tracer, 'exit');
  // If another thread interrupts a call, strace prints it on two lines.
  return (
    (await traced).split('\n').filter((line) => /fsync|fdatasync/.test(line) && !line.includes('resumed')).length /
    posts
  );
}
