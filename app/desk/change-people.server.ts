import { z } from 'zod';
import type { Database } from '#app/database/database.server.ts';
import { type Desk, textOf } from './access.server.ts';
import { linkPath } from './people/links.server.ts';
import { addPerson, changeRole, findPerson, resetPerson, setDisabled } from './people/people.server.ts';
import { deskLanguages, roles } from './people/person.ts';
import { verifyAgain } from './sign-in/verify-again.server.ts';
import type { PeopleOutcome } from './view/people-page.tsx';

const newPerson = z.object({
  name: z.string().trim().min(1).max(100),
  email: z.email().max(254),
  role: z.enum(roles),
  language: z.enum(deskLanguages),
});

/**
 * Adds or changes a person, as requested by a lead in a form on the people page.
 * @param origin the site's public origin, for the one-time link
 */
export async function changePeople(
  database: Database,
  desk: Desk,
  form: FormData,
  origin: string,
  now: number,
): Promise<PeopleOutcome> {
  const { people: texts } = desk.texts;
  const intent = textOf(form, 'intent');
  const entered = {
    intent,
    personId: textOf(form, 'person'),
    name: textOf(form, 'name'),
    email: textOf(form, 'email').trim(),
    role: textOf(form, 'role'),
    language: textOf(form, 'language'),
  };
  if (!desk.isVerified && !(await verifyAgain(database, desk.session, textOf(form, 'code'), now))) {
    return { codeProblem: desk.texts.signIn.wrong, entered };
  }
  const actor = desk.person.id;
  if (intent === 'add') {
    const parsed = newPerson.safeParse(entered);
    if (!parsed.success) return { problem: texts.invalid, entered };
    const added = await addPerson(database, parsed.data, actor, now);
    return added ? { link: linkTo(added.person.name, added.token, origin) } : { problem: texts.exists, entered };
  }
  const person = await findPerson(database, { id: entered.personId });
  // Leads can change only other people: their own role and access are another lead's decision.
  if (!person || person.id === actor) return { problem: desk.texts.error.form };
  switch (intent) {
    case 'reset':
      return { link: linkTo(person.name, await resetPerson(database, person.id, actor, now), origin) };
    case 'lead':
    case 'coordinator':
      return (await changeRole(database, person.id, intent, actor, now)) ? { problem: texts.lastLead } : {};
    case 'disable':
    case 'enable':
      return (await setDisabled(database, person.id, intent === 'disable', actor, now))
        ? { problem: texts.lastLead }
        : {};
    default:
      return { problem: desk.texts.error.form };
  }
}

function linkTo(name: string, token: string, origin: string): PeopleOutcome['link'] {
  return { name, url: origin + linkPath(token) };
}
