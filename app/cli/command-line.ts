import type { RequeueSelection } from '#app/delivery/outbox/requeue.server.ts';
import { type ClosingReason, closingReasons } from '#app/enquiries/progress/progress.ts';
import { isIsoDate } from '#app/i18n/format/dates.ts';
import { readArguments, UsageError } from '#app/terminal/run-tool.server.ts';

/** A parsed command line of `npm run enquiries -- …`. References are not validated yet. */
export type Command = { json: boolean } & (
  | { name: 'help' }
  | { name: 'list'; state?: ListState }
  | { name: 'show' | 'take'; reference: string }
  | { name: 'done'; reference: string; reason?: ClosingReason }
  | { name: 'erase'; reference: string; yes: boolean }
  | { name: 'files'; reference: string; folder: string; unchecked: boolean }
  | { name: 'requeue'; selection: RequeueSelection }
  | { name: 'purge' | 'resume' | 'clock-is-right' }
  | { name: 'export'; folder?: string; since?: string }
);

const listStates = ['waiting', 'delivered', 'refused', 'erased'] as const;
export type ListState = (typeof listStates)[number];

export const usage = `Usage: npm run enquiries -- COMMAND

  list [--state STATE]         lists all enquiries, newest first; STATE is one of ${listStates.join(', ')}
  show REF                     shows one enquiry with its fields, files, deliveries and events
  take REF                     marks it as taken, which stops reminders and is shown to the family; reopens a closed one
  files REF DIR [--unchecked]  copies its files into DIR under their original names; never copies infected files, and
                               copies unchecked ones only with --unchecked
  done REF [--reason REASON]   closes it, so that it is erased after CLOSED_DAYS; until then, take REF reopens it. REASON
                               is one of ${closingReasons.join(', ')}
  erase REF [--yes]            erases it now, after asking for confirmation unless --yes is given; reference, kind,
                               country and dates remain
  requeue REF                  delivers it again immediately
  requeue --refused | --all    delivers all refused messages (--refused) or all undelivered ones (--all) again
  resume                       resumes deliveries and notices after a restore, which pauses them
  purge                        erases everything whose retention period has ended, as the running site does every hour
  clock-is-right               confirms that the clock is right, after the site was off for more than an hour or the
                               clock was changed; the skipped time then counts towards the retention period
  export [DIR] [--since DATE]  writes all enquiries and their files into DIR; without DIR, prints the enquiries as JSON
                               lines, without files; --since omits those before DATE (yyyy-mm-dd, German time)

  --json                       prints JSON; run npm with -s: npm run -s enquiries -- list --json
  --help                       prints this text`;

const options = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  state: { type: 'string' },
  refused: { type: 'boolean' },
  all: { type: 'boolean' },
  unchecked: { type: 'boolean' },
  since: { type: 'string' },
  reason: { type: 'string' },
  yes: { type: 'boolean' },
} as const;

const commandOptions = ['state', 'refused', 'all', 'since', 'unchecked', 'reason', 'yes'] as const;

/** The number of arguments (minimum and maximum) and the options of each command. */
const commandRules = new Map<
  string,
  { argumentRange: [number, number]; options?: readonly (typeof commandOptions)[number][] }
>([
  ['list', { argumentRange: [0, 0], options: ['state'] }],
  ['show', { argumentRange: [1, 1] }],
  ['take', { argumentRange: [1, 1] }],
  ['files', { argumentRange: [2, 2], options: ['unchecked'] }],
  ['done', { argumentRange: [1, 1], options: ['reason'] }],
  ['erase', { argumentRange: [1, 1], options: ['yes'] }],
  ['requeue', { argumentRange: [0, 1], options: ['refused', 'all'] }],
  ['purge', { argumentRange: [0, 0] }],
  ['resume', { argumentRange: [0, 0] }],
  ['clock-is-right', { argumentRange: [0, 0] }],
  ['export', { argumentRange: [0, 1], options: ['since'] }],
]);

/**
 * Parses the arguments after `npm run enquiries --`.
 * @throws {UsageError} for an invalid command line
 */
export function parseCommandLine(args: string[]): Command {
  const { values, positionals } = readArguments(options, usage, args);
  const { state, since, refused, all, reason } = values;
  const json = values.json ?? false;
  if (values.help) return { name: 'help', json };

  const [name = '', ...commandArguments] = positionals;
  const rule = commandRules.get(name);
  const count = commandArguments.length;
  if (!rule || count < rule.argumentRange[0] || count > rule.argumentRange[1]) throw new UsageError(usage);
  for (const option of commandOptions) {
    if (values[option] !== undefined && !rule.options?.includes(option)) {
      throw new UsageError(`${name} does not accept --${option}\n\n${usage}`);
    }
  }
  const [reference = '', folder = ''] = commandArguments;
  switch (name) {
    case 'list':
      if (state !== undefined && !isListState(state)) {
        throw new UsageError(`--state must be one of ${listStates.join(', ')}`);
      }
      return { name, json, state };
    case 'files':
      return { name, json, reference, folder, unchecked: values.unchecked ?? false };
    case 'requeue':
      if ([count > 0, refused, all].filter(Boolean).length !== 1) throw new UsageError(usage);
      return { name, json, selection: refused ? 'refused' : all ? 'all' : { reference } };
    case 'done':
      if (reason !== undefined && !isClosingReason(reason)) {
        throw new UsageError(`--reason must be one of ${closingReasons.join(', ')}`);
      }
      return { name, json, reference, reason };
    case 'erase':
      return { name, json, reference, yes: values.yes ?? false };
    case 'purge':
    case 'resume':
    case 'clock-is-right':
      return { name, json };
    case 'export':
      if (since !== undefined && !isIsoDate(since)) throw new UsageError('--since must be a date such as 2027-03-27');
      return { name, json, folder: commandArguments[0], since };
    default:
      return { name: name === 'take' ? name : 'show', json, reference };
  }
}

function isListState(state: string): state is ListState {
  return (listStates as readonly string[]).includes(state);
}

function isClosingReason(reason: string): reason is ClosingReason {
  return (closingReasons as readonly string[]).includes(reason);
}
