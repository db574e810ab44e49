import { describe, expect, test } from 'vitest';
import { formData } from '#tests/support/evacuation-request.ts';
import { maxNoteLength, parseChange, parseGermanTime } from './request-change.ts';

const now = Date.UTC(2031, 2, 27, 13, 0);
const parse = (fields: Record<string, string>) =>
  parseChange(formData(fields), { personId: 'me', people: ['me', 'you'], now });

describe('accepted forms', () => {
  test.each([
    [{ intent: 'take' }, { kind: 'taken', details: { owner: 'me' }, onlyAdds: false }],
    [
      { intent: 'assign', person: 'you' },
      { kind: 'handed', details: { owner: 'you' }, onlyAdds: false },
    ],
    [
      { intent: 'assign', person: '' },
      { kind: 'handed', details: { owner: null }, onlyAdds: false },
    ],
    [
      { intent: 'call', outcome: 'reached' },
      { kind: 'called', details: { outcome: 'reached' }, onlyAdds: true },
    ],
    [
      { intent: 'call', outcome: 'not_reached', again: '2031-03-27T15:05', text: ' busy ' },
      {
        kind: 'called',
        details: { outcome: 'not_reached', againAt: Date.UTC(2031, 2, 27, 14, 5), text: 'busy' },
        onlyAdds: true,
      },
    ],
    [
      { intent: 'note', text: 'a\r\nb' },
      { kind: 'note', details: { text: 'a\nb' }, onlyAdds: true },
    ],
    [
      { intent: 'state', state: 'hospital' },
      { kind: 'hospital', onlyAdds: false },
    ],
    [
      { intent: 'close', reason: 'arranged' },
      { kind: 'closed', details: { reason: 'arranged' }, onlyAdds: false },
    ],
    [
      { intent: 'close', reason: 'other', text: 'why' },
      { kind: 'closed', details: { reason: 'other', text: 'why' }, onlyAdds: false },
    ],
  ])('%j', (fields, change) => {
    expect(parse(fields as Record<string, string>)).toEqual(change);
  });
});

describe('refused forms', () => {
  test.each([
    [{}, 'unknown'],
    [{ intent: 'erase' }, 'unknown'],
    [{ intent: '__proto__' }, 'unknown'],
    [{ intent: 'assign', person: 'nobody' }, 'unknown'],
    [{ intent: 'state', state: 'closed' }, 'unknown'],
    [{ intent: 'state', state: 'asked' }, 'unknown'],
    [{ intent: 'state' }, 'unknown'],
    [{ intent: 'note', text: ' \r\n ' }, 'emptyNote'],
    [{ intent: 'note', text: 'x'.repeat(maxNoteLength + 1) }, 'longNote'],
    [{ intent: 'call' }, 'noOutcome'],
    [{ intent: 'call', outcome: 'maybe' }, 'noOutcome'],
    [{ intent: 'call', outcome: 'reached', again: '2031-03-27T14:00' }, 'badTime'],
    [{ intent: 'call', outcome: 'reached', again: 'tomorrow' }, 'badTime'],
    [{ intent: 'close' }, 'noReason'],
    [{ intent: 'close', reason: 'bored' }, 'noReason'],
  ])('%j: %s', (fields, problem) => {
    expect(parse(fields as Record<string, string>)).toEqual({ problem });
  });

  test('a file in place of a text counts as no text', () => {
    const form = formData({ intent: 'note' });
    form.append('text', new Blob(['a note']), 'note.txt');
    expect(parseChange(form, { personId: 'me', people: [], now })).toEqual({ problem: 'emptyNote' });
  });
});

test.each([
  ['2031-01-15T12:00', Date.UTC(2031, 0, 15, 11, 0)],
  ['2031-07-15T12:00', Date.UTC(2031, 6, 15, 10, 0)],
  ['2031-07-15 12:00:30', Date.UTC(2031, 6, 15, 10, 0)],
  // The night when the clocks go forward.
  ['2031-03-30T02:30', Date.UTC(2031, 2, 30, 1, 30)],
  ['2031-02-31T10:00', undefined],
  ['2031-13-01T10:00', undefined],
  ['2031-01-15T25:00', undefined],
  ['2031-01-15', undefined],
  ['12:00', undefined],
  ['', undefined],
])('the German time %s', (value, time) => {
  expect(parseGermanTime(value)).toBe(time);
});
