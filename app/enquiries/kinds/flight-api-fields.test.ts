import { describe, expect, test } from 'vitest';
import { flightApiFields } from './flight-api-fields.ts';
import type { FlightRequest } from './flight-request.ts';

const request: FlightRequest = {
  name: 'Ahmad Ali',
  phone: '+966501234567',
  email: 'a@b.example',
  origin: 'RUH',
  destination: 'MUC',
  destinationOpen: false,
  asSoonAsPossible: false,
  date: '2027-03-27',
};

describe('the fields of the API call, in order (spec, section 7)', () => {
  test('in English', () => {
    expect(flightApiFields(request, 'en')).toEqual([
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
      ['asSoonAsPossible', 'false'],
      ['condition', ''],
      ['urgency', ''],
      ['reachBy', ''],
      ['reachHours', ''],
      ['reachLanguage', ''],
    ]);
  });

  test('in Arabic, where only the full names and the language differ', () => {
    const english = flightApiFields(request, 'en');
    const arabic = flightApiFields(request, 'ar');
    expect(arabic.map(([name]) => name)).toEqual(english.map(([name]) => name));
    expect(arabic.filter(([, value], index) => value !== english[index]?.[1])).toEqual([
      ['originFull', 'مطار الملك خالد الدولي، الرياض، السعودية'],
      ['destinationFull', 'مطار ميونخ الدولي، ميونخ، ألمانيا'],
      ['language', 'ar'],
    ]);
  });
});

/** Returns the fields of the API call for the request with these changes. */
function apiFieldsWith(changes: Partial<FlightRequest>, language: 'ar' | 'en' = 'en') {
  return Object.fromEntries(flightApiFields({ ...request, ...changes }, language));
}

test('sends a missing date as an empty string and "as soon as possible" in a separate field', () => {
  expect(apiFieldsWith({ date: undefined })).toMatchObject({ date: '', asSoonAsPossible: 'false' });
  expect(apiFieldsWith({ date: undefined, asSoonAsPossible: true })).toMatchObject({
    date: '',
    asSoonAsPossible: 'true',
  });
});

test('sends the condition in its own field and a fixed message', () => {
  expect(apiFieldsWith({ condition: 'Stroke,\nawake' })).toMatchObject({
    message: 'medical Evacuation request',
    condition: 'Stroke,\nawake',
  });
});

test('sends the answers about the first call in separate fields', () => {
  const fields = apiFieldsWith({
    urgency: 'soon',
    reachBy: ['call', 'whatsapp'],
    reachHours: 'evening',
    reachLanguage: 'ar',
  });
  expect(fields).toMatchObject({
    message: 'medical Evacuation request',
    urgency: 'soon',
    reachBy: 'call,whatsapp',
    reachHours: 'evening',
    reachLanguage: 'ar',
  });
});

describe('a place', () => {
  test('with a single airport is sent as its code, with the typed text in the full name', () => {
    expect(apiFieldsWith({ origin: 'الرياض', destination: 'München' })).toMatchObject({
      origin: 'RUH',
      originFull: 'الرياض (RUH, King Khalid International Airport, Riyadh, Saudi Arabia)',
      destination: 'MUC',
      destinationFull: 'München (MUC, Munich Airport, Munich, Germany)',
    });
  });

  test('without an airport is sent as typed, with the nearest airports in the full name', () => {
    expect(apiFieldsWith({ origin: 'مكه', destination: 'Heidelberg' }, 'ar')).toMatchObject({
      origin: 'مكه',
      originFull:
        'مكه (مكة المكرمة، السعودية؛ أقرب المطارات: جدة JED 75\u00a0كم، الطائف TIF 75\u00a0كم، الباحة ABT 226\u00a0كم)',
      destination: 'Heidelberg',
      destinationFull:
        'Heidelberg (هايدلبرغ، ألمانيا؛ أقرب المطارات: مانهايم MHG 15\u00a0كم، فرانكفورت FRA 72\u00a0كم، كارلسروه FKB 83\u00a0كم)',
    });
  });

  test('that is unknown is sent as typed, with a note in the full name', () => {
    expect(apiFieldsWith({ origin: 'Camp 12' })).toMatchObject({
      origin: 'Camp 12',
      originFull: 'Camp 12 (not in our list: please ask)',
    });
    expect(apiFieldsWith({ origin: 'QQQ' })).toMatchObject({ origin: 'QQQ' });
    expect(apiFieldsWith({ origin: 'RAK' })).toMatchObject({ origin: 'RAK' });
  });

  test('whose code is an old one is sent as the airport that replaced it, with the typed code in the full name', () => {
    expect(apiFieldsWith({ origin: 'TXL' })).toMatchObject({
      origin: 'BER',
      originFull: 'TXL (BER, Berlin Brandenburg Airport, Berlin, Germany)',
    });
  });

  test('that only probably matches an airport is never sent as a code', () => {
    expect(apiFieldsWith({ origin: 'King Faisal Hospital Riyadh' })).toMatchObject({
      origin: 'King Faisal Hospital Riyadh',
      originFull:
        'King Faisal Hospital Riyadh (probably: RUH, King Khalid International Airport, Riyadh, Saudi Arabia)',
    });
  });

  test('that is not decided yet is sent as such, with any typed text in the full name', () => {
    expect(apiFieldsWith({ destination: '', destinationOpen: true })).toMatchObject({
      destination: 'not decided yet',
      destinationFull: 'not decided yet',
    });
    expect(apiFieldsWith({ destination: 'MUC', destinationOpen: true }, 'ar')).toMatchObject({
      destination: 'not decided yet',
      destinationFull: 'لم تُحدَّد الوجهة بعد؛ مطار ميونخ الدولي، ميونخ، ألمانيا',
    });
  });
});
