import { describe, expect, test } from 'vitest';
import type { Enquiry } from './enquiry.ts';
import { flightCall } from './flight-call.ts';

const enquiry: Enquiry = {
  id: 'id',
  reference: '4KQ7M01Z',
  kind: 'evacuation',
  language: 'en',
  fields: {
    name: 'Ahmad Ali',
    phone: '+966501234567',
    email: 'a@b.example',
    origin: 'RUH',
    destination: 'MUC',
    date: '2027-03-27',
  },
  attachments: [],
  receivedAt: Date.UTC(2027, 2, 20, 23, 59),
};

describe('the call of the specification, section 7, field by field in its order', () => {
  test('in English', () => {
    expect(flightCall(enquiry)).toEqual([
      ['name', 'Ahmad Ali'],
      ['email', 'a@b.example'],
      ['phone', '+966501234567'],
      ['message', 'medical Evacuation request'],
      ['origin', 'RUH'],
      ['originFull', 'King Khalid International Airport, Riyadh, Saudi Arabia'],
      ['destination', 'MUC'],
      ['destinationFull', 'Munich Airport, Munich, Germany'],
      ['date', '2027-03-27'],
      ['language', 'en'],
    ]);
  });

  test('in Arabic only the full names and the language differ', () => {
    const english = flightCall(enquiry);
    const arabic = flightCall({ ...enquiry, language: 'ar' });
    expect(arabic.map(([name]) => name)).toEqual(english.map(([name]) => name));
    expect(arabic.filter(([, value], index) => value !== english[index]?.[1])).toEqual([
      ['originFull', 'مطار الملك خالد الدولي، الرياض، السعودية'],
      ['destinationFull', 'مطار ميونخ الدولي، ميونخ، ألمانيا'],
      ['language', 'ar'],
    ]);
  });
});

test('as soon as possible is sent as the day of the request', () => {
  const { date: _, ...fields } = enquiry.fields;
  expect(flightCall({ ...enquiry, fields })).toContainEqual(['date', '2027-03-20']);
});

test('an airport that has left the list since goes by its code', () => {
  const fields = { ...enquiry.fields, origin: 'TXL' };
  expect(flightCall({ ...enquiry, fields })).toContainEqual(['originFull', 'TXL']);
});
