import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { codeAt, password } from '#tests/support/desk-people.ts';
import { join } from '../sign-in/join.server.ts';
import { linkLifetime, personOfLink, totpSecretOfLink } from './links.server.ts';
import { addPerson, resetPerson, setDisabled } from './people.server.ts';

const now = Date.UTC(2031, 2, 27, 13, 0);

let database: Database;
let id: string;
let token: string;
beforeEach(async () => {
  database = await openDatabase(':memory:');
  await addPerson(database, { email: 'lead@example.com', name: 'Lina', role: 'lead', language: 'de' }, null, now);
  const added = await addPerson(
    database,
    { email: 'a@example.com', name: 'Omar', role: 'coordinator', language: 'ar' },
    null,
    now,
  );
  id = added?.person.id ?? '';
  token = added?.token ?? '';
});
afterEach(() => database.destroy());

const open = (link: string, at: number, code = codeAt(totpSecretOfLink(link), at)) =>
  join(database, link, { password, code }, at);

test('a link is stored as a hash, and opens its person’s account for 24 hours', async () => {
  const rows = await database.selectFrom('desk_links').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(await personOfLink(database, token, now)).toBe(id);
  expect(await personOfLink(database, token, now + linkLifetime - 1)).toBe(id);
  expect(await personOfLink(database, token, now + linkLifetime)).toBeUndefined();
  expect(await personOfLink(database, 'x'.repeat(22), now)).toBeUndefined();
});

test('a link works once, even when it is used twice at the same time', async () => {
  const results = await Promise.all([open(token, now), open(token, now)]);
  expect(results.filter((result) => 'recoveryCodes' in result)).toHaveLength(1);
  expect(results).toContainEqual({ problem: 'link' });
  expect(await open(token, now)).toEqual({ problem: 'link' });
});

test('a wrong code does not use up the link', async () => {
  expect(await open(token, now, '000000')).toEqual({ problem: 'code' });
  expect(await open(token, now)).toHaveProperty('recoveryCodes');
});

test('an expired link, a replaced one and that of a disabled person open nothing', async () => {
  expect(await open(token, now + linkLifetime)).toEqual({ problem: 'link' });
  const newer = await resetPerson(database, id, null, now);
  expect(await open(token, now)).toEqual({ problem: 'link' });
  await setDisabled(database, id, true, null, now);
  expect(await open(newer, now)).toEqual({ problem: 'link' });
  await setDisabled(database, id, false, null, now);
  expect(await open(newer, now)).toEqual({ problem: 'link' });
});

test('every link has its own secret for the authenticator app', async () => {
  const newer = await resetPerson(database, id, null, now);
  expect(totpSecretOfLink(newer)).not.toBe(totpSecretOfLink(token));
  expect(totpSecretOfLink(newer)).toMatch(/^[A-Z2-7]{32}$/);
});
