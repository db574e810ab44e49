import { expect, test } from 'vitest';
import type { SubmittedFields } from './enquiry.ts';
import { urgencyOf } from './urgency.ts';

const now = Date.parse('2031-03-10T12:00:00Z');
const person = { name: 'Ahmad', phone: '+966501234567', email: 'a@example.com' };

function medicalFlightRequest(fields: object = {}): SubmittedFields {
  const journey = { flight: 'air-ambulance', origin: 'RUH', destination: 'MUC', destinationOpen: false };
  const defaults = {
    ...journey,
    date: undefined,
    urgency: 'soon',
    asSoonAsPossible: false,
    condition: 'Hip operation',
    needs: [],
    companions: 0,
  };
  return { kind: 'medical-flight', fields: { ...person, ...defaults, ...fields } } as unknown as SubmittedFields;
}

test('treats a medical flight as urgent if nothing says when it is needed', () => {
  expect(urgencyOf(medicalFlightRequest({ urgency: undefined }), now).reasons).toEqual(['no_date']);
});

test.each([
  [{ asSoonAsPossible: true }, 'as_soon_as_possible'],
  [{ urgency: 'urgent' }, 'stated_urgent'],
  [{ date: '2031-03-10' }, 'within_three_days'],
  [{ date: '2031-03-13' }, 'within_three_days'],
  [{ needs: ['ventilator'] }, 'ventilated'],
  [{ needs: ['intensive_care'] }, 'intensive_care'],
  [{ needs: ['incubator'] }, 'incubator'],
  [{ flight: 'incubator' }, 'incubator'],
  [{ ventilated: 'yes' }, 'ventilated'],
  [{ condition: 'He has been on a ventilator since Monday' }, 'ventilated'],
  [{ condition: 'موجود على جهاز التنفس' }, 'ventilated'],
  [{ condition: 'وضعوه على التنفّس الصناعي' }, 'ventilated'],
  [{ condition: 'Пациент на ИВЛ' }, 'ventilated'],
  [{ condition: 'He is in the ICU.' }, 'intensive_care'],
  [{ condition: 'والدي في العناية المركزة' }, 'intensive_care'],
  [{ condition: 'والدي بالعناية المركّزة' }, 'intensive_care'],
  [{ condition: 'نُقل للعناية المركزة' }, 'intensive_care'],
  [{ diagnosis: 'أُدخل الإنعاش أمس' }, 'intensive_care'],
  [{ hospitalNow: 'KFSH, intensive care unit' }, 'intensive_care'],
  [{ condition: 'Отец в реанимации' }, 'intensive_care'],
  [{ condition: 'المولود في الحاضنة' }, 'incubator'],
  [{ condition: 'سقط من السطح، نزيف في الدماغ' }, 'critical'],
  [{ condition: 'الطفل لا يتنفس وحده' }, 'critical'],
  [{ condition: 'أبي في غيبوبة' }, 'critical'],
  [{ condition: 'She is unconscious' }, 'critical'],
  [{ condition: 'Мать без сознания' }, 'critical'],
  [{ condition: 'Мама впала в кому' }, 'critical'],
  [{ condition: 'He can’t breathe' }, 'critical'],
])('treats %j as urgent: %s', (fields, reason) => {
  expect(urgencyOf(medicalFlightRequest(fields), now)).toEqual({ urgent: true, reasons: [reason] });
});

test.each([
  { date: '2031-03-14' },
  { urgency: 'planning' },
  { date: '2031-04-01', urgency: undefined },
  { ventilated: 'no' },
  { condition: 'Difficult to walk, circumstances unclear' },
  { condition: 'تحتاج إلى عناية' },
  { condition: 'Нужна команда врачей' },
])('does not treat %j as urgent', (fields) => {
  expect(urgencyOf(medicalFlightRequest(fields), now).urgent).toBe(false);
});

test('treats a request as urgent despite "planning" if there is any other reason', () => {
  expect(urgencyOf(medicalFlightRequest({ urgency: 'planning', needs: ['ventilator'] }), now).urgent).toBe(true);
});

test('lists all reasons', () => {
  const fields = { asSoonAsPossible: true, needs: ['ventilator', 'intensive_care'] };
  expect(urgencyOf(medicalFlightRequest(fields), now).reasons).toEqual([
    'as_soon_as_possible',
    'ventilated',
    'intensive_care',
  ]);
});

test.each([
  {
    kind: 'hotel',
    fields: { ...person, checkIn: '2031-03-11', checkOut: '2031-03-12', location: 'x', adults: 1, childAges: [] },
  },
  { kind: 'chauffeur', fields: { ...person, pickUpDate: '2031-03-11', dropOff: 'Charité' } },
] as SubmittedFields[])('treats a $kind request for tomorrow as urgent', (request) => {
  expect(urgencyOf(request, now).reasons).toEqual(['within_three_days']);
});

test('considers the optional message of the contact form', () => {
  const message = (text?: string): SubmittedFields => ({ kind: 'contact', fields: { ...person, message: text } });
  expect(urgencyOf(message('My mother is intubated'), now).reasons).toEqual(['ventilated']);
  expect(urgencyOf(message(), now).urgent).toBe(false);
});
