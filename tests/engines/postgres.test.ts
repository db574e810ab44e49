import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrations } from '../../app/database/migrations.server.ts';
import { connectPostgres } from '../../app/database/postgres/postgres-server.server.ts';
import type { Tables } from '../../app/database/tables.ts';
import { findBrokenEntry, recordAction } from '../../app/desk/audit/audit.server.ts';
import { parsePostgresAddress } from '../../app/env/addresses/postgres-address.ts';
import { readEnvironment } from '../../app/env/env.server.ts';
import { joinAs, password } from '../support/desk-people.ts';
import { formData, send, validRequest } from '../support/evacuation-request.ts';
import { figureOf } from '../support/metrics.ts';
import { readPage } from '../support/page.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { newToken } from '../support/resumable-upload.ts';
import { runEnquiries, type Site, startSite } from '../support/site.ts';
import { type StandInApi, startStandInApi } from '../support/stand-in-api.ts';
import { waitFor } from '../support/wait-for.ts';

// Covers only what concerns a database that several processes share; the other tests also run on PostgreSQL.

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());

/** Starts a site that is expected to exit. @returns its error message */
async function messageOf(env: Record<string, string>): Promise<string> {
  const outcome = await startSite({ env }).then(
    async (site) => {
      await site.close();
      return 'it started';
    },
    (error: unknown) => (error as Error).message,
  );
  return outcome;
}

