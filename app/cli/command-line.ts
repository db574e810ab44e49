import { parseArgs } from 'node:util';
import type { RequeueSelection } from '#app/delivery/outbox/requeue.server.ts';
import { isIsoDate } from '#app/i18n/format/dates.ts';
import { readArguments, UsageError } from '#app/terminal/run-tool.server.ts';

/** A parsed command line of `npm run enquiries -- …`. References are as typed. */
export type Command = { json: boolean } & (
  | { name: 'help' }
  | { name: 'list'; state?: ListState }
  | { name: 'show' | 'take' | 'done'; reference: string }
  | { name: 'files'; reference: string; folder: string; unchecked: boolean }
  | { name: 'requeue'; which: RequeueSelection }
  | { name: 'purge' | 'resume' | 'clock-is-right' }
  | { name: 'export'; folder?: string; since?: string }
);

const listStates = ['waiting', 'delivered', 'refused', 'erased'] as const;
export type ListState = (typeof listStates)[number];

export const usage = `Usage: npm run enquiries -- COMMAND

  list [--state STATE]         lists all enquiries, newest first; STATE is ${listStates.join(', ')}
  show REF                     shows one enquiry: what was sent, its files, and its delivery
  take REF                     marks it as taken by somebody, which stops the reminders
  files REF DIR [--unchecked]  copies its files into DIR under their names; infected files are never copied, unchecked
                               ones only with --unchecked
  done REF                     erases it because it has been dealt with; reference, kind and dates remain
  requeue REF                  delivers it again, now
  requeue --refused | --all    delivers everything that a desk has refused (--refused), or everything undelivered (--all)
  resume                       resumes deliveries and notices, which a restore has paused
  purge                        erases what is past its retention period, as the running site does every hour
  clock-is-right               confirms the clock after the site was off for more than an hour or the clock was set; that
                               time then counts towards the retention period
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
} as const;

const commandOptions = ['state', 'refused', 'all', 'since', 'unchecked'] as const;

/** The number of arguments (minimum and maximum) and the options of each command. */
const grammar = new Map<
  string,
  { argumentCount: [number, number]; options?: readonly (typeof commandOptions)[number][] }
>([
  ['list', { argumentCount: [0, 0], options: ['state'] }],
  ['show', { argumentCount: [1, 1] }],
  ['take', { argumentCount: [1, 1] }],
  ['files', { argumentCount: [2, 2], options: ['unchecked'] }],
  ['done', { argumentCount: [1, 1] }],
  ['requeue', { argumentCount: [0, 1], options: ['refused', 'all'] }],
  ['purge', { argumentCount: [0, 0] }],
  ['resume', { argumentCount: [0, 0] }],
  ['clock-is-right', { argumentCount: [0, 0] }],
  ['export', { argumentCount: [0, 1], options: ['since'] }],
]);

/**
 * Parses the arguments after `npm run enquiries --`.
 * @throws {UsageError} for an invalid command line
 */
export function readCommandLine(args: string[]): Command {
  const { values, positionals } = readArguments(() => parseArgs({ args, options, allowPositionals: true }), usage);
  const { state, since, refused, all } = values;
  const json = values.json ?? false;
  if (values.help) return { name: 'help', json };

  const [name = '', ...commandArguments] = positionals;
  const rule = grammar.get(name);
  const count = commandArguments.length;
  if (!rule || count < rule.argumentCount[0] || count > rule.argumentCount[1]) throw new UsageError(usage);
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
      return { name, json, which: refused ? 'refused' : all ? 'all' : { reference } };
    case 'purge':
    case 'resume':
    case 'clock-is-right':
      return { name, json };
    case 'export':
      if (since !== undefined && !isIsoDate(since)) throw new UsageError('--since must be a date such as 2027-03-27');
      return { name, json, folder: commandArguments[0], since };
    default:
      return { name: name === 'done' || name === 'take' ? name : 'show', json, reference };
  }
}

function isListState(state: string): state is ListState {
  return (listStates as readonly string[]).includes(state);
}
