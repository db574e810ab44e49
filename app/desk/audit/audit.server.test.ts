import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { findBrokenEntry, readAudit, recordAction } from './audit.server.ts';

const now = Date.UTC(2031, 2, 27, 13, 0);

let database: Database;
beforeEach(async () => {
  database = await openDatabase(':memory:');
});
afterEach(() => database.destroy());

async function record(count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    await recordAction(database, {
      at: now + number,
      personId: 'p1',
      action: 'request_opened',
      subject: `R${number}`,
    });
  }
}

test('entries are numbered without gaps, even when they are recorded at the same time', async () => {
  await Promise.all([record(5), record(5), record(5)]);
  const entries = await readAudit(database, { limit: 100 });
  expect(entries.map(({ number }) => number)).toEqual(Array.from({ length: 15 }, (_, index) => 15 - index));
  expect(await findBrokenEntry(database)).toBeUndefined();
});

test('the next page starts after the last entry of the previous one', async () => {
  await record(5);
  expect((await readAudit(database, { limit: 2 })).map(({ number }) => number)).toEqual([5, 4]);
  expect((await readAudit(database, { before: 4, limit: 10 })).map(({ number }) => number)).toEqual([3, 2, 1]);
});

test('an empty log is intact', async () => {
  expect(await findBrokenEntry(database)).toBeUndefined();
});

describe('detects that', () => {
  beforeEach(() => record(6));

  test.each([{ at: 1 }, { person_id: 'p2' }, { person_id: null }, { action: 'file_opened' }, { subject: 'R9' }])(
    'an entry was changed: %j',
    async (change) => {
      await database.updateTable('desk_audit').set(change).where('number', '=', 3).execute();
      expect(await findBrokenEntry(database)).toBe(3);
    },
  );

  test('an entry was changed and the hash of another one copied to it', async () => {
    const other = await database.selectFrom('desk_audit').select('hash').where('number', '=', 2).executeTakeFirst();
    await database.updateTable('desk_audit').set({ hash: other?.hash }).where('number', '=', 3).execute();
    expect(await findBrokenEntry(database)).toBe(3);
  });

  test.each([1, 3])('entry %d was deleted', async (number) => {
    await database.deleteFrom('desk_audit').where('number', '=', number).execute();
    expect(await findBrokenEntry(database)).toBe(number + 1);
  });

  test('an entry was deleted and the later ones were renumbered', async () => {
    await database.deleteFrom('desk_audit').where('number', '=', 3).execute();
    for (const number of [4, 5, 6]) {
      await database
        .updateTable('desk_audit')
        .set({ number: number - 1 })
        .where('number', '=', number)
        .execute();
    }
    expect(await findBrokenEntry(database)).toBe(3);
  });

  test('an entry was inserted at the end, or between two others', async () => {
    const forged = { at: now, person_id: 'p2', action: 'signed_in', subject: null, hash: 'f'.repeat(64) };
    await database
      .insertInto('desk_audit')
      .values({ ...forged, number: 7 })
      .execute();
    expect(await findBrokenEntry(database)).toBe(7);
    await database.deleteFrom('desk_audit').where('number', '>=', 4).execute();
    await database
      .insertInto('desk_audit')
      .values({ ...forged, number: 4 })
      .execute();
    expect(await findBrokenEntry(database)).toBe(4);
  });
});

test('a change in the middle of a long log is found', async () => {
  await record(1200);
  expect(await findBrokenEntry(database)).toBeUndefined();
  await database.updateTable('desk_audit').set({ subject: 'x' }).where('number', '=', 1001).execute();
  expect(await findBrokenEntry(database)).toBe(1001);
});
