import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrokenEntry, readAudit } from '../../app/desk/audit/audit.server.ts';
import { findPerson } from '../../app/desk/people/people.server.ts';
import { bundleOf, programs } from '../support/bundled-programs.ts';
import { addMember, openDeskBrowser, signInAs, withDatabase } from '../support/desk-people.ts';
import { runProgram, type Site, startSite } from '../support/site.ts';

// Runs `npm run desk` while a site is running.

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const run = (...args: string[]) => runProgram(bundleOf('desk'), args, { DATA_DIR: site.dataDir });
const statusOf = async (path: string) => (await fetch(site.url + path, { redirect: 'manual' })).status;
const findLina = () => withDatabase(site, (database) => findPerson(database, { email: 'lina@example.com' }));

test('the first account turns the desk on, must be a lead, and gets a link that opens it', async () => {
  expect(await statusOf('/desk/sign-in')).toBe(404);
  const coordinator = await run('add', 'omar@example.com', '--role', 'coordinator');
  expect(coordinator).toMatchObject({ code: 2, output: '' });
  expect(coordinator.errors).toContain('--role lead');
  expect(await statusOf('/desk/sign-in')).toBe(404);

  const { code, output, errors } = await run('add', 'Lina@Example.com', '--role', 'lead', '--language', 'de');
  expect(code).toBe(0);
  expect(errors).toContain('works once');
  expect(output).toMatch(/^http:\/\/localhost:\d+\/desk\/join\/[\w-]{22}\n$/);
  expect(await statusOf('/desk/sign-in')).toBe(200);
  const page = await openDeskBrowser(site).get(new URL(output.trim()).pathname);
  expect(page.status).toBe(200);
  expect(page.document.querySelector('html')?.getAttribute('lang')).toBe('de');
  expect(await findLina()).toMatchObject({ name: 'Lina', role: 'lead', hasJoined: false });
});

test('the link starts with SITE_URL', async () => {
  const args = ['add', 'url@example.com', '--role', 'lead'];
  const { output } = await runProgram(programs.desk, args, {
    DATA_DIR: site.dataDir,
    SITE_URL: 'https://desk.example',
  });
  expect(output).toMatch(/^https:\/\/desk\.example\/desk\/join\/[\w-]{22}\n$/);
});

describe('is refused and changes nothing:', () => {
  test.each(
    [
      [],
      ['add'],
      ['add', 'x@example.com'],
      ['add', 'x@example.com', '--role', 'boss'],
      ['add', 'x@example.com', '--role', 'lead', '--language', 'fr'],
      ['add', 'x@example.com', '--role', 'lead', '--name', ' '],
      ['add', 'not an address', '--role', 'lead'],
      ['add', 'lina@example.com', '--role', 'lead'],
      ['add', 'x@example.com', 'y@example.com', '--role', 'lead'],
      ['list', 'x'],
      ['reset', 'nobody@example.com'],
      ['disable', 'nobody@example.com'],
      ['erase', 'lina@example.com'],
      ['--unknown'],
    ].map((args) => ({ args })),
  )('$args', async ({ args }) => {
    const people = () => withDatabase(site, (database) => database.selectFrom('desk_people').selectAll().execute());
    const before = await people();
    const { code, output } = await run(...args);
    // Without a command, the tool prints its usage.
    expect([code, output === '']).toEqual(args.length === 0 ? [0, false] : [2, true]);
    expect(await people()).toEqual(before);
  });
});

test('list prints a tab-separated line for each person, without control characters', async () => {
  await withDatabase(site, (database) =>
    database
      .updateTable('desk_people')
      .set({ name: 'Li\u001B[31mna\u202E' })
      .where('email', '=', 'lina@example.com')
      .execute(),
  );
  const { output } = await run('list');
  expect(output.split('\n')).toContain('lina@example.com\tlead\tinvited\tLi [31mna');
});

test('disable and reset sign the person out; the last lead cannot be disabled', async () => {
  const sara = await addMember(site, { name: 'Sara', role: 'lead' });
  const browser = await signInAs(site, sara);
  const refused = await run('disable', sara.email);
  expect(refused.code).toBe(2);
  expect(refused.errors).toContain('last lead');
  expect((await browser.get('/desk/requests')).status).toBe(200);

  const { output } = await run('reset', 'SARA@example.com');
  expect(output).toContain('/desk/join/');
  expect((await browser.get('/desk/requests')).status).toBe(303);

  const omar = await addMember(site, { name: 'Omar', role: 'coordinator' });
  const colleague = await signInAs(site, omar);
  expect((await run('disable', omar.email)).code).toBe(0);
  expect((await colleague.get('/desk/requests')).status).toBe(303);
  expect((await run('list')).output).toContain('omar@example.com\tcoordinator\tdisabled');
  expect((await run('enable', omar.email)).code).toBe(0);
  expect((await run('list')).output).toContain('omar@example.com\tcoordinator\tactive');
});

test('the audit log records what the tool does, attributed to no person', async () => {
  await withDatabase(site, async (database) => {
    const entries = await readAudit(database, { limit: 1000 });
    const byTool = new Set(entries.filter(({ personId }) => personId === null).map(({ action }) => action));
    for (const action of ['person_added', 'person_reset', 'person_disabled', 'person_enabled'] as const) {
      expect(byTool).toContain(action);
    }
    expect(await findBrokenEntry(database)).toBeUndefined();
  });
});
