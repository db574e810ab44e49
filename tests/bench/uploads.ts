import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { evacuationFileLimits } from '../../app/uploads/limits.ts';
import { validRequest } from '../support/evacuation-request.ts';
import { pdf } from '../support/medical-files.ts';
import { newToken, upload } from '../support/resumable-upload.ts';
import { startSite } from '../support/site.ts';
import { memory } from './figures.ts';

const mebibyte = 1024 * 1024;
const rounds = 5;
const limits = { oneAboveIdle: 110, tenAboveIdle: 160, resumingAboveIdle: 160, ratio: 1.5 };

/**
 * Measures one submission of 210 MB, ten concurrent submissions and seven concurrent resumable uploads: the server's
 * peak memory above idle, and the duration of one submission compared with a bare server that only hashes and writes
 * the same bytes.
 */
export async function benchUploads(): Promise<boolean> {
  const one = await peakMemoryDuring('one submission', (url) => posts(url, 1));
  const ten = await peakMemoryDuring('ten submissions', (url) => posts(url, 10));
  const resuming = await peakMemoryDuring('seven uploads', resumingUploads);
  const ratio = await timeRatio();
  const rows: [string, number, number, string][] = [
    ['peak memory above idle, one submission of 210 MB', one, limits.oneAboveIdle, 'MB'],
    ['peak memory above idle, ten concurrent submissions', ten, limits.tenAboveIdle, 'MB'],
    ['peak memory above idle, seven concurrent resumable uploads of 30 MB', resuming, limits.resumingAboveIdle, 'MB'],
    [`wall time compared with a bare server, median of ${rounds}`, ratio, limits.ratio, '×'],
  ];
  for (const [what, figure, limit, unit] of rows) {
    console.log(
      `${figure <= limit ? 'ok      ' : 'TOO HIGH'}  ${what}: ${figure.toFixed(2)} ${unit} (at most ${limit} ${unit})`,
    );
  }
  return rows.every(([, figure, limit]) => figure <= limit);
}

/** Measures the server's peak resident memory above idle, in MB of 10^6 bytes. */
async function peakMemoryDuring(what: string, work: (url: string) => Promise<void>): Promise<number> {
  const site = await startSite();
  await fetch(`${site.url}/ar/services/evacuation`).then((response) => response.text());
  // Warm up with a small submission.
  await postTo(site.url, 1, mebibyte);
  await pause(1000);
  const idle = memory(site.process.pid, 'VmRSS');
  resetPeak(site.process);
  await work(site.url);
  const peak = memory(site.process.pid, 'VmHWM');
  await site.close();
  console.log(`          idle ${idle.toFixed(1)} MB, peak ${peak.toFixed(1)} MB with ${what}`);
  return peak - idle;
}

async function posts(url: string, count: number): Promise<void> {
  const statuses = await Promise.all(
    Array.from({ length: count }, () => postTo(url, evacuationFileLimits.maxFiles, evacuationFileLimits.maxBytes)),
  );
  if (statuses.some((status) => status !== 303))
    throw new Error(`Not every submission was accepted: ${statuses.join(', ')}`);
}

/** Uploads the maximum number of files through the resumable protocol, each in one chunk. */
async function resumingUploads(url: string): Promise<void> {
  const draft = newToken();
  const bytes = pdf(evacuationFileLimits.maxBytes);
  const responses = await Promise.all(
    Array.from({ length: evacuationFileLimits.maxFiles }, (_, file) =>
      upload({ url }, { draft, name: `${file}.pdf`, bytes }),
    ),
  );
  if (responses.some(({ ok }) => !ok)) throw new Error('Not every file was accepted');
}

async function timeRatio(): Promise<number> {
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const site = await startSite();
    const siteTime = await timed(() => postTo(site.url, evacuationFileLimits.maxFiles, evacuationFileLimits.maxBytes));
    await site.close();
    const bare = await startBareServer();
    const bareTime = await timed(() => postTo(bare.url, evacuationFileLimits.maxFiles, evacuationFileLimits.maxBytes));
    await bare.close();
    console.log(`          ${(siteTime / 1000).toFixed(2)} s against ${(bareTime / 1000).toFixed(2)} s`);
    ratios.push(siteTime / bareTime);
  }
  return ratios.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? NaN;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Posts the form with this many PDFs, generated on the fly. */
async function postTo(url: string, files: number, bytes: number): Promise<number> {
  const outgoing = request(`${url}/en/services/evacuation`, {
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=xyz', 'Transfer-Encoding': 'chunked' },
  });
  const status = new Promise<number>((resolve, reject) => {
    outgoing.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    outgoing.on('error', reject);
  });
  await pipeline(Readable.from(body(files, bytes), { objectMode: false, highWaterMark: 4 * 65536 }), outgoing);
  return status;
}

function* body(files: number, bytes: number): Generator<Buffer> {
  for (const [name, value] of Object.entries(validRequest())) {
    yield Buffer.from(`--xyz\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  }
  for (let file = 0; file < files; file += 1) {
    yield Buffer.from(`--xyz\r\nContent-Disposition: form-data; name="files"; filename="${file}.pdf"\r\n\r\n`);
    const header = Buffer.from(`%PDF-1.7 ${file}\n`);
    yield header;
    for (let remaining = bytes - header.length; remaining > 0; remaining -= filler.length)
      yield filler.subarray(0, Math.min(remaining, filler.length));
    yield Buffer.from('\r\n');
  }
  yield Buffer.from('--xyz--\r\n');
}

/** Bytes without a pattern, as in compressed pictures: the search for the boundary cannot skip any. */
const filler = Buffer.from(Uint32Array.from({ length: 16384 }, (_, index) => Math.imul(index + 1, 2654435761)).buffer);

/** Resets VmHWM (proc(5), clear_refs). */
function resetPeak({ pid }: ChildProcess): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

async function startBareServer(): Promise<{ url: string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'bare-'));
  const child = spawn(process.execPath, ['tests/bench/bare-server.ts', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => resolve(/"port":(\d+)/.exec(chunk.toString())?.[1] ?? ''));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}
