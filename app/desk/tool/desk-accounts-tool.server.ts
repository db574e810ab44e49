import { z } from 'zod';
import { databaseName, loadEnvironment } from '#app/env/env.server.ts';
import { openExistingStorage } from '#app/storage/open-storage.server.ts';
import { readArguments, runTool, UsageError } from '#app/terminal/run-tool.server.ts';
import { printable, printLine } from '#app/terminal/terminal.ts';
import { linkPath } from '../people/links.server.ts';
import { addPerson, findPerson, listPeople, resetPerson, setDisabled } from '../people/people.server.ts';
import { deskLanguages, type Person, roles } from '../people/person.ts';

const usage = `Usage: npm run desk -- COMMAND

  add EMAIL --role ROLE [--name NAME] [--language CODE]
                 adds somebody to the web desk and prints a one-time link, valid for 24 hours; ROLE is ${roles.join(' or ')},
                 CODE one of ${deskLanguages.join(', ')}. The first person must be a lead, and turns the desk on
  list           lists the people; outdated: has to connect the authenticator app again, at the next sign-in
  reset EMAIL    prints another one-time link, for a lost password, phone or recovery codes, and signs the person out
  disable EMAIL  disables the account and signs the person out
  enable EMAIL   enables it again

  --help         prints this text`;

const options = {
  role: { type: 'string' },
  name: { type: 'string' },
  language: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const newPerson = z.object({
  email: z.email({ error: 'EMAIL must be an email address' }).max(254),
  name: z.string().trim().min(1, 'NAME must not be empty').max(100),
  role: z.enum(roles, { error: `--role must be ${roles.join(' or ')}` }),
  language: z.enum(deskLanguages, { error: `--language must be one of ${deskLanguages.join(', ')}` }),
});

/** `npm run desk -- …` manages the accounts of the web desk: to add the first lead, and when nobody can sign in. */
await runTool(async () => {
  const { values, positionals } = readArguments(options, usage);
  const [command, email, ...rest] = positionals;
  if (values.help || command === undefined) {
    printLine(usage);
    return;
  }
  if (rest.length > 0 || (command === 'list') !== (email === undefined)) throw new UsageError(usage);
  const { env } = loadEnvironment();
  const storage = await openExistingStorage(env);
  console.error(`Database: ${databaseName(env)}`);
  const { database } = storage;
  const now = Date.now();
  const personWith = async (address = ''): Promise<Person> => {
    const person = await findPerson(database, { email: address });
    if (!person) throw new UsageError(`Nobody has an account with ${printable(address)}.`);
    return person;
  };
  const printLink = (token: string) => {
    printLine(`${env.SITE_URL ?? `http://localhost:${env.PORT}`}${linkPath(token)}`);
    console.error('The link works once, for 24 hours.');
  };
  try {
    switch (command) {
      case 'add': {
        const { role = '', language = 'en', name = email?.split('@')[0] } = values;
        const parsed = newPerson.safeParse({ email, name, role, language });
        if (!parsed.success) throw new UsageError(`${parsed.error.issues[0]?.message ?? ''}\n\n${usage}`);
        if (parsed.data.role !== 'lead' && (await listPeople(database)).length === 0) {
          throw new UsageError('The first person must be a lead, who can add others: --role lead');
        }
        const added = await addPerson(database, parsed.data, null, now);
        if (!added) throw new UsageError(`${printable(parsed.data.email)} already has an account.`);
        printLink(added.token);
        return;
      }
      case 'list':
        for (const person of await listPeople(database)) {
          printLine([person.email, person.role, stateOf(person), printable(person.name)].join('\t'));
        }
        return;
      case 'reset':
        printLink(await resetPerson(database, (await personWith(email)).id, null, now));
        return;
      case 'disable':
      case 'enable': {
        const { id } = await personWith(email);
        if (await setDisabled(database, id, command === 'disable', null, now)) {
          throw new UsageError('This is the last lead: add another one first.');
        }
        return;
      }
      default:
        throw new UsageError(usage);
    }
  } finally {
    await storage.close();
  }
});

/** Returns the state of an account, in a word for scripts. */
function stateOf({ hasJoined, mustRenewApp, disabledAt }: Person): string {
  if (disabledAt !== undefined) return 'disabled';
  if (mustRenewApp) return 'outdated';
  return hasJoined ? 'active' : 'invited';
}
