import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { commonPasswords } from './common-passwords.ts';
import type { Person } from './person.ts';

const hash = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;

/** OWASP's recommendation for Argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;

/** Lengths in characters; ASVS 5.0, 6.2.9, requires that at least 64 are allowed. */
const passwordLength = { min: 12, max: 128 };
/** What the fields for a password accept (UTF-16 code units): some devices type one character as several. */
const maxTypedLength = 512;

export type PasswordProblem = 'short' | 'long' | 'common';

/**
 * Checks a new password (ASVS 5.0, 6.2): it may have any characters, at least twelve, and must not be one that
 * attackers try first.
 * @param guessable from {@link guessableParts}
 */
export function checkPassword(password: string, guessable: readonly string[] = []): PasswordProblem | undefined {
  if (isOverlong(password)) return 'long';
  const length = Array.from(password).length;
  if (length < passwordLength.min) return 'short';
  if (length > passwordLength.max) return 'long';
  const simplified = simplify(password);
  const guesses = [...commonPasswords, ...guessable.filter((part) => part.length >= 3)].map(simplify);
  // What remains without the guessable parts has to be long enough by itself.
  const rest = guesses.reduce((text, guess) => text.split(guess).join(''), simplified);
  const isRepetition = new Set(simplified).size < 5;
  return isRepetition || rest.length < passwordLength.min / 2 ? 'common' : undefined;
}

/** Returns whether a text is too long for a password, so that nothing that depends on its length is done with it. */
function isOverlong(password: string): boolean {
  return password.length > maxTypedLength;
}

/**
 * Returns what an attacker would try for this person: the parts of their name, of their email address and of the
 * company's name.
 */
export function guessableParts({ name, email }: Pick<Person, 'name' | 'email'>, company: string): string[] {
  return [name, ...name.split(/\s+/), ...email.split(/[@.]/), ...company.split(/\s+/)];
}

/** Converts a password to lower case, removes spaces, and replaces digits and symbols that stand for letters. */
function simplify(password: string): string {
  const letters: Record<string, string> = {
    '0': 'o',
    '1': 'i',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '7': 't',
    '@': 'a',
    $: 's',
  };
  return password
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s/g, '')
    .replace(/[013457@$]/g, (character) => letters[character] ?? character);
}

/**
 * Hashes a password with Argon2id (RFC 9106).
 * @returns cost, salt and hash, separated by `$`
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return formatHash(salt, await hashWith(password, salt, cost));
}

/**
 * Returns whether a password has this hash. Without a hash, as for an unknown account, and for a text that is too long
 * for a password, it returns false after the same time.
 */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const [memory, passes, parallelism, salt = '', tag = ''] = (stored ?? noHash).split('$');
  const expected = Buffer.from(tag, 'base64');
  const isTooLong = isOverlong(password);
  const actual = await hashWith(isTooLong ? '' : password, Buffer.from(salt, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(actual, expected) && stored !== null && stored !== undefined && !isTooLong;
}

/** Takes as long to verify as a real hash. */
const noHash = formatHash(Buffer.alloc(16), Buffer.alloc(tagLength));

function formatHash(salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = cost;
  return [memory, passes, parallelism, salt.toString('base64'), tag.toString('base64')].join('$');
}

function hashWith(password: string, nonce: Buffer, parameters: typeof cost): Promise<Buffer> {
  const message = password.normalize('NFKC');
  return hash('argon2id', { message, nonce, tagLength, ...parameters });
}
