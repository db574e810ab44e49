import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { codeAt, joinAs, type Member } from '#tests/support/desk-people.ts';
import { consumeCode, hashRecoveryCodes, newRecoveryCodes, stepOfCode, totpUri } from './second-factor.server.ts';

const step = 30_000;
const now = Date.UTC(2031, 2, 27, 13, 0);

describe('codes of an authenticator app', () => {
  /** The secret of RFC 6238, appendix B. The appendix lists codes of eight digits, of which ours are the last six. */
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

  test.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1234567890, '005924'],
    [20000000000, '353130'],
  ])('are those of RFC 6238 at %d s', (seconds, code) => {
    expect(stepOfCode(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
    expect(stepOfCode(secret, `${code.slice(0, 3)} ${code.slice(3)}`, seconds * 1000)).toBeDefined();
  });

  test.each(['٢٨٧٠٨٢', '۲۸۷۰۸۲', '２８７０８２', '287-082', '\u200F287 082\u200E', '\u2067٢٨٧–٠٨٢\u2069'])(
    'are read as typed on any keyboard or pasted: %j',
    (code) => {
      expect(stepOfCode(secret, code, 59_000)).toBe(1);
    },
  );

  test.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('a code %d steps away is accepted: %s', (steps, isAccepted) => {
    const code = codeAt(secret, now + steps * step);
    expect(stepOfCode(secret, code, now)).toBe(isAccepted ? now / step + steps : undefined);
  });

  test.each(['', '12345', '1234567', 'abcdef', '-12345', '1e5000'])('%j is not a code', (code) => {
    expect(stepOfCode(secret, code, 59_000)).toBeUndefined();
  });

  test('the URI names the company and the person', () => {
    const uri = new URL(totpUri(secret, 'a@example.com', 'Rihla Ö'));
    expect(uri.protocol).toBe('otpauth:');
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      secret,
      issuer: 'Rihla Ö',
      digits: '6',
      period: '30',
    });
    expect(decodeURIComponent(uri.pathname)).toContain('a@example.com');
  });
});

describe('accepting', () => {
  let database: Database;
  let member: Member;
  beforeEach(async () => {
    database = await openDatabase(':memory:');
    member = await joinAs(database, { name: 'Lina', role: 'lead' }, now);
  });
  afterEach(() => database.destroy());

  const consumeFor = async (id: string, code: string, at = now) => {
    const result = await database.transaction().execute((transaction) => consumeCode(transaction, id, code, at));
    return result === 'accepted';
  };
  const consume = (code: string, at = now) => consumeFor(member.id, code, at);

  test('a code is accepted once, and earlier codes are not accepted after it', async () => {
    expect(await consume(member.code(now))).toBe(true);
    expect(await consume(member.code(now))).toBe(false);
    expect(await consume(member.code(now), now + step)).toBe(false);
    expect(await consume(member.code(now - step))).toBe(false);
    expect(await consume(member.code(now + step))).toBe(true);
    expect(await consume(member.code(now + step), now + step)).toBe(false);
    expect(await consume(member.code(now + 2 * step), now + 2 * step)).toBe(true);
  });

  test('if a code is used several times at once, it is accepted once', async () => {
    const results = await Promise.all(Array.from({ length: 5 }, () => consume(member.code(now))));
    expect(results.filter(Boolean)).toHaveLength(1);
  });

  test('the code that opened the account is used up', async () => {
    expect(await consume(member.code(now - step))).toBe(false);
  });

  test('a recovery code is accepted once, however it is typed', async () => {
    const [first = '', second = '', third = ''] = member.recoveryCodes;
    expect(member.recoveryCodes).toHaveLength(10);
    expect(await consume(first)).toBe(true);
    expect(await consume(first)).toBe(false);
    const typed = `${second.slice(0, 5)}-${second.slice(5)}`.toLowerCase().replace(/0/g, 'o').replace(/1/g, 'l');
    expect(await consume(` ${typed} `)).toBe(true);
    // Of three keyboards: Arabic, Persian and full-width.
    const foreign = third.replace(/\d/g, (digit) => '٠١٢۳۴۵６７８９'.charAt(Number(digit)));
    expect(await consume(`\u200F${foreign.slice(0, 5)}–${foreign.slice(5)}\u200E`)).toBe(true);
    const results = await Promise.all(Array.from({ length: 5 }, () => consume(member.recoveryCodes[3] ?? '')));
    expect(results.filter(Boolean)).toHaveLength(1);
  });

  test('no code is accepted for somebody who does not exist or has not joined', async () => {
    expect(await consumeFor('nobody', member.code(now))).toBe(false);
    await database.updateTable('desk_people').set({ totp_secret: null, recovery_codes: '[]' }).execute();
    expect(await consume(member.code(now))).toBe(false);
    expect(await consume(member.recoveryCodes[0] ?? '')).toBe(false);
  });
});

test('recovery codes differ, and only their hashes are stored', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  expect(codes.filter((code) => hashRecoveryCodes(codes).includes(code))).toEqual([]);
});