describe('three processes', () => {
  let api: StandInApi;
  let files: string;
  let url: string;
  let sites: Site[];
  function siteAt(index: number): Site {
    const site = sites[index % sites.length];
    if (!site) throw new Error('No site has been started');
    return site;
  }

  /** Starts a process on the shared data. */
  const start = (databaseUrl = url) =>
    startSite({
      env: {
        ...{ DATABASE_URL: databaseUrl, FILES_URL: `file:${files}`, DESK: 'api', API_URL: api.url },
        ...{ TRUST_PROXY: '1', RATE_LIMIT_FACTOR: '0.2', METRICS_PORT: '0' },
      },
    });

  /** Sends a request from one of many networks. */
  function submit(site: Site, fields: Record<string, string>, network: number): Promise<Response> {
    return fetch(`${site.url}/en/services/evacuation`, {
      ...{ method: 'POST', redirect: 'manual', body: formData(fields) },
      headers: { 'X-Forwarded-For': `198.51.100.${network}` },
    });
  }

  const deliveriesOf = ({ name }: Record<string, string>) =>
    api.received.filter(({ accepted, parts }) => accepted && parts.some(({ value }) => value === name));

  beforeAll(async () => {
    api = await startStandInApi();
    files = await mkdtemp(join(tmpdir(), 'shared-files-'));
    url = await postgres.createDatabase();
    // All of them apply the migrations, once.
    sites = await Promise.all([start(), start(), start()]);
  });
  afterAll(async () => {
    await Promise.all(sites.map((site) => site.close()));
    await api.close();
    await rm(files, { recursive: true });
  });

  test('deliver every request once, even one that was sent to all of them at the same moment', async () => {
    const requests = Array.from({ length: 12 }, () => validRequest({ 'form-key': newToken() }));
    const responses = await Promise.all(
      requests.flatMap((request, index) => [0, 1, 2].map((site) => submit(siteAt(site), request, index))),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 303));
    for (const request of requests) expect(deliveriesOf(request), request.name).toHaveLength(1);
    const { output } = await runEnquiries({ dataDir: siteAt(0).dataDir, env: { DATABASE_URL: url } }, 'list', '--json');
    expect(JSON.parse(output)).toHaveLength(requests.length);
  });

  test('show the receipt of a request that another has stored', async () => {
    const stored = await submit(siteAt(0), validRequest(), 100);
    const { pathname } = new URL(stored.headers.get('Location') ?? '');
    expect((await readPage(await fetch(siteAt(1).url + pathname))).title).toMatch(/[0-9A-Z]{4}-[0-9A-Z]{4}/);
  });

  test('enforce one common limit on a visitor’s forms', async () => {
    const statuses = [];
    // The factor allows twelve forms an hour.
    for (let count = 0; count < 13; count += 1) {
      statuses.push((await submit(siteAt(count), validRequest(), 200)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 12 }, () => 303), 429]);
  });

  test('count failed attempts to sign in to an account together, and delay further ones', async () => {
    const address = parsePostgresAddress(url);
    if ('problem' in address) throw new Error(address.problem);
    const server = await connectPostgres(address, 2, () => undefined);
    const member = await joinAs(await server.open<Tables>(migrations), { name: 'Anna', role: 'lead' }, Date.now());
    let network = 220;
    const answered: string[] = [];
    /** Tries to sign in at one of the processes. @returns the status */
    const signIn = async (site: Site, email: string, secret: string) => {
      network += 1;
      const { status } = await fetch(`${site.url}/desk/sign-in`, {
        ...{ method: 'POST', redirect: 'manual', headers: { 'X-Forwarded-For': `198.51.100.${network}` } },
        body: formData({ email, password: secret, code: member.code(Date.now()) }),
      });
      answered.push(email);
      return status;
    };
    for (let failures = 0; failures < 4; failures += 1) {
      expect(await signIn(siteAt(failures), member.email, 'wrong')).toBe(403);
    }
    answered.length = 0;
    // Doubled three times, the delay is two seconds; the other account has none.
    const another = 'another@example.com';
    const attempts = [signIn(siteAt(1), member.email, password), signIn(siteAt(1), another, 'wrong')];
    expect(await Promise.all(attempts)).toEqual([303, 403]);
    expect(answered).toEqual([another, member.email]);
    // A success ends the delay: only the other account has a failed attempt.
    const { rows } = await server.query({ text: "SELECT points FROM rate_limits WHERE key LIKE 'signInFailures:%'" });
    expect(rows).toEqual([{ points: 1 }]);
    await server.close();
  });

  test('share a search, which only one of them starts, and only one polls', async () => {
    const [shared, lone] = ['2031-01-05', '2031-01-06'];
    const open = async (site: Site, date: string) => {
      const path = `/en/search/flights?origin=RUH&destination=BER&depart_date=${date}&adults=1&children=0&infants=0&travelClass=Y`;
      expect((await fetch(site.url + path)).status).toBe(200);
    };
    await Promise.all([...sites.map((site) => open(site, shared)), open(siteAt(0), lone)]);
    const pollsOf = (date: string) => api.flights.received.poll.filter(({ departDate }) => departDate === date).length;
    await waitFor(() => pollsOf(lone) >= 1);
    for (const site of sites) await open(site, shared);
    await waitFor(() => pollsOf(lone) >= 2);
    expect(api.flights.received.start).toHaveLength(2);
    // Without sharing, there would be three times as many.
    expect(pollsOf(shared)).toBeLessThanOrEqual(pollsOf(lone) + 1);
  });

  test('return a form while the database is unavailable, and store it when it is back', async () => {
    const request = validRequest({ 'form-key': newToken() });
    await postgres.stop('immediate');
    const refused = await readPage(await submit(siteAt(0), request, 150));
    expect(refused.status).toBe(503);
    expect(refused.value('name')).toBe(request.name);
    expect(refused.document.querySelector('[role=alert] a[href^="tel:"]')?.textContent).toContain('+49 30 23125 010');
    expect((await fetch(`${siteAt(0).url}/ar`)).status).toBe(200);
    expect((await fetch(`${siteAt(0).url}/healthz`)).status).toBe(200);
    await expect.poll(async () => (await fetch(`${siteAt(0).url}/readyz`)).status).toBe(503);
    // The metrics are served without those of the database.
    await expect.poll(() => figureOf(siteAt(0), 'site_shared_known')).toBe(0);
    expect(await figureOf(siteAt(0), 'site_ready')).toBe(0);
    expect(await figureOf(siteAt(0), 'site_shared_oldest_message_seconds')).toBeUndefined();

    await postgres.start();
    for (const [index, site] of sites.entries()) {
      expect((await submit(site, request, 151 + index)).status).toBe(303);
      await expect.poll(async () => (await fetch(`${site.url}/readyz`)).status).toBe(200);
    }
    await expect.poll(() => figureOf(siteAt(0), 'site_shared_oldest_message_seconds')).toBe(0);
    expect(await figureOf(siteAt(0), 'site_database_connections{state="idle"}')).toBeGreaterThan(0);
    expect(deliveriesOf(request)).toHaveLength(1);
  });

  test('lose nothing that they have confirmed when the database is killed', async () => {
    const requests = Array.from({ length: 30 }, () => validRequest());
    const responses = requests.map((request, index) =>
      submit(siteAt(index), request, index).then(
        ({ status }) => status,
        () => 0,
      ),
    );
    await responses[5];
    await postgres.stop('immediate');
    await postgres.start();
    const statuses = await Promise.all(responses);
    const withStatus = (status: number) => requests.filter((_, index) => statuses[index] === status);
    // 303: delivered at once. 502: stored, and delivered after its lease has ended.
    for (const request of withStatus(303)) expect(deliveriesOf(request), request.name).toHaveLength(1);
    const { output } = await runEnquiries({ dataDir: siteAt(0).dataDir, env: { DATABASE_URL: url } }, 'list', '--json');
    for (const { name } of [...withStatus(303), ...withStatus(502)]) expect(output).toContain(`"${name}"`);
    expect(withStatus(303).length + withStatus(502).length).toBeGreaterThan(0);
  });

  test('work behind PgBouncer, which may give each transaction a different connection', async () => {
    const bouncer = await postgres.startBouncer();
    const site = await start(bouncer.url(url.replace(/^.*\//, '')));
    try {
      const requests = Array.from({ length: 20 }, () => validRequest());
      const responses = await Promise.all(requests.map((request, index) => submit(site, request, 210 + index)));
      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 303));
    } finally {
      await site.close();
    }
  });
});

