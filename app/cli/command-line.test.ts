import { expect, test } from 'vitest';
import { UsageError } from '#app/terminal/run-tool.server.ts';
import { type Command, parseCommandLine } from './command-line.ts';

test.each<[string, Command]>([
  ['list', { name: 'list', json: false, state: undefined }],
  ['list --state refused --json', { name: 'list', json: true, state: 'refused' }],
  ['show 4kq7-m01z', { name: 'show', json: false, reference: '4kq7-m01z' }],
  ['--json done 4KQ7M01Z', { name: 'done', json: true, reference: '4KQ7M01Z', reason: undefined }],
  ['done A --reason arranged', { name: 'done', json: false, reference: 'A', reason: 'arranged' }],
  ['erase A', { name: 'erase', json: false, reference: 'A', yes: false }],
  ['erase A --yes', { name: 'erase', json: false, reference: 'A', yes: true }],
  [
    'files 4KQ7-M01Z ./here',
    { name: 'files', json: false, reference: '4KQ7-M01Z', folder: './here', unchecked: false },
  ],
  ['files A B --unchecked', { name: 'files', json: false, reference: 'A', folder: 'B', unchecked: true }],
  ['requeue 4KQ7-M01Z', { name: 'requeue', json: false, selection: { reference: '4KQ7-M01Z' } }],
  ['requeue --refused', { name: 'requeue', json: false, selection: 'refused' }],
  ['requeue --all', { name: 'requeue', json: false, selection: 'all' }],
  ['purge', { name: 'purge', json: false }],
  ['export', { name: 'export', json: false, folder: undefined, since: undefined }],
  ['export out --since 2027-03-27', { name: 'export', json: false, folder: 'out', since: '2027-03-27' }],
  ['--help', { name: 'help', json: false }],
  ['done -h', { name: 'help', json: false }],
])('parses "%s"', (line, command) => {
  expect(parseCommandLine(line.split(' '))).toEqual(command);
});

test.each([
  ['', /^Usage:/],
  ['shout', /^Usage:/],
  ['__proto__', /^Usage:/],
  ['show', /^Usage:/],
  ['show A B', /^Usage:/],
  ['files 4KQ7-M01Z', /^Usage:/],
  ['list 4KQ7-M01Z', /^Usage:/],
  ['requeue', /^Usage:/],
  ['requeue 4KQ7-M01Z --refused', /^Usage:/],
  ['requeue 4KQ7-M01Z --all', /^Usage:/],
  ['requeue --all --refused', /^Usage:/],
  ['list --state lost', /^--state must be one of waiting, delivered, refused, erased$/],
  ['done 4KQ7-M01Z --state waiting', /^done does not accept --state\n/],
  ['done A --yes', /^done does not accept --yes\n/],
  ['done A --reason bored', /^--reason must be one of arranged, /],
  ['erase A --reason arranged', /^erase does not accept --reason\n/],
  ['purge --since 2027-03-27', /^purge does not accept --since\n/],
  ['export --since yesterday', /^--since must be a date such as 2027-03-27$/],
  ['export --since 2027-02-30', /^--since must be a date/],
  ['list --colour', /Unknown option '--colour'/],
])('rejects "%s" with a usage error', (line, message) => {
  const read = () => parseCommandLine(line.split(' ').filter(Boolean));
  expect(read).toThrow(UsageError);
  expect(read).toThrow(message);
});
