import { expect, test } from 'vitest';
import { timestampAt, wallClock } from './wall-clock.ts';

const seconds = (iso: string) => Date.parse(iso) / 1000;

test.each([
  ['Asia/Riyadh', '2027-03-27T09:05:00Z', '2027-03-27T12:05:00Z'],
  ['Europe/Berlin', '2027-03-28T00:59:00Z', '2027-03-28T01:59:00Z'],
  ['Europe/Berlin', '2027-03-28T01:00:00Z', '2027-03-28T03:00:00Z'],
  ['Asia/Kolkata', '2027-03-27T20:00:00Z', '2027-03-28T01:30:00Z'],
  ['America/New_York', '2027-01-01T02:00:00Z', '2026-12-31T21:00:00Z'],
  ['Europe/London', '2027-01-01T02:00:00Z', '2027-01-01T02:00:00Z'],
])('local time in %s at %s is %s', (timeZone, timestamp, wallTime) => {
  expect(wallClock(seconds(timestamp), timeZone)).toBe(seconds(wallTime));
  expect(timestampAt(seconds(wallTime), timeZone)).toBe(seconds(timestamp));
});

test.each([
  ['Europe/Berlin', '2027-03-28T02:30:00Z', '2027-03-28T03:30:00Z'],
  ['Africa/Cairo', '2027-04-30T00:30:00Z', '2027-04-30T01:30:00Z'],
])('in %s, moves a skipped time forward by an hour', (timeZone, wallTime, shifted) => {
  expect(wallClock(timestampAt(seconds(wallTime), timeZone), timeZone)).toBe(seconds(shifted));
});

test('in Berlin, converts a repeated time to one of its two timestamps', () => {
  const wallTime = seconds('2027-10-31T02:30:00Z');
  expect(wallClock(timestampAt(wallTime, 'Europe/Berlin'), 'Europe/Berlin')).toBe(wallTime);
});
