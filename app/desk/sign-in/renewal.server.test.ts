import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import {
  codeAt,
  derivedSecret,
  joinAs,
  joinedEarlier,
  type Member,
  password,
  secretOfLink,
} from '#tests/support/desk-people.ts';
import { readAudit } from '../audit/audit.server.ts';
import { findLink, renewalLifetime } from '../people/links.server.ts';
import { findPerson, resetPerson, setDisabled } from '../people/people.server.ts';
import { changePassword, join } from './join.server.ts';
import { findSession } from './sessions.server.ts';
import { type Credentials, signIn, signOutEverywhere } from './sign-in.server.ts';
import { verifyAgain } from './verify-again.server.ts';

// Earlier versions derived the secret of the authenticator app from the address of the one-time link, so whoever had seen
// a used link had the second factor. Those apps are connected again.

const now = Date.UTC(2031, 2, 27, 13, 0);
const minute = 60_000;

let database: Database;
let member: Member;
beforeEach(async () => {
  database = await openDatabase(':memory:');
  await joinAs(database, { name: 'Lina', role: 'lead' }, now);
  member = await joinedEarlier(database, { name: 'Omar', role: 'coordinator' }, now);
});
afterEach(() => database.destroy());

const enter = (entered: Partial<Credentials>, at = now) =>
  signIn(database, { email: member.email, password, code: '', isOwnDevice: false, ...entered }, at);
const factorsOf = async (id = member.id) =>
  database.selectFrom('desk_people').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const actions = async () => (await readAudit(database, { limit: 100 })).map(({ action }) => action);

/** Signs in with a recovery code. @returns the token of the link that connects the app again */
async function begin(code = member.recoveryCodes[0] ?? '', at = now): Promise<string> {
  const result = await enter({ code }, at);
  if (!('renewal' in result)) throw new Error(JSON.stringify(result));
  return result.renewal;
}

async function finish(token: string, at = now) {
  const secret = await secretOfLink(database, token, at);
  return { secret, result: await join(database, token, { password: '', code: codeAt(secret, at) }, at) };
}

describe('the derived secret', () => {
  test('opens nothing and connects no app, whatever else is entered', async () => {
    const before = await factorsOf();
    expect(before.totp_secret).toBe(derivedSecret(`${member.id}-token`));
    expect(await enter({ code: member.code(now) })).toEqual({ problem: 'outdated' });
    expect(await enter({ password: 'a wrong password', code: member.code(now) })).toEqual({ problem: 'wrong' });
    expect(await enter({ password: '', code: member.code(now) })).toEqual({ problem: 'wrong' });
    expect(await database.selectFrom('desk_sessions').selectAll().execute()).toEqual([]);
    expect(await database.selectFrom('desk_links').selectAll().execute()).toEqual([]);
    expect(await factorsOf()).toEqual(before);
    expect(await actions()).toContain('app_refused');
  });

  test('does not confirm anything in a session of the earlier version either, but a recovery code does', async () => {
    await database
      .updateTable('desk_people')
      .set({ totp_secret: 'A'.repeat(40) })
      .where('id', '=', member.id)
      .execute();
    const started = await enter({ code: codeAt('A'.repeat(40), now) });
    if (!('session' in started)) throw new Error('no session');
    await database
      .updateTable('desk_people')
      .set({ totp_secret: derivedSecret(`${member.id}-token`) })
      .where('id', '=', member.id)
      .execute();
    const session = await findSession(database, started.session, now);
    if (!session) throw new Error('The session has ended');
    expect(session.person.mustRenewApp).toBe(true);
    expect(await verifyAgain(database, session, member.code(now + minute), now + minute)).toBe(false);
    expect(await verifyAgain(database, session, member.recoveryCodes[0] ?? '', now + minute)).toBe(true);
  });
});

