import { expect, test } from 'vitest';
import { costRatio } from '#tests/support/reference-load.ts';
import { checkPassword, guessableParts, hashPassword, verifyPassword } from './password.server.ts';

const guessable = guessableParts({ name: 'Lina Haddad', email: 'lina.haddad@example.com' }, 'Rihla Medical');

test.each([
  ['eine Fähre im Nebel', undefined],
  ['قارب صغير في الضباب', undefined],
  ['correct horse battery', undefined],
  ['kurz', 'short'],
  ['elf Zeichen', 'short'],
  ['😀'.repeat(11), 'short'],
  ['x'.repeat(129), 'long'],
  ['aaaaaaaaaaaaaaaa', 'common'],
  ['abababababababab', 'common'],
  ['Passwort1234', 'common'],
  ['P@ssw0rd2026!', 'common'],
  ['qwertzuiop123456', 'common'],
  ['LinaHaddad2026', 'common'],
  ['lina.haddad@example', 'common'],
  ['Rihla Medical 1', 'common'],
] as const)('%s: %s', (password, problem) => {
  expect(checkPassword(password, guessable)).toBe(problem);
});

test('the whole password is verified, whichever way its characters are composed', async () => {
  const password = `Fähre ${'\uFDFA'.repeat(100)} ende`;
  const stored = await hashPassword(password);
  expect(stored).not.toContain('Fähre');
  expect(stored.split('$').slice(0, 3)).toEqual(['19456', '2', '1']);
  expect(await verifyPassword(password, stored)).toBe(true);
  expect(await verifyPassword(password.normalize('NFD'), stored)).toBe(true);
  expect(await verifyPassword(password.toLowerCase(), stored)).toBe(false);
  expect(await verifyPassword(password.slice(0, -1), stored)).toBe(false);
  expect(await hashPassword(password), 'salted').not.toBe(stored);
});

test('no password is accepted for somebody who does not exist or has not joined', async () => {
  for (const stored of [undefined, null]) expect(await verifyPassword('', stored)).toBe(false);
});

test('a text that is too long for a password costs no more than a password', async () => {
  const stored = await hashPassword('eine Fähre im Nebel');
  // Sorting the marks of a letter takes quadratic time.
  const text = '\u0323\u0301'.repeat(500_000);
  expect(
    await costRatio(async () => {
      expect(checkPassword(text)).toBe('long');
      expect(await verifyPassword(text, stored)).toBe(false);
      expect(await verifyPassword(text, await hashPassword(''))).toBe(false);
    }),
  ).toBeLessThan(1);
});
