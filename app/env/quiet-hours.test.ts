import { expect, test } from 'vitest';
import { addWakingMinutes, parseQuietHours } from './quiet-hours.ts';

const night = { from: 22 * 60, to: 7 * 60 };
const noon = { from: 12 * 60, to: 13 * 60 };

test('parses quiet hours and rejects malformed ones', () => {
  expect(parseQuietHours('22:00-07:00')).toEqual(night);
  expect(parseQuietHours('00:30-06:15')).toEqual({ from: 30, to: 375 });
  for (const malformed of ['', '22-7', '24:00-07:00', '22:60-07:00', '7:00-8:00', '22:00-22:00', '22:00 - 07:00']) {
    expect(parseQuietHours(malformed)).toBeUndefined();
  }
});

test.each([
  ['without quiet hours', '2031-01-10T02:00:00+01:00', undefined, '2031-01-10T02:10:00+01:00'],
  ['by day', '2031-01-10T15:00:00+01:00', night, '2031-01-10T15:10:00+01:00'],
  ['at night, counted from its end', '2031-01-10T03:00:00+01:00', night, '2031-01-10T07:10:00+01:00'],
  ['from the evening into the morning', '2031-01-10T21:54:00+01:00', night, '2031-01-11T07:04:00+01:00'],
  ['at the very start of the night', '2031-01-10T22:00:00+01:00', night, '2031-01-11T07:10:00+01:00'],
  ['at the very end of the night', '2031-01-10T07:00:00+01:00', night, '2031-01-10T07:10:00+01:00'],
  ['with seconds', '2031-01-10T21:59:30+01:00', night, '2031-01-11T07:09:30+01:00'],
  ['across midday', '2031-01-10T11:55:00+01:00', noon, '2031-01-10T13:05:00+01:00'],
  ['in the night when clocks go forward', '2031-03-29T23:00:00+01:00', night, '2031-03-30T07:10:00+02:00'],
  ['in the night when clocks go back', '2031-10-25T23:00:00+02:00', night, '2031-10-26T07:10:00+01:00'],
])('adds ten waking minutes %s', (_, start, quietHours, end) => {
  const time = addWakingMinutes(Date.parse(start), 10, quietHours);
  expect(new Date(time).toISOString()).toBe(new Date(end).toISOString());
});

test('adds a thousand waking minutes across two nights', () => {
  const time = addWakingMinutes(Date.parse('2031-01-10T21:00:00+01:00'), 1000, night);
  // 1 hour in the evening, 15 hours on the next day, 40 minutes on the day after.
  expect(new Date(time).toISOString()).toBe(new Date('2031-01-12T07:40:00+01:00').toISOString());
});
