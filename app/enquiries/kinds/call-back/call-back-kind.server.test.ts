import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { enquiryRows } from '../../enquiry-rows.server.ts';
import { rowText } from '../../row-text.ts';
import { urgencyOf } from '../../urgency.ts';
import { callBackKind } from './call-back-kind.server.ts';
import { offeredTimeZones } from './offered-time-zones.ts';

// 12:00 in Germany, 14:00 in Saudi Arabia.
const now = Date.parse('2026-11-23T11:00:00Z');
beforeEach(() => {
  vi.useFakeTimers({ now });
});
afterEach(() => {
  vi.useRealTimers();
});

function parse(typed: Record<string, string> = {}) {
  const fields = new FormData();
  for (const [name, value] of Object.entries({ phone: '+966 50 123 4567', ...typed })) fields.append(name, value);
  return callBackKind.parse(fields);
}

function valid(typed: Record<string, string> = {}) {
  const submission = parse(typed);
  if (submission.status !== 'success') throw new Error(JSON.stringify(submission.reply().error));
  return submission.value;
}

const errorCodes = (typed: Record<string, string>) => parse(typed).reply().error ?? {};
const callTime = (typed: Record<string, string>) => {
  const { call } = valid({ when: 'time', ...typed });
  return call && new Date(call.at).toISOString();
};

test('a phone number is enough; the call is then wanted on the same day', () => {
  expect(valid()).toEqual({ phone: '+966501234567', when: 'today' });
  expect(urgencyOf({ kind: 'call-back', fields: valid() }, now).urgent).toBe(false);
});

test('a blank name counts as missing, and a name of one letter is an error', () => {
  expect(valid({ name: ' \u200f ' }).name).toBeUndefined();
  expect(errorCodes({ name: 'A' })).toEqual({ name: ['name_too_short'] });
});

test('a call that is wanted now is urgent, even if a time has been entered too', () => {
  const fields = valid({ when: 'now', time: '10:00' });
  expect(fields.call).toBeUndefined();
  expect(urgencyOf({ kind: 'call-back', fields }, now)).toEqual({ urgent: true, reasons: ['as_soon_as_possible'] });
});

describe('a time', () => {
  test.each([
    ['later on the same day', { time: '16:30' }, '2026-11-23T13:30:00.000Z'],
    ['that has passed is on the next day', { time: '9:15' }, '2026-11-24T06:15:00.000Z'],
    ['in other digits', { time: '١٦:٣٠' }, '2026-11-23T13:30:00.000Z'],
    ['without its radio button', { time: '16:30', when: 'today' }, '2026-11-23T13:30:00.000Z'],
    ['in the chosen time zone', { time: '16:30', zone: 'America/New_York' }, '2026-11-23T21:30:00.000Z'],
    [
      'in an unknown time zone counts as one in that of the phone number',
      { time: '16:30', zone: 'Mars/Base' },
      '2026-11-23T13:30:00.000Z',
    ],
    [
      'in a country with two names for its time zone',
      { time: '16:30', phone: '+49 30 231250' },
      '2026-11-23T15:30:00.000Z',
    ],
  ])('%s', (_, typed, expected) => {
    expect(callTime(typed)).toBe(expected);
  });

  test.each([
    ['is required with its radio button', { when: 'time' }, { time: ['time_invalid'] }],
    ['must be valid', { when: 'time', time: '25:00' }, { time: ['time_invalid'] }],
    [
      'is reported together with an invalid phone number',
      { when: 'time', phone: '1' },
      { phone: ['phone_invalid'], time: ['time_invalid'] },
    ],
    ['needs no time zone if another choice is selected', { when: 'today', time: '10:00', phone: '050 123 4567' }, {}],
    ['does not block an urgent call even if it is invalid', { when: 'now', time: '25:00' }, {}],
    [
      'needs a time zone if the number has none',
      { when: 'time', time: '10:00', phone: '050 123 4567' },
      { zone: ['zone_required'] },
    ],
    [
      'needs one if the country has several',
      { when: 'time', time: '10:00', phone: '+7 495 123-45-67' },
      { zone: ['zone_required'] },
    ],
  ])('%s', (_, typed, expected) => {
    expect(errorCodes(typed)).toEqual(expected);
  });
});

test.each([
  ['de', '24. November 2026 um 09:15', '24. November 2026 um 07:15 (MEZ)', 'Arabisch'],
  ['en', '24 November 2026 at 09:15 (Saudi Arabia Time)', '24 November 2026 at 07:15 (Germany Time)', 'Arabic'],
] as const)('the rows in %s show the family’s time and German time', (language, local, german, spoken) => {
  const fields = valid({ when: 'time', time: '09:15', call_language: 'ar' });
  const rows = enquiryRows({ kind: 'call-back', fields });
  expect(rows.map(({ label }) => label)).toEqual(['call_when', 'call_when_german', 'call_language', 'phone']);
  const texts = rows.map(({ value }) => rowText(value, language, String));
  expect(texts[0]).toContain(local);
  expect(texts.slice(1, 3)).toEqual([german, spoken]);
});

test('a time zone is stored as the runtime spells it', () => {
  const { call } = valid({ when: 'time', time: '09:15', zone: 'eUROPE/bERLIN' });
  expect(call?.timeZone).toBe('Europe/Berlin');
});

test('every offered time zone is known to the runtime', () => {
  expect(offeredTimeZones.length).toBeGreaterThan(20);
  for (const zone of offeredTimeZones) expect(callTime({ time: '10:00', zone }), zone).toBeDefined();
});
