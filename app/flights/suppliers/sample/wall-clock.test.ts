import { expect, test } from 'vitest';
import { momentAt, wallClock } from './wall-clock.ts';

const seconds = (iso: string) => Date.parse(iso) / 1000;

test.each([
  ['Asia/Riyadh', '2027-03-27T09:05:00Z', '2027-03-27T12:05:00Z'],
  ['Europe/Berlin', '2027-03-28T00:59:00Z', '2027-03-28T01:59:00Z'],
  ['Europe/Berlin', '2027-03-28T01:00:00Z', '2027-03-28T03:00:00Z'],
  ['Asia/Kolkata', '2027-03-27T20:00:00Z', '2027-03-28T01:30:00Z'],
  ['America/New_York', '2027-01-01T02:00:00Z', '2026-12-31T21:00:00Z'],
  ['Europe/London', '2027-01-01T02:00:00Z', '2027-01-01T02:00:00Z'],
])('local time in %s at %s is %s', (timeZone, moment, wall) => {
  expect(wallClock(seconds(moment), timeZone)).toBe(seconds(wall));
  expect(momentAt(seconds(wall), timeZone)).toBe(seconds(moment));
});

test.each([
  ['Europe/Berlin', '2027-03-28T02:30:00Z', '2027-03-28T03:30:00Z'],
  ['Africa/Cairo', '2027-04-30T00:30:00Z', '2027-04-30T01:30:00Z'],
])('in %s, a skipped time is moved an hour ahead, on the same day', (timeZone, wall, shown) => {
  expect(wallClock(momentAt(seconds(wall), timeZone), timeZone)).toBe(seconds(shown));
});

test('in Berlin, a repeated time yields one of both moments', () => {
  const wall = seconds('2027-10-31T02:30:00Z');
  expect(wallClock(momentAt(wall, 'Europe/Berlin'), 'Europe/Berlin')).toBe(wall);
});
