import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { joinAs } from '#tests/support/desk-people.ts';
import { readAudit } from '../audit/audit.server.ts';
import { addPerson, changeRole, findPerson, hasPeople, listPeople, resetPerson, setDisabled } from './people.server.ts';

const now = Date.UTC(2031, 2, 27, 13, 0);
const lina = { email: ' Lina@Example.com', name: 'Lina', role: 'lead', language: 'de' } as const;

let database: Database;
beforeEach(async () => {
  database = await openDatabase(':memory:');
});
afterEach(() => database.destroy());

async function add(name: string, role: 'lead' | 'coordinator' = 'coordinator'): Promise<string> {
  const added = await addPerson(database, { email: `${name}@example.com`, name, role, language: 'en' }, null, now);
  return added?.person.id ?? '';
}

test('the desk is on as soon as somebody has an account', async () => {
  expect(await hasPeople(database)).toBe(false);
  await addPerson(database, lina, null, now);
  expect(await hasPeople(database)).toBe(true);
});

test('an email address has one account, regardless of case and surrounding spaces', async () => {
  const added = await addPerson(database, lina, null, now);
  expect(added?.person).toMatchObject({ email: 'lina@example.com', hasJoined: false });
  expect(await addPerson(database, { ...lina, email: 'LINA@example.com ' }, null, now)).toBeUndefined();
  expect(await listPeople(database)).toHaveLength(1);
  expect(await findPerson(database, { email: 'lina@EXAMPLE.com' })).toMatchObject({ name: 'Lina' });
});

describe('the last lead', () => {
  test('can neither lose access nor become a coordinator', async () => {
    const { id } = await joinAs(database, { name: 'Lina', role: 'lead' }, now);
    await joinAs(database, { name: 'Omar', role: 'coordinator' }, now);
    expect(await setDisabled(database, id, true, null, now)).toBe('last_lead');
    expect(await changeRole(database, id, 'coordinator', null, now)).toBe('last_lead');
    expect(await findPerson(database, { id })).toMatchObject({ role: 'lead', disabledAt: undefined });
  });

  test('is still the last one while every other lead has not joined yet or has lost access', async () => {
    const { id } = await joinAs(database, { name: 'Lina', role: 'lead' }, now);
    const invited = await add('Omar', 'lead');
    expect(await setDisabled(database, id, true, null, now)).toBe('last_lead');
    expect(await setDisabled(database, invited, true, null, now)).toBeUndefined();
    const other = await joinAs(database, { name: 'Sara', role: 'lead' }, now);
    expect(await setDisabled(database, other.id, true, null, now)).toBeUndefined();
    expect(await setDisabled(database, id, true, null, now)).toBe('last_lead');
    await setDisabled(database, other.id, false, null, now);
    expect(await setDisabled(database, id, true, null, now)).toBeUndefined();
  });

  test('may be replaced before anybody has joined, such as after a typo in the first address', async () => {
    const typo = await add('lnia', 'lead');
    expect(await setDisabled(database, typo, true, null, now)).toBe('last_lead');
    await add('lina', 'lead');
    expect(await setDisabled(database, typo, true, null, now)).toBeUndefined();
  });
});

test('a reset ends all sessions, and the old password and authenticator app no longer work', async () => {
  const lead = await joinAs(database, { name: 'Lina', role: 'lead' }, now);
  const person = await joinAs(database, { name: 'Omar', role: 'coordinator' }, now);
  expect(await person.session(database, now + 60_000)).toBeDefined();
  await resetPerson(database, person.id, lead.id, now);
  expect(await database.selectFrom('desk_sessions').selectAll().execute()).toEqual([]);
  expect(await person.session(database, now + 120_000)).toBeUndefined();
  expect(await findPerson(database, { id: person.id })).toMatchObject({ hasJoined: false });
});

test('disabling an account ends its sessions and revokes its link; once enabled, it can be signed in to again', async () => {
  await joinAs(database, { name: 'Lina', role: 'lead' }, now);
  const person = await joinAs(database, { name: 'Omar', role: 'coordinator' }, now);
  await person.session(database, now + 60_000);
  await setDisabled(database, person.id, true, null, now);
  expect(await database.selectFrom('desk_sessions').selectAll().execute()).toEqual([]);
  expect(await person.session(database, now + 120_000)).toBeUndefined();
  await setDisabled(database, person.id, false, null, now);
  expect(await person.session(database, now + 180_000)).toBeDefined();
});

test('every change to an account is in the audit log', async () => {
  const lead = await joinAs(database, { name: 'Lina', role: 'lead' }, now);
  const id = await add('Omar');
  await changeRole(database, id, 'lead', lead.id, now);
  await setDisabled(database, id, true, lead.id, now);
  await setDisabled(database, id, false, lead.id, now);
  await resetPerson(database, id, null, now);
  const entries = (await readAudit(database, { limit: 100 })).filter(({ subject }) => subject === id).reverse();
  expect(entries.map(({ action, personId }) => [action, personId])).toEqual([
    ['person_added', null],
    ['role_changed', lead.id],
    ['person_disabled', lead.id],
    ['person_enabled', lead.id],
    ['person_reset', null],
  ]);
});
