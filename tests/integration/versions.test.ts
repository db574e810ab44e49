import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrations } from '../../app/database/migrations.server.ts';
import { withDatabase } from '../support/desk-people.ts';
import { startEnquirySite } from '../support/enquiry-site.ts';
import { formData, send, validRequest } from '../support/evacuation-request.ts';
import { freePort } from '../support/free-port.ts';
import { pdf } from '../support/medical-files.ts';
import { readPage } from '../support/page.ts';
import { runEnquiries, startSite } from '../support/site.ts';
import { waitFor } from '../support/wait-for.ts';

// Tests what happens while the site is stopped, or replaced by another version.

test('a version keeps working on a database that a newer one has expanded, even after a restart', async () => {
  const enquirySite = await startEnquirySite();
  const first = await send(enquirySite.site, { name: 'Before' });
  await withDatabase(enquirySite.site, async (database) => {
    for (const statement of [
      'ALTER TABLE enquiries ADD COLUMN later text',
      "ALTER TABLE parcels ADD COLUMN later_required text NOT NULL DEFAULT 'x'",
      'CREATE TABLE later (id text PRIMARY KEY, enquiry_id text NOT NULL REFERENCES enquiries (id) ON DELETE CASCADE)',
      'CREATE INDEX later_index ON attachments (size)',
      "INSERT INTO kysely_migration VALUES ('9999_later', '2031-01-01')",
    ]) {
      await sql.raw(statement).execute(database);
    }
  });
  const running = await send(enquirySite.site, { name: 'While it runs' }, [{ name: 'report.pdf', bytes: pdf(1000) }]);
  expect(running.status).toBe(303);
  await enquirySite.site.kill();
  enquirySite.site = await enquirySite.site.restart();
  const restarted = await send(enquirySite.site, { name: 'After its restart' });
  for (const response of [first, running, restarted]) {
    const { pathname } = new URL(response.headers.get('Location') ?? '');
    const path = enquirySite.site.url + pathname;
    expect((await readPage(await fetch(path))).status).toBe(200);
    const erased = await fetch(`${path}/delete`, { method: 'POST', body: formData({}), redirect: 'manual' });
    expect(erased.status).toBe(303);
  }
  for (const name of ['Before', 'While it runs', 'After its restart']) {
    expect(enquirySite.acceptedFor(name).length, name).toBeGreaterThan(0);
  }
  // The command line works as well.
  expect((await runEnquiries(enquirySite.site, 'list')).code).toBe(0);
  await enquirySite.close();
});

test('a version refuses a database from which a newer one has removed something, and names the unknown migration', async () => {
  const site = await startSite();
  await withDatabase(site, async (database) => {
    await sql`INSERT INTO kysely_migration VALUES ('9999_later', '2031-01-01')`.execute(database);
    await sql`INSERT INTO schema_contractions VALUES ('9999_later')`.execute(database);
  });
  await site.kill();
  await expect(site.restart()).rejects.toThrow('newer version of this program (9999_later)');
  expect(Object.keys(migrations)).not.toContain('9999_later');
  await site.close();
});

test('npm start under a supervisor that signals only one process leaves none on the port', async () => {
  const site = await startSite();
  const port = await freePort('127.0.0.1');
  const npm = spawn('npm', ['start', '--ignore-scripts'], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: join(site.dataDir, 'other'),
    },
    stdio: 'ignore',
    // Runs in a process group of its own, as under a supervisor.
    detached: true,
  });
  const url = `http://127.0.0.1:${port}`;
  const isServed = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await waitFor(isServed);
  const stored = await send({ url }, validRequest());
  expect(stored.status).toBe(303);
  npm.kill('SIGTERM');
  await waitFor(async () => !(await isServed()));
  await site.close();
});