describe('transactions', () => {
  test('of two processes at the same moment form one audit log, without gaps', async () => {
    const env = readEnvironment({ DATABASE_URL: await postgres.createDatabase() });
    if (!env.POSTGRES) throw new Error('DATABASE_URL is not PostgreSQL');
    const address = env.POSTGRES;
    const servers = await Promise.all([0, 1].map(() => connectPostgres(address, 8, () => undefined)));
    const databases = await Promise.all(servers.map((server) => server.open<Tables>(migrations)));
    const entry = { personId: null, action: 'audit_read', subject: null } as const;
    await Promise.all(
      databases.flatMap((database) => Array.from({ length: 10 }, (_, at) => recordAction(database, { ...entry, at }))),
    );
    for (const database of databases) {
      expect(await database.selectFrom('desk_audit').select('number').execute()).toHaveLength(20);
      expect(await findBrokenEntry(database)).toBeUndefined();
    }
    await Promise.all(servers.map((server) => server.close()));
  });
});

describe('an unusable database is reported in one sentence', () => {
  test('a wrong password', async () => {
    const message = await messageOf({ DATABASE_URL: postgres.url('postgres').replace('secret', 'wrong') });
    expect(message).toMatch(/The database 127\.0\.0\.1:\d+\/postgres rejects the user or password in DATABASE_URL \(/);
    expect(message).not.toContain('wrong');
    expect(message).not.toContain('    at ');
  });

  test('a missing database', async () => {
    expect(await messageOf({ DATABASE_URL: postgres.url('nothing') })).toContain(
      '/nothing does not exist on its server',
    );
  });

  test('a server that refuses the connection', async () => {
    expect(await messageOf({ DATABASE_URL: 'postgres://site:secret@127.0.0.1:1/site' })).toContain(
      'cannot be reached: nothing is listening at its address',
    );
  });

  test('a certificate from an unknown authority; with its file, the connection is encrypted', async () => {
    const encrypted = `${(await postgres.createDatabase()).replace('127.0.0.1', 'localhost')}?sslmode=verify-full`;
    expect(await messageOf({ DATABASE_URL: encrypted })).toContain(
      "has a certificate from an unknown authority: name the authority's file with sslrootcert",
    );
    const site = await startSite({ env: { DATABASE_URL: `${encrypted}&sslrootcert=${postgres.caFile}` } });
    expect((await send(site)).status).toBe(303);
    await site.close();
  });

  test('the command line asks whether the database is the right one if it contains no site', async () => {
    const { code, errors } = await runEnquiries(
      { dataDir: tmpdir(), env: { DATABASE_URL: await postgres.createDatabase() } },
      'list',
    );
    expect(code).not.toBe(0);
    expect(errors).toContain('does not contain the tables of a site. Is DATABASE_URL correct?');
  });
});
