import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { addPerson, setDisabled } from '../people/people.server.ts';
import type { Role } from '../people/person.ts';
import { confirmContactChanges, tellLeads, unseenContactChanges } from './contact-changes.server.ts';

let database: Database;
beforeEach(async () => {
  database = await openDatabase(':memory:');
});
afterEach(() => database.destroy());

/** Adds an account. @returns its id */
async function add(name: string, role: Role): Promise<string> {
  const added = await addPerson(database, { name, email: `${name}@desk.example`, role, language: 'en' }, null, 0);
  return added?.person.id ?? '';
}

const before = { phone: '+49 1', whatsapp: '+49 2', email: 'old@desk.example' };

test('each lead sees every change, who made it, and the old and new values, until they confirm it', async () => {
  const anna = await add('anna', 'lead');
  const omar = await add('omar', 'lead');
  const ali = await add('ali', 'coordinator');
  const former = await add('former', 'lead');
  await setDisabled(database, former, true, anna, 0);

  const after = { phone: '+49 9', whatsapp: '+49 2', emergencyPhone: '+49 3' };
  await database
    .transaction()
    .execute((transaction) => tellLeads(transaction, { before, after, changedBy: anna, now: 7 }));

  const changes = await unseenContactChanges(database, omar);
  expect(changes).toMatchObject([
    { fact: 'email', from: 'old@desk.example', to: null, changedBy: 'anna', at: 7 },
    { fact: 'emergencyPhone', from: null, to: '+49 3' },
    { fact: 'phone', from: '+49 1', to: '+49 9' },
  ]);
  expect(await unseenContactChanges(database, anna), 'the lead who made the change').toHaveLength(3);
  expect(await unseenContactChanges(database, ali), 'a coordinator').toEqual([]);
  expect(await unseenContactChanges(database, former), 'a disabled account').toEqual([]);

  const ids = changes.map(({ id }) => id);
  await confirmContactChanges(database, anna, ids, 8);
  expect(await unseenContactChanges(database, omar), 'confirmed by somebody else').toHaveLength(3);
  await confirmContactChanges(database, omar, ids.slice(1), 8);
  expect(await unseenContactChanges(database, omar)).toMatchObject([{ fact: 'email' }]);
});

test('nobody is told of a version that changes no contact fact', async () => {
  const anna = await add('anna', 'lead');
  const after = { ...before, paidBy: { ar: 'x', en: 'x' } };
  await database
    .transaction()
    .execute((transaction) => tellLeads(transaction, { before, after, changedBy: anna, now: 7 }));
  expect(await unseenContactChanges(database, anna)).toEqual([]);
});
