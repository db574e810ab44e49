import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { joinAs, type Member, password } from '#tests/support/desk-people.ts';
import { readAudit } from '../audit/audit.server.ts';
import * as passwords from '../people/password.server.ts';
import { setDisabled } from '../people/people.server.ts';
import { changePassword } from './join.server.ts';
import { findSession, removeEndedSessions, type Session, sessionLifetimes } from './sessions.server.ts';
import { signIn, signOut, signOutEverywhere } from './sign-in.server.ts';
import { verifyAgain, verifyPasswordAndCode } from './verify-again.server.ts';

const now = Date.UTC(2031, 2, 27, 13, 0);
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let database: Database;
let member: Member;
beforeEach(async () => {
  database = await openDatabase(':memory:');
  await joinAs(database, { name: 'Lina', role: 'lead' }, now);
  member = await joinAs(database, { name: 'Omar', role: 'coordinator' }, now);
});
afterEach(() => database.destroy());

const countSessions = async () => (await database.selectFrom('desk_sessions').select('token_hash').execute()).length;

async function start(isOwnDevice = false, at = now): Promise<string> {
  return (await member.session(database, at, isOwnDevice)) ?? '';
}

/** Uses a session at intervals (ms). @returns how long it lasted (ms) */
async function measureLifetime(token: string, interval: number, maxDuration: number): Promise<number> {
  for (let time = interval; time <= maxDuration; time += interval) {
    if (!(await findSession(database, token, now + time))) return time - interval;
  }
  return maxDuration;
}

test('a session is stored as a hash and belongs to its person', async () => {
  const token = await start();
  expect(JSON.stringify(await database.selectFrom('desk_sessions').selectAll().execute())).not.toContain(token);
  expect((await findSession(database, token, now))?.person.id).toBe(member.id);
  expect(await findSession(database, 'x'.repeat(22), now)).toBeUndefined();
});

describe.each([
  { isOwnDevice: false, idle: 30 * minute, total: 12 * hour },
  { isOwnDevice: true, idle: 7 * day, total: 30 * day },
])('with "my own phone" $isOwnDevice', ({ isOwnDevice, idle, total }) => {
  test('it ends if it is not used', async () => {
    const token = await start(isOwnDevice);
    expect(await findSession(database, token, now + idle)).toBeDefined();
    expect(await findSession(database, token, now + 2 * idle + 1)).toBeUndefined();
    expect(await countSessions()).toBe(0);
  });

  test('it ends after the total lifetime even if it is used', async () => {
    const token = await start(isOwnDevice);
    expect(await measureLifetime(token, total / 60, 2 * total)).toBe(total);
  });
});

test('a session does not come back after it has ended, even if the clock is set back', async () => {
  const token = await start();
  expect(await findSession(database, token, now + 31 * minute)).toBeUndefined();
  expect(await findSession(database, token, now + minute)).toBeUndefined();
});

test('signing out ends one session; signing out everywhere and a new password end all of that person’s sessions', async () => {
  const tokens = [await start(), await start(false, now + minute), await start(true, now + 2 * minute)];
  const at = now + 3 * minute;
  const session = await findSession(database, tokens[0] ?? '', at);
  if (!session) throw new Error('no session');
  await signOut(database, session, at);
  expect(await countSessions()).toBe(2);
  await signOutEverywhere(database, session, at);
  expect(await countSessions()).toBe(0);
  await start(true, at);
  const other = await joinAs(database, { name: 'Sara', role: 'coordinator' }, at);
  await other.session(database, at);
  await changePassword(database, member.id, 'another sentence of mine', at);
  expect(await countSessions()).toBe(1);
});

test('disabling an account ends its sessions', async () => {
  const token = await start();
  await setDisabled(database, member.id, true, null, now);
  expect(await findSession(database, token, now)).toBeUndefined();
});

test('signing in again ends the session that the browser had', async () => {
  const earlierSession = await start();
  const at = now + minute;
  const credentials = { email: member.email, password: 'wrong', code: member.code(at), isOwnDevice: false };
  await signIn(database, { ...credentials, earlierSession }, at);
  expect(await findSession(database, earlierSession, at), 'a rejected attempt ends no session').toBeDefined();
  expect(await signIn(database, { ...credentials, password, earlierSession }, at)).toHaveProperty('session');
  expect(await findSession(database, earlierSession, at)).toBeUndefined();
});

test('five wrong codes end a session; a correct one in between resets the count', async () => {
  const token = await start();
  const session = await findSession(database, token, now);
  if (!session) throw new Error('no session');
  const enter = (code: string, at = now) => verifyAgain(database, session, code, at);
  for (let count = 1; count <= 4; count += 1) expect(await enter('12345')).toBe(false);
  expect(await enter(member.code(now + minute), now + minute)).toBe(true);
  for (let count = 1; count <= 4; count += 1) await enter('12345');
  expect(await findSession(database, token, now + minute)).toBeDefined();
  await enter('12345');
  expect(await findSession(database, token, now + minute)).toBeUndefined();
});

describe('wrong entries in a session', () => {
  let session: Session;
  beforeEach(async () => {
    const found = await findSession(database, await start(), now);
    if (!found) throw new Error('no session');
    session = found;
  });
  const audited = async () =>
    (await readAudit(database, { limit: 100 })).flatMap(({ action, personId }) =>
      ['entry_refused', 'session_ended'].includes(action) && personId === member.id ? [action] : [],
    );

  test.each([
    ['passwords', (index: number) => ({ password: `guess ${index}`, code: '000000' })],
    ['codes with the right password', (index: number) => ({ password, code: `00000${index}` })],
  ])('are counted before they are checked: of thirteen %s at once, five are checked', async (_what, entered) => {
    const checks = vi.spyOn(passwords, 'verifyPassword');
    const results = await Promise.all(
      Array.from({ length: 13 }, (_, index) => verifyPasswordAndCode(database, session, entered(index), now)),
    );
    expect(results).not.toContain(undefined);
    expect(checks).toHaveBeenCalledTimes(5);
    expect(await findSession(database, session.token, now)).toBeUndefined();
    expect((await audited()).sort()).toEqual([...Array<string>(13).fill('entry_refused'), 'session_ended']);
  });

  test('a right entry after five wrong ones at once is not accepted', async () => {
    await Promise.all(Array.from({ length: 5 }, () => verifyAgain(database, session, '12345', now)));
    expect(await verifyAgain(database, session, member.code(now + minute), now + minute)).toBe(false);
    const right = { password, code: member.code(now + minute) };
    expect(await verifyPasswordAndCode(database, session, right, now + minute)).toBe('password');
  });

  test('a form with a password and a code is one entry', async () => {
    for (let count = 0; count < 4; count += 1) {
      expect(await verifyPasswordAndCode(database, session, { password, code: '12345' }, now)).toBe('code');
    }
    const right = { password, code: member.code(now + minute) };
    expect(await verifyPasswordAndCode(database, session, right, now + minute)).toBeUndefined();
    expect(await audited()).toEqual(Array<string>(4).fill('entry_refused'));
  });
});

test('sessions that have ended are removed', async () => {
  await start();
  await start(true, now + minute);
  await removeEndedSessions(database, now + minute + sessionLifetimes.shared.idle);
  expect(await countSessions()).toBe(1);
  await removeEndedSessions(database, now + 2 * minute + sessionLifetimes.own.idle);
  expect(await countSessions()).toBe(0);
});
