import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { execute, type Postgres, startPostgres } from '../support/postgres.ts';
import { openSharedSocket, type SharedSocket } from '../support/shared-socket.ts';
import { type Site, startSite } from '../support/site.ts';
import { median, printTable, spread } from './figures.ts';
import { loadTest } from './wrk.ts';

const rounds = 3;
/** Seconds. */
const roundTime = 3;
/** Processes, database and load share all cores. */
const allCores = `0-${availableParallelism() - 1}`;
const work = ['requests stored', 'cached pages', 'uncached pages', 'receipts'] as const;
type Work = (typeof work)[number];

/** Processes that share a socket and a database. */
interface Setup {
  name: string;
  processes: Site[];
  socket: SharedSocket;
  /** The URL of the database; undefined with SQLite. */
  database: string | undefined;
  /** The path of a receipt. */
  receipt: string;
  rates: Record<Work, number[]>;
  /** The resources that storing requests has used so far. */
  used: { requests: number; siteTime: number; databaseTime: number; data: number; log: number };
}

/**
 * Measures rates per second: requests stored durably, cached pages, uncached pages (a search in the help centre) and
 * receipts, which are read from the database. It compares one process on SQLite with one, two and three on PostgreSQL.
 * All set-ups exist from the beginning and take turns, so that other work on the machine affects all of them.
 */
export async function benchScale(): Promise<boolean> {
  console.log(
    `${availableParallelism()} cores, which wrk (32 connections), the processes and PostgreSQL share: figures of one run may be
compared with each other, and with nothing else. Desk = inbox, no files. Medians of ${rounds} rounds of ${roundTime} s.`,
  );
  const folder = await mkdtemp(join(tmpdir(), 'bench-scale-'));
  const script = join(folder, 'request.lua');
  await writeFile(script, requestScript);
  const postgres = await startPostgres();
  const setups: Setup[] = [];
  try {
    setups.push(await openSetup('SQLite, 1 process', 1, undefined));
    for (const count of [1, 2, 3]) {
      const name = `PostgreSQL, ${count} process${count > 1 ? 'es' : ''}`;
      setups.push(await openSetup(name, count, await postgres.createDatabase()));
    }
    for (let round = -1; round < rounds; round += 1) {
      for (const kind of work) {
        for (const setup of setups) {
          const rate =
            kind === 'requests stored'
              ? await storeRequests(setup, postgres, script)
              : await loadPage(setup, pathOf(kind, setup));
          // The first round warms up.
          if (round >= 0) setup.rates[kind].push(rate);
        }
      }
    }
    printTable(setups.map(ratesOf));
    printTable(setups.map(costsOf));
  } finally {
    await Promise.all(setups.flatMap(({ processes }) => processes.map((site) => site.close())));
    await Promise.all(setups.map(({ socket }) => socket.close()));
    await postgres.close();
    await rm(folder, { recursive: true });
  }
  return true;
}

/** Sends the contact form, each time with different content. */
const requestScript = `
local count = 0
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"
request = function()
  count = count + 1
  local body = "name=Ahmad+Ali+" .. count .. "-" .. os.time() .. "&email=ahmad%40example.com&phone=%2B966501234567" ..
    "&message=Please+call+us+about+a+treatment+in+Munich,+best+in+the+evening.+" .. count
  return wrk.format(nil, nil, nil, body)
end
`;

async function openSetup(name: string, count: number, database: string | undefined): Promise<Setup> {
  const socket = await openSharedSocket();
  const env = { RATE_LIMIT_FACTOR: '100000', ...(database && { DATABASE_URL: database }) };
  const processes: Site[] = [];
  while (processes.length < count) processes.push(await startSite({ socket, env }));
  const url = `http://127.0.0.1:${socket.port}`;
  const fields = { name: 'Ahmad Ali', email: 'ahmad@example.com', phone: '+966501234567', message: 'Please call.' };
  const sent = await fetch(`${url}/en/contact`, {
    ...{ method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' },
  });
  return {
    ...{ name, processes, socket, database },
    receipt: new URL(sent.headers.get('Location') ?? '').pathname,
    rates: { 'requests stored': [], 'cached pages': [], 'uncached pages': [], receipts: [] },
    used: { requests: 0, siteTime: 0, databaseTime: 0, data: 0, log: 0 },
  };
}

function pathOf(kind: Exclude<Work, 'requests stored'>, { receipt }: Setup): string {
  return { 'cached pages': '/en/about', 'uncached pages': '/en/help-center?q=visa', receipts: receipt }[kind];
}

async function loadPage({ socket }: Setup, path: string): Promise<number> {
  const headers = { 'Accept-Encoding': 'br' };
  const url = `http://127.0.0.1:${socket.port}${path}`;
  return (await loadTest(url, { duration: roundTime, core: allCores, headers })).perSecond;
}

async function storeRequests(setup: Setup, postgres: Postgres, script: string): Promise<number> {
  const before = await readUsage(setup, postgres);
  const url = `http://127.0.0.1:${setup.socket.port}/en/contact`;
  const { perSecond } = await loadTest(url, { duration: roundTime, core: allCores, script });
  const after = await readUsage(setup, postgres);
  setup.used.requests += perSecond * roundTime;
  for (const name of ['siteTime', 'databaseTime', 'data', 'log'] as const) {
    setup.used[name] += after[name] - before[name];
  }
  return perSecond;
}

/** Reads what a set-up has used: processor time (ms), and bytes of data and of the write-ahead log. */
async function readUsage({ processes, database }: Setup, postgres: Postgres) {
  const siteTime = processorTimeOf(processes.map(({ process: child }) => child.pid ?? 0));
  if (database === undefined) return { siteTime, databaseTime: 0, data: 0, log: 0 };
  const [size] = await execute(
    database,
    "SELECT pg_database_size(current_database())::int AS data, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint AS log",
  );
  const databaseTime = processorTimeOf(postgres.processIds());
  return { siteTime, databaseTime, data: Number(size?.data), log: Number(size?.log) };
}

/** Returns the processor time of processes with all their threads (ms), from proc(5). */
function processorTimeOf(pids: readonly number[]): number {
  const ticksPerSecond = 100;
  return pids.reduce((sum, pid) => {
    const afterName = readStat(pid)
      .replace(/^.*\) /s, '')
      .split(' ');
    return sum + ((Number(afterName[11] ?? 0) + Number(afterName[12] ?? 0)) * 1000) / ticksPerSecond;
  }, 0);
}

/** Reads the statistics of a process; empty if it has ended, as PostgreSQL's processes may at any time. */
function readStat(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}

function ratesOf({ name, rates }: Setup): Record<string, string> {
  const cells = work.map(
    (kind) => [`${kind}/s`, `${median(rates[kind]).toFixed(0)} (${spread(rates[kind])})`] as const,
  );
  return { '': name, ...Object.fromEntries(cells) };
}

function costsOf({ name, database, used }: Setup): Record<string, string> {
  const each = (figure: number, unit: number, digits: number) => (figure / used.requests / unit).toFixed(digits);
  const ifPostgres = (text: string) => (database === undefined ? '–' : text);
  return {
    '': name,
    'site, ms/request': each(used.siteTime, 1, 2),
    'PostgreSQL, ms/request': ifPostgres(each(used.databaseTime, 1, 2)),
    'data, kB/request': ifPostgres(each(used.data, 1000, 1)),
    'write-ahead log, kB/request': ifPostgres(each(used.log, 1000, 1)),
  };
}
