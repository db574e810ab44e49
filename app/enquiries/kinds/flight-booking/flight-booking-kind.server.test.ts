import { describe, expect, test } from 'vitest';
import { flightBookingKind } from './flight-booking-kind.server.ts';
import { flightBookingRows } from './flight-booking-rows.ts';

const person = { name: 'أحمد علي', phone: '+966 50 123 4567' };
const journey = { origin: 'Riyadh (RUH)', destination: 'Munich (MUC)' };
const flight = {
  ...journey,
  flights: 'SV 175 · 2031-01-10 · RUH 02:15 → MUC 06:40\r\nSV 176 · 2031-01-24 · MUC 22:10 → RUH 2031-01-25 05:05',
  price: '2,418 USD',
  price_seen_at: '1790000000000',
  seller: 'Trip Partner',
  adults: '2',
  children: '1',
  infants: '0',
  cabin: 'C',
};

function parse(fields: Record<string, string | string[]>) {
  const formData = new FormData();
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat()) formData.append(name, value);
  return flightBookingKind.parse(formData);
}

function valueOf(fields: Parameters<typeof parse>[0]) {
  const submission = parse({ ...person, ...fields });
  if (submission.status !== 'success') throw new Error(JSON.stringify(submission.reply().error));
  return submission.value;
}

const errorCodes = (fields: Parameters<typeof parse>[0]) => parse(fields).reply().error ?? {};

test('requires only places, a name and a phone number', () => {
  expect(errorCodes({})).toEqual({
    origin: ['origin_required'],
    destination: ['destination_required'],
    name: ['name_required'],
    phone: ['phone_required'],
  });
  expect(errorCodes({ ...person, ...journey })).toEqual({});
});

test.each([
  [{ adults: '10' }, { adults: ['flight_adults_invalid'] }],
  [{ children: '7' }, { children: ['flight_children_invalid'] }],
  [{ infants: 'x' }, { infants: ['flight_infants_invalid'] }],
  [{ cabin: 'Z' }, { cabin: ['travel_class_invalid'] }],
  [{ assistance: ['oxygen', 'champagne'] }, { 'assistance[1]': ['unreadable'] }],
  [{ dates: 'x'.repeat(201) }, { dates: ['text_too_long'] }],
  [{ flights: 'x'.repeat(5001) }, { flights: ['message_too_long'] }],
  [{ condition: 'x'.repeat(5001) }, { condition: ['condition_too_long'] }],
])('reports the errors of %j as codes', (changes, expected) => {
  expect(errorCodes({ ...person, ...journey, ...changes })).toEqual(expected);
});

describe('a chosen flight', () => {
  test('has a row for everything that the visitor saw, even without the search that it came from', () => {
    const rows = flightBookingRows(valueOf(flight));
    expect(rows).toEqual([
      { label: 'from', value: { place: { typed: 'Riyadh (RUH)', isUndecided: false } } },
      { label: 'to', value: { place: { typed: 'Munich (MUC)', isUndecided: false } } },
      { label: 'seen_flights', value: { multilineText: flight.flights.replace('\r', '') } },
      { label: 'price_seen', value: { ltr: '2,418 USD' } },
      { label: 'price_seen_at', value: { moment: 1_790_000_000_000, timeZone: 'Europe/Berlin' } },
      { label: 'seller', value: { text: 'Trip Partner' } },
      { label: 'adults', value: { ltr: '2' } },
      { label: 'children', value: { ltr: '1' } },
      { label: 'travel_class', value: { choices: ['business'] } },
    ]);
  });

  test('is marked for staff if it is a sample', () => {
    const sample = valueOf({ ...flight, sample: 'on' });
    expect(flightBookingRows(sample)[0]).toEqual({ label: 'sample_flight', value: { choices: ['yes'] } });
    expect(flightBookingKind.subject(sample)).toEqual(['Flight to book (sample)', 'RUH → MUC', '10.01.2031']);
    expect(flightBookingKind.subject(valueOf(flight))).toEqual(['Flight to book', 'RUH → MUC', '10.01.2031']);
  });

  test.each(['', 'yesterday', '1e13', '-1790000000000'])(
    'ignores %j as the time when its price was seen',
    (price_seen_at) => {
      expect(valueOf({ ...flight, price_seen_at }).priceSeenAt).toBeUndefined();
    },
  );
});

test.each([
  [{ flights: flight.flights }, '2031-01-10'],
  [{ dates: '10/01/2031 – 24/01/2031' }, '2031-01-10'],
  [{ dates: '10.01.2031' }, '2031-01-10'],
  [{ dates: 'in the second week of January' }, undefined],
  [{}, undefined],
])('the departure date of %j is %s', (fields, date) => {
  expect(flightBookingKind.urgency(valueOf({ ...journey, ...fields })).date).toBe(date);
});

test.each([
  ['wheelchair_seat', false],
  ['stretcher', true],
  ['recent_operation', true],
])('whether the airline requires its medical form for %s: %s', (need, isRequired) => {
  const rows = flightBookingRows(valueOf({ ...journey, assistance: [need, 'wheelchair_ramp'] }));
  expect(rows.some(({ label }) => label === 'medical_form')).toBe(isRequired);
});

test('considers the condition when determining the urgency', () => {
  expect(flightBookingKind.urgency(valueOf({ ...journey, condition: 'in the ICU' })).texts).toContain('in the ICU');
});
