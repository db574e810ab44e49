import { parseArgs } from 'node:util';
import { isIsoDate } from '#app/i18n/dates.ts';

/** What `npm run enquiries -- …` was asked to do. References are as they were typed. */
export type Command = { json: boolean } & (
  | { name: 'help' }
  | { name: 'list'; state?: ListState }
  | { name: 'show' | 'done'; reference: string }
  | { name: 'files'; reference: string; folder: string; unchecked: boolean }
  | { name: 'requeue'; reference?: string }
  | { name: 'purge' }
  | { name: 'export'; folder?: string; since?: string }
);

const listStates = ['waiting', 'delivered', 'refused', 'erased'] as const;
export type ListState = (typeof listStates)[number];

/** A mistake of whoever called: told in one line, exit status 2. */
export class UsageError extends Error {}

export const usage = `Usage: npm run enquiries -- COMMAND

  list [--state STATE]         every enquiry, newest first; STATE is ${listStates.join(', ')}
  show REF                     one enquiry: what was sent, its files, what became of its delivery
  files REF DIR [--unchecked]  copies its files into DIR, with their names; those that the virus check found infected
                               stay, and those without a verdict are copied with --unchecked only
  done REF                     erases it, because it is done with; reference, kind and dates remain
  requeue REF | --refused      hands it over anew, now; or everything that a desk refused
  purge                        erases what is past its time, as the running site does every hour
  export [DIR] [--since DATE]  every enquiry with its files into DIR, or without them as JSON lines;
                               DATE (yyyy-mm-dd, German time) leaves out older ones

  --json                       the answer as JSON; call npm with -s then: npm run -s enquiries -- list --json
  --help                       this text`;

const options = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  state: { type: 'string' },
  refused: { type: 'boolean' },
  unchecked: { type: 'boolean' },
  since: { type: 'string' },
} as const;

const ownOptions = ['state', 'refused', 'since', 'unchecked'] as const;

/** Which of the options that are not for all commands each command takes, and between how many words. */
const grammar = new Map<string, { words: [number, number]; option?: (typeof ownOptions)[number] }>([
  ['list', { words: [0, 0], option: 'state' }],
  ['show', { words: [1, 1] }],
  ['files', { words: [2, 2], option: 'unchecked' }],
  ['done', { words: [1, 1] }],
  ['requeue', { words: [0, 1], option: 'refused' }],
  ['purge', { words: [0, 0] }],
  ['export', { words: [0, 1], option: 'since' }],
]);

/**
 * Reads the words behind `npm run enquiries --`.
 * @throws {UsageError} for what is none of the commands
 */
export function readCommandLine(args: string[]): Command {
  const { values, positionals } = parse(args);
  const { state, since, refused } = values;
  const json = values.json ?? false;
  if (values.help) return { name: 'help', json };

  const [name = '', ...words] = positionals;
  const rule = grammar.get(name);
  if (!rule || words.length < rule.words[0] || words.length > rule.words[1]) throw new UsageError(usage);
  for (const option of ownOptions) {
    if (values[option] !== undefined && rule.option !== option) {
      throw new UsageError(`${name} takes no --${option}\n\n${usage}`);
    }
  }
  const [reference = '', folder = ''] = words;
  switch (name) {
    case 'list':
      if (state !== undefined && !isListState(state)) {
        throw new UsageError(`--state is one of ${listStates.join(', ')}`);
      }
      return { name, json, state };
    case 'files':
      return { name, json, reference, folder, unchecked: values.unchecked ?? false };
    case 'requeue':
      if ((words.length === 0) !== (refused === true)) throw new UsageError(usage);
      return { name, json, reference: refused ? undefined : reference };
    case 'purge':
      return { name, json };
    case 'export':
      if (since !== undefined && !isIsoDate(since)) throw new UsageError('--since is a day such as 2027-03-27');
      return { name, json, folder: words[0], since };
    default:
      return { name: name === 'done' ? 'done' : 'show', json, reference };
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${error.message}\n\n${usage}`);
  }
}

function isListState(state: string): state is ListState {
  return (listStates as readonly string[]).includes(state);
}
