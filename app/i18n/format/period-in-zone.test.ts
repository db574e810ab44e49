import { expect, test } from 'vitest';
import { minutesAheadOfGermany, shiftPeriod } from './period-in-zone.ts';

const winter = Date.UTC(2027, 0, 15, 12);
const summer = Date.UTC(2027, 6, 15, 12);

test.each([
  ['09:00–18:00', 'Asia/Riyadh', winter, '11:00–20:00'],
  ['09:00–18:00', 'Asia/Riyadh', summer, '10:00–19:00'],
  ['09:00–18:00', 'America/New_York', winter, '03:00–12:00'],
  ['09:00–18:00', 'Asia/Kolkata', winter, '13:30–22:30'],
  ['09:00–18:00', 'Europe/Berlin', summer, '09:00–18:00'],
  // Midnight is 00:00 of the next day.
  ['00:00–24:00', 'Europe/Berlin', summer, '00:00–00:00'],
  ['00:00–24:00', 'Asia/Riyadh', winter, '02:00–02:00'],
  ['20:30–23:45', 'Asia/Riyadh', summer, '21:30–00:45'],
  // The two clocks show different dates.
  ['09:00–18:00', 'Asia/Riyadh', Date.UTC(2027, 0, 15, 22), '11:00–20:00'],
  ['09:00–18:00', 'Pacific/Auckland', winter, '21:00–06:00'],
])('%s in Germany, in %s', (period, timeZone, at, expected) => {
  expect(shiftPeriod(period, minutesAheadOfGermany(timeZone, at))).toBe(expected);
});
