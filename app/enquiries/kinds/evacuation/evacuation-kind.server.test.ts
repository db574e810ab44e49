import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { evacuationKind } from './evacuation-kind.server.ts';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2027-03-27T12:00:00Z'), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

type TypedFields = Record<string, string | string[]>;

const validFields = {
  name: 'أحمد علي',
  phone: '+966 50 123 4567',
  email: 'a@b.example',
  origin: 'RUH',
  destination: 'MUC',
};

function parse(changes: TypedFields = {}) {
  const fields = new FormData();
  for (const [name, value] of Object.entries({ ...validFields, ...changes } as TypedFields)) {
    for (const fieldValue of [value].flat()) fields.append(name, fieldValue);
  }
  return evacuationKind.parse(fields);
}

/** Returns the error codes by field. */
const errorCodes = (changes: TypedFields) => parse(changes).reply().error ?? {};

test('parses a complete request: places as typed, Latin digits, an ISO date', () => {
  const submission = parse({
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
      origin: 'الرياض (RUH)',
      destination: 'München',
      destinationOpen: false,
      date: '2027-03-27',
      asSoonAsPossible: false,
    },
  });
});

test('reports all required fields of an empty form, but not the date', () => {
  expect(errorCodes({ name: '', phone: '', email: '', origin: '', destination: '', date: '' })).toEqual({
    name: ['name_required'],
    phone: ['phone_required'],
    email: ['email_required'],
    origin: ['place_from_required'],
    destination: ['place_to_required'],
  });
  expect(evacuationKind.parse(new FormData()).reply().error).toEqual(
    errorCodes({ name: '', phone: '', email: '', origin: '', destination: '', date: '' }),
  );
});

test('accepts a missing date', () => {
  const submission = parse({ date: '' });
  expect(submission.status).toBe('success');
  expect(submission.status === 'success' && submission.value.date).toBeUndefined();
});

describe('validation', () => {
  test.each<[TypedFields, Record<string, string[]>]>([
    [{ name: 'م' }, { name: ['name_too_short'] }],
    [{ name: 'x'.repeat(121) }, { name: ['name_too_long'] }],
    [{ phone: '12345' }, { phone: ['phone_invalid'] }],
    [{ phone: '1234567890123456' }, { phone: ['phone_invalid'] }],
    [{ email: 'a@b' }, { email: ['email_invalid'] }],
    [{ origin: 'x'.repeat(501) }, { origin: ['place_too_long'] }],
    [{ destination: 'x'.repeat(501) }, { destination: ['place_too_long'] }],
    [{ destination: 'RUH' }, { destination: ['same_place'] }],
    [{ destination: 'الرياض' }, { destination: ['same_place'] }],
    [{ origin: 'دبي', destination: 'Dubai' }, { destination: ['same_place'] }],
    [{ origin: 'Camp 12', destination: 'camp  12' }, { destination: ['same_place'] }],
    [{ condition: 'x'.repeat(5001) }, { condition: ['condition_too_long'] }],
    [{ date: '2027-02-30' }, { date: ['date_invalid'] }],
    [{ date: '27/03/27' }, { date: ['date_invalid'] }],
    [{ date: 'soon' }, { date: ['date_invalid'] }],
    [{ date: '2027-03-26' }, { date: ['date_past'] }],
    [{ date: '26.03.2027' }, { date: ['date_past'] }],
    [
      { name: '', email: 'x', destination: 'riyadh', date: '1/1/2020' },
      { name: ['name_required'], email: ['email_invalid'], destination: ['same_place'], date: ['date_past'] },
    ],
  ])('reports the errors of %j as codes', (changes, expected) => {
    expect(errorCodes(changes)).toEqual(expected);
  });

  test.each(['name', 'phone', 'email', 'origin', 'destination'])(
    'treats a blank %s as missing, as the browser does',
    (name) => {
      const code = { origin: 'place_from_required', destination: 'place_to_required' }[name] ?? `${name}_required`;
      expect(errorCodes({ [name]: ' \u00A0 ' })).toEqual({ [name]: [code] });
    },
  );

  test('tolerates repeated and unknown fields', () => {
    expect(errorCodes({ name: ['A', 'B'], email: ['a@b.de', 'c@d.de'] })).toEqual({
      name: ['name_required'],
      email: ['email_invalid'],
    });
    expect(
      errorCodes({ 'name.first': 'x', 'origin[0]': 'x', '__proto__.polluted': 'x', intent: 'send' }),
    ).toBeDefined();
    expect({}).not.toHaveProperty('polluted');
  });

  test('returns the values as typed', () => {
    const typed = { name: ' م ', phone: '١٢', email: 'a@b', origin: 'London', destination: 'MUC', date: '27/03/27' };
    expect(parse(typed).reply().initialValue).toEqual(typed);
  });
});

