import { userInfo } from 'node:os';
import { expect, test } from 'vitest';
import { UsageError } from '#app/terminal/run-tool.server.ts';
import { type Command, parseCommandLine } from './command-line.ts';

const account = userInfo().username;

test.each<[string, Command]>([
  ['export facts.json', { name: 'export', file: 'facts.json', overwrite: false }],
  ['export --overwrite facts.json', { name: 'export', file: 'facts.json', overwrite: true }],
  ['import facts.json', { name: 'import', file: 'facts.json', savedBy: account }],
  ['import facts.json --by Leyla', { name: 'import', file: 'facts.json', savedBy: 'Leyla' }],
  ['history', { name: 'history' }],
  ['undo', { name: 'undo', savedBy: account }],
  ['undo --by Leyla', { name: 'undo', savedBy: 'Leyla' }],
  ['forget', { name: 'forget' }],
  ['--help', { name: 'help' }],
  ['import -h', { name: 'help' }],
])('parses "%s"', (line, command) => {
  expect(parseCommandLine(line.split(' '))).toEqual(command);
});

test('trims the name of the person who saves', () => {
  expect(parseCommandLine(['undo', '--by', ' Leyla Ufuq '])).toEqual({ name: 'undo', savedBy: 'Leyla Ufuq' });
});

test.each([
  ['', /^Usage:/],
  ['shout', /^Usage:/],
  ['__proto__', /^Usage:/],
  ['export', /^Usage:/],
  ['import', /^Usage:/],
  ['import a.json b.json', /^Usage:/],
  ['history facts.json', /^Usage:/],
  ['undo 3', /^Usage:/],
  ['forget all', /^Usage:/],
  ['export facts.json --by Leyla', /^export does not accept --by\n/],
  ['import facts.json --overwrite', /^import does not accept --overwrite\n/],
  ['history --by Leyla', /^history does not accept --by\n/],
  ['forget --by Leyla', /^forget does not accept --by\n/],
  ['undo --by=', /^--by must be a name$/],
  ['import facts.json --force', /Unknown option '--force'/],
])('rejects "%s" with a usage error', (line, message) => {
  const read = () => parseCommandLine(line.split(' ').filter(Boolean));
  expect(read).toThrow(UsageError);
  expect(read).toThrow(message);
});
