import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { codeAt, derivedSecret, password, secretOfLink } from '#tests/support/desk-people.ts';
import { join } from '../sign-in/join.server.ts';
import { findLink, linkLifetime } from './links.server.ts';
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

async function open(link: string, at: number, code?: string) {
  const secret = (await findLink(database, link, at))?.secret;
  return join(database, link, { password, code: code ?? (secret === undefined ? '' : codeAt(secret, at)) }, at);
}

test('a link is stored as a hash, and opens its person’s account for 24 hours', async () => {
  const rows = await database.selectFrom('desk_links').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(await findLink(database, token, now)).toMatchObject({ personId: id, keepsPassword: false });
  expect((await findLink(database, token, now + linkLifetime - 1))?.personId).toBe(id);
  expect(await findLink(database, token, now + linkLifetime)).toBeUndefined();
  expect(await findLink(database, 'x'.repeat(22), now)).toBeUndefined();
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

describe('the secret of a link', () => {
  test('is the same however often the link is opened, and another one for every link', async () => {
    const secret = await secretOfLink(database, token, now);
    expect(secret).toMatch(/^[A-Z2-7]{40}$/);
    expect(await secretOfLink(database, token, now + 1)).toBe(secret);
    const newer = await resetPerson(database, id, null, now);
    expect(await secretOfLink(database, newer, now)).not.toBe(secret);
  });

  test('does not follow from its address, which is all that remains of a used link', async () => {
    await open(token, now);
    const { totp_secret } = await database
      .selectFrom('desk_people')
      .select('totp_secret')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(totp_secret).toHaveLength(40);
    expect(totp_secret).not.toContain(derivedSecret(token));
    expect(await database.selectFrom('desk_links').select('person_id').where('person_id', '=', id).execute()).toEqual(
      [],
    );
    expect(await findLink(database, token, now)).toBeUndefined();
  });

  test('is added to a link of an earlier version when it is opened, once', async () => {
    await database.updateTable('desk_links').set({ app_secret: null }).execute();
    const secrets = await Promise.all(Array.from({ length: 5 }, () => secretOfLink(database, token, now)));
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]).not.toBe(derivedSecret(token));
    expect(await open(token, now)).toHaveProperty('recoveryCodes');
  });
});