test.each([
  ['2027-03-27T12:00:00Z', '2027-03-27', undefined],
  ['2027-03-28T11:59:59Z', '2027-03-27', undefined],
  ['2027-03-28T12:00:00Z', '2027-03-27', ['date_past']],
])('at %s, a date counts as past once it is over in every time zone: %s (%j)', (now, date, expected) => {
  vi.setSystemTime(new Date(now));
  expect(errorCodes({ date }).date).toEqual(expected ?? undefined);
});

test.each(['London', 'Atlantis', 'إسطنبول', 'عمان', 'Germany', '???', 'x'.repeat(500)])(
  'accepts any place as typed: %s',
  (place) => {
    expect(parse({ origin: place })).toMatchObject({ status: 'success', value: { origin: place } });
    expect(parse({ destination: ` ${place}\n` })).toMatchObject({ status: 'success', value: { destination: place } });
  },
);

describe('an undecided destination', () => {
  test('may be left empty', () => {
    expect(parse({ destination: '', destination_open: 'on' })).toMatchObject({
      status: 'success',
      value: { destination: '', destinationOpen: true },
    });
  });

  test.each(['Heidelberg', 'RUH'])('keeps the typed text: %s', (destination) => {
    expect(parse({ destination, destination_open: 'on' })).toMatchObject({
      status: 'success',
      value: { destination, destinationOpen: true },
    });
  });
});

test('ignores the date if the flight is wanted as soon as possible', () => {
  const submission = parse({ as_soon_as_possible: 'on', date: '2020-01-01' });
  expect(submission).toMatchObject({ status: 'success', value: { asSoonAsPossible: true, date: undefined } });
});

test('accepts several lines for the condition', () => {
  expect(parse({ condition: ' Stroke,\r\nawake ' })).toMatchObject({ value: { condition: 'Stroke,\nawake' } });
  expect(parse({ condition: ' \n ' })).toMatchObject({ status: 'success', value: { condition: undefined } });
});

describe('what staff should know before the first call', () => {
  test('is optional', () => {
    const submission = parse({ urgency: '', reach_hours: '', reach_language: '' });
    expect(submission.status).toBe('success');
    expect(rowsOf(submission).map(({ label }) => label)).toEqual(['from', 'to', 'date']);
  });

  test('is parsed, and shown to staff', () => {
    const submission = parse({
      urgency: 'planning',
      reach_by: ['call', 'whatsapp'],
      reach_hours: 'evening',
      reach_language: 'ar',
    });
    expect(submission).toMatchObject({
      value: { urgency: 'planning', reachBy: ['call', 'whatsapp'], reachHours: 'evening', reachLanguage: 'ar' },
    });
    expect(rowsOf(submission).slice(-4)).toEqual([
      { label: 'urgency', value: { choices: ['planning'] } },
      { label: 'reach_by', value: { choices: ['call', 'whatsapp'] } },
      { label: 'reach_hours', value: { choices: ['evening'] } },
      { label: 'call_language', value: { language: 'ar' } },
    ]);
  });

  test.each(['urgency', 'reach_by', 'reach_hours', 'reach_language'])('rejects an unknown %s', (name) => {
    expect(Object.values(errorCodes({ [name]: 'by pigeon' })).flat()).toEqual(['unreadable']);
  });

  function rowsOf(submission: ReturnType<typeof parse>) {
    return submission.status === 'success' ? evacuationKind.rows(submission.value) : [];
  }
});
