import { userInfo } from 'node:os';
import { readArguments, UsageError } from '#app/terminal/run-tool.server.ts';

/** A parsed command line of `npm run company -- …`. */
export type Command =
  | { name: 'help' }
  | { name: 'export'; file: string; overwrite: boolean }
  | { name: 'import'; file: string; savedBy: string }
  | { name: 'history' }
  | { name: 'undo'; savedBy: string }
  | { name: 'forget' };

export const usage = `Usage: npm run company -- COMMAND

  export FILE [--overwrite]  writes the company facts to FILE (JSON), and their pictures next to it; --overwrite replaces
                             an existing FILE
  import FILE [--by NAME]    checks the facts in FILE and saves them as the newest version; changes nothing if anything is
                             wrong, or if somebody has saved a version since the export
  history                    lists the saved versions, newest first
  undo [--by NAME]           saves the version before the newest one again; running it twice restores the newest
  forget                     deletes all versions but the newest, and the pictures that only they show

  --by NAME                  the name to record in the history; by default, that of your account on this machine
  --help                     prints this text

The running site shows a saved version at once. docs/company-facts.md describes all facts.`;

const options = {
  help: { type: 'boolean', short: 'h' },
  overwrite: { type: 'boolean' },
  by: { type: 'string' },
} as const;

/** The number of arguments and the option of each command. */
const commandRules = new Map<string, { count: number; option?: 'overwrite' | 'by' }>([
  ['export', { count: 1, option: 'overwrite' }],
  ['import', { count: 1, option: 'by' }],
  ['history', { count: 0 }],
  ['undo', { count: 0, option: 'by' }],
  ['forget', { count: 0 }],
]);

/**
 * Parses the arguments after `npm run company --`.
 * @throws {UsageError} for an invalid command line
 */
export function parseCommandLine(args: string[]): Command {
  const { values, positionals } = readArguments(options, usage, args);
  if (values.help) return { name: 'help' };
  const [name = '', file = ''] = positionals;
  const rule = commandRules.get(name);
  if (!rule || positionals.length - 1 !== rule.count) throw new UsageError(usage);
  for (const option of ['overwrite', 'by'] as const) {
    if (values[option] !== undefined && rule.option !== option) {
      throw new UsageError(`${name} does not accept --${option}\n\n${usage}`);
    }
  }
  if (values.by?.trim() === '') throw new UsageError('--by must be a name');
  const savedBy = values.by?.trim() ?? userInfo().username;
  switch (name) {
    case 'export':
      return { name, file, overwrite: values.overwrite ?? false };
    case 'import':
      return { name, file, savedBy };
    case 'undo':
      return { name, savedBy };
    default:
      return { name: name === 'history' ? 'history' : 'forget' };
  }
}
