import type { Database } from '#app/database/database.server.ts';
import { type Desk, textOf } from './access.server.ts';
import { checkPassword, guessableParts } from './people/password.server.ts';
import { changePassword } from './sign-in/join.server.ts';
import { verifyPasswordAndCode } from './sign-in/verify-again.server.ts';
import type { AccountProblems } from './view/account-page.tsx';

/**
 * Changes the password of the person who is signed in, which ends all their sessions.
 * @returns what is wrong; undefined if the password was changed
 */
export async function changeOwnPassword(
  database: Database,
  { person, session, texts }: Desk,
  form: FormData,
  company: string,
  now: number,
): Promise<AccountProblems | undefined> {
  const password = textOf(form, 'password');
  const problem = checkPassword(password, guessableParts(person, company));
  if (problem) return { password: texts.join.problem[problem] };
  const entered = { password: textOf(form, 'current'), code: textOf(form, 'code') };
  switch (await verifyPasswordAndCode(database, session, entered, now)) {
    case 'password':
      return { current: texts.account.wrong };
    case 'code':
      return { code: texts.join.wrongCode };
    case undefined:
      await changePassword(database, person.id, password, now);
      return undefined;
  }
}
