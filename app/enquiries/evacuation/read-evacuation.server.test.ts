import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readEvacuation } from './read-evacuation.server.ts';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2027-03-27T12:00:00Z'), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

type Typed = Record<string, string | string[]>;

const valid = { name: 'أحمد علي', phone: '+966 50 123 4567', email: 'a@b.example', origin: 'RUH', destination: 'MUC' };

function submit(changed: Typed = {}, language: 'ar' | 'en' = 'en') {
  const fields = new FormData();
  for (const [name, value] of Object.entries({ ...valid, ...changed } as Typed)) {
    for (const single of [value].flat()) fields.append(name, single);
  }
  return readEvacuation(fields, language);
}

/** The codes of what is wrong, by field. */
const codes = (changed: Typed) => submit(changed).reply().error ?? {};

test('a complete request is read into codes, digits and an ISO date', () => {
  const submission = submit({
    phone: '٠٠٩٦٦ ٥٠-١٢٣ ٤٥٦٧',
    origin: 'الرياض (RUH)',
    destination: 'München',
    date: '٢٧/٠٣/٢٠٢٧',
  });
  expect(submission).toMatchObject({
    status: 'success',
    value: {
      name: 'أحمد علي',
      phone: '00966501234567',
      email: 'a@b.example',
      origin: 'RUH',
      destination: 'MUC',
      date: '2027-03-27',
    },
  });
});

test('an empty form tells every field that is missing, and the date is none of them', () => {
  expect(codes({ name: '', phone: '', email: '', origin: '', destination: '', date: '' })).toEqual({
    name: ['name_required'],
    phone: ['phone_required'],
    email: ['email_required'],
    origin: ['origin_required'],
    destination: ['destination_required'],
  });
  expect(readEvacuation(new FormData(), 'ar').reply().error).toEqual(
    codes({ name: '', phone: '', email: '', origin: '', destination: '', date: '' }),
  );
});

test('the date may be left out', () => {
  const submission = submit({ date: '' });
  expect(submission.status).toBe('success');
  expect(submission.status === 'success' && submission.value.date).toBeUndefined();
});

describe('what is wrong is told as a code', () => {
  test.each<[Typed, Record<string, string[]>]>([
    [{ name: 'م' }, { name: ['name_too_short'] }],
    [{ name: 'x'.repeat(121) }, { name: ['name_too_long'] }],
    [{ phone: '12345' }, { phone: ['phone_invalid'] }],
    [{ phone: '1234567890123456' }, { phone: ['phone_invalid'] }],
    [{ email: 'a@b' }, { email: ['email_invalid'] }],
    [{ origin: 'Atlantis' }, { origin: ['airport_unknown'] }],
    [{ destination: 'أطلانتس' }, { destination: ['airport_unknown'] }],
    [{ origin: 'London' }, { origin: ['airport_ambiguous'] }],
    [{ destination: 'إسطنبول' }, { destination: ['airport_ambiguous'] }],
    [{ destination: 'RUH' }, { destination: ['same_airport'] }],
    [{ destination: 'الرياض' }, { destination: ['same_airport'] }],
    [{ date: '2027-02-30' }, { date: ['date_invalid'] }],
    [{ date: '27/03/27' }, { date: ['date_invalid'] }],
    [{ date: 'soon' }, { date: ['date_invalid'] }],
    [{ date: '2027-03-26' }, { date: ['date_past'] }],
    [{ date: '26.03.2027' }, { date: ['date_past'] }],
    [
      { name: '', email: 'x', destination: 'riyadh', date: '1/1/2020' },
      { name: ['name_required'], email: ['email_invalid'], destination: ['same_airport'], date: ['date_past'] },
    ],
    [
      { origin: 'London', destination: 'London' },
      { origin: ['airport_ambiguous'], destination: ['airport_ambiguous'] },
    ],
  ])('%j', (changed, expected) => {
    expect(codes(changed)).toEqual(expected);
  });

  test.each(['name', 'phone', 'email', 'origin', 'destination'])(
    'blanks alone are a missing %s, as they are in the browser',
    (name) => {
      expect(codes({ [name]: ' \u00A0 ' })).toEqual({ [name]: [`${name}_required`] });
    },
  );

  test('fields sent twice or with other names break nothing', () => {
    expect(codes({ name: ['A', 'B'], email: ['a@b.de', 'c@d.de'] })).toEqual({
      name: ['name_required'],
      email: ['email_invalid'],
    });
    expect(codes({ 'name.first': 'x', 'origin[0]': 'x', '__proto__.polluted': 'x', intent: 'send' })).toBeDefined();
    expect({}).not.toHaveProperty('polluted');
  });

  test('and what was typed comes back as it was', () => {
    const typed = { name: ' م ', phone: '١٢', email: 'a@b', origin: 'London', destination: 'MUC', date: '27/03/27' };
    expect(submit(typed).reply().initialValue).toEqual(typed);
  });
});

test.each([
  ['2027-03-27T12:00:00Z', '2027-03-27', undefined],
  ['2027-03-28T11:59:59Z', '2027-03-27', undefined],
  ['2027-03-28T12:00:00Z', '2027-03-27', ['date_past']],
])('at %s the day %s is judged by the last place on Earth where it is today (%j)', (now, date, expected) => {
  vi.setSystemTime(new Date(now));
  expect(codes({ date }).date).toEqual(expected ?? undefined);
});

describe('a name of several airports', () => {
  test.each(['ar', 'en'] as const)('is settled by the choice beside it (%s)', (language) => {
    expect(submit({ origin: ['London', 'LGW'], destination: ['إسطنبول', 'SAW'] }, language)).toMatchObject({
      status: 'success',
      value: { origin: 'LGW', destination: 'SAW' },
    });
  });

  test('stays open without a choice among its own airports', () => {
    expect(codes({ origin: ['London', 'RUH'] })).toEqual({ origin: ['airport_ambiguous'] });
    expect(codes({ origin: ['London', ''] })).toEqual({ origin: ['airport_ambiguous'] });
  });

  test('that has since been changed to mean another one leaves the old choice aside', () => {
    expect(submit({ origin: ['Jeddah', 'LHR'] })).toMatchObject({ status: 'success', value: { origin: 'JED' } });
    expect(codes({ origin: ['Atlantis', 'LHR'] })).toEqual({ origin: ['airport_unknown'] });
    expect(codes({ origin: ['', 'LHR'] })).toEqual({ origin: ['origin_required'] });
  });

  test('shows the chosen airport in the field when something else is wrong', () => {
    expect(submit({ origin: ['London', 'LHR'], name: '' }, 'en').reply().initialValue?.origin).toBe('London (LHR)');
    expect(submit({ origin: ['لندن', 'LHR'], name: '' }, 'ar').reply().initialValue?.origin).toBe('لندن (LHR)');
  });
});
