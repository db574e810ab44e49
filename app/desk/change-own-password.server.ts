import type { Database } from '#app/database/database.server.ts';
import { type Desk, textOf } from './access.server.ts';
import { checkPassword, guessableParts, verifyPassword } from './people/password.server.ts';
import { changePassword } from './sign-in/join.server.ts';
import { countWrongEntry } from './sign-in/sessions.server.ts';
import { verifyAgain } from './sign-in/verify-again.server.ts';
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
  const row = await database
    .selectFrom('desk_people')
    .select('password')
    .where('id', '=', person.id)
    .executeTakeFirst();
  if (!(await verifyPassword(textOf(form, 'current'), row?.password))) {
    await countWrongEntry(database, session.token);
    return { current: texts.account.wrong };
  }
  if (!(await verifyAgain(database, session, textOf(form, 'code'), now))) return { code: texts.join.wrongCode };
  await changePassword(database, person.id, password, now);
  return undefined;
}