describe('connecting the app again', () => {
  test('needs the password and a recovery code, then a code of the new app; everything old ends', async () => {
    expect(await enter({ password: 'a wrong password', code: member.recoveryCodes[0] ?? '' })).toEqual({
      problem: 'wrong',
    });
    const token = await begin();
    expect(await findLink(database, token, now)).toMatchObject({ personId: member.id, keepsPassword: true });
    expect(await join(database, token, { password: '', code: member.code(now) }, now)).toEqual({ problem: 'code' });
    const { secret, result } = await finish(token);
    if (!('recoveryCodes' in result)) throw new Error(result.problem);
    expect(await findPerson(database, { id: member.id })).toMatchObject({ hasJoined: true, mustRenewApp: false });
    expect((await factorsOf()).totp_secret).toBe(secret);
    expect(await enter({ code: member.code(now + minute) }, now + minute)).toEqual({ problem: 'wrong' });
    expect(await enter({ code: member.recoveryCodes[0] ?? '' }, now + minute)).toEqual({ problem: 'wrong' });
    expect(await enter({ code: codeAt(secret, now + minute) }, now + minute)).toHaveProperty('session');
    expect(await enter({ code: result.recoveryCodes[0] ?? '' }, now + minute)).toHaveProperty('session');
    expect(await actions()).toEqual(expect.arrayContaining(['app_renewal_begun', 'app_renewed']));
  });

  test('can be interrupted as often as people like, with the same recovery code', async () => {
    const tokens: string[] = [];
    for (let count = 0; count < 12; count += 1) tokens.push(await begin());
    expect(await secretOfLink(database, tokens[0] ?? '', now + 1)).toBe(
      await secretOfLink(database, tokens[0] ?? '', now),
    );
    const later = now + 2 * renewalLifetime;
    expect(await findLink(database, tokens[0] ?? '', later)).toBeUndefined();
    expect((await finish(await begin(undefined, later), later)).result).toHaveProperty('recoveryCodes');
  });

  test('works in either of two tabs, each with a secret of its own, but only once', async () => {
    const [first, second] = [await begin(), await begin(member.recoveryCodes[1])];
    expect(await secretOfLink(database, first, now)).not.toBe(await secretOfLink(database, second, now));
    expect((await finish(first)).result).toHaveProperty('recoveryCodes');
    expect(await findLink(database, second, now)).toBeUndefined();
    expect(await join(database, second, { password: '', code: '000000' }, now)).toEqual({ problem: 'link' });
  });

  test('of two tabs that finish at the same moment, one wins', async () => {
    const tokens = [await begin(), await begin()];
    const secrets = await Promise.all(tokens.map((token) => secretOfLink(database, token, now)));
    const results = await Promise.all(
      tokens.map(async (token, index) => {
        const secret = secrets[index] ?? '';
        return { secret, result: await join(database, token, { password: '', code: codeAt(secret, now) }, now) };
      }),
    );
    const won = results.filter(({ result }) => 'recoveryCodes' in result);
    expect(won).toHaveLength(1);
    expect((await factorsOf()).totp_secret).toBe(won[0]?.secret);
  });

  test('is also possible with a new link from a lead, which ends what was begun', async () => {
    const begun = await begin();
    const token = await resetPerson(database, member.id, null, now);
    expect(await findLink(database, begun, now)).toBeUndefined();
    expect(await enter({ code: member.recoveryCodes[0] ?? '' })).toEqual({ problem: 'wrong' });
    const secret = await secretOfLink(database, token, now);
    expect(await join(database, token, { password, code: codeAt(secret, now) }, now)).toHaveProperty('recoveryCodes');
    expect((await findPerson(database, { id: member.id }))?.mustRenewApp).toBe(false);
  });

  test('that was begun ends with a new password, with signing out everywhere and with the account', async () => {
    const session = { token: 'x', verifiedAt: now, isOwnDevice: false };
    const person = await findPerson(database, { id: member.id });
    if (!person) throw new Error('The account is missing');
    for (const end of [
      () => changePassword(database, member.id, password, now),
      () => signOutEverywhere(database, { ...session, person }, now),
      () => setDisabled(database, member.id, true, null, now),
    ]) {
      const begun = await begin();
      await end();
      expect(await findLink(database, begun, now)).toBeUndefined();
    }
  });
});
