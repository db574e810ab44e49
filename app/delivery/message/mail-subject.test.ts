import { expect, test } from 'vitest';
import type { Enquiry, EnquiryKind } from '#app/enquiries/enquiry.ts';
import { formatMailSubject } from './mail-subject.ts';

const receivedAt = Date.UTC(2031, 2, 1);
const person = { name: 'أحمد السري', phone: '+966501234567', email: 'secret@example.org' };
const flight = {
  ...person,
  ...{ origin: 'RUH', destination: 'Munich (MUC)', destinationOpen: false },
  ...{ date: '2031-03-27', asSoonAsPossible: false, needs: [] },
};

function subjectOf(kind: EnquiryKind, fields: object): string {
  const received = { id: 'id', reference: 'W3FRG49H', receivedAt, privacyNotice: 'test' };
  const enquiry = { ...received, kind, language: 'ar', fields, attachments: [] } as Enquiry;
  return formatMailSubject({ number: 0, createdAt: receivedAt, purpose: 'enquiry', enquiry });
}

test.each<[EnquiryKind, object, string]>([
  ['evacuation', {}, 'RUH → MUC · 27.03.2031 · W3FR-G49H'],
  ['evacuation', { date: undefined, asSoonAsPossible: true }, 'URGENT · RUH → MUC · as soon as possible · W3FR-G49H'],
  ['evacuation', { date: undefined, urgency: 'soon' }, 'RUH → MUC · no date yet · W3FR-G49H'],
  ['evacuation', { date: undefined }, 'URGENT · RUH → MUC · no date yet · W3FR-G49H'],
  ['evacuation', { date: '2031-03-03' }, 'URGENT · RUH → MUC · 03.03.2031 · W3FR-G49H'],
  ['medical-flight', { needs: ['ventilator'] }, 'URGENT · RUH → MUC · 27.03.2031 · W3FR-G49H'],
  ['medical-flight', { condition: 'Stroke' }, 'RUH → MUC · 27.03.2031 · W3FR-G49H'],
  ['evacuation', { origin: 'مكة', destination: 'Heidelberg' }, 'Mecca → Heidelberg · 27.03.2031 · W3FR-G49H'],
  ['evacuation', { origin: 'Россия' }, 'Russia → MUC · 27.03.2031 · W3FR-G49H'],
  ['evacuation', { origin: 'at my uncle Eve’s' }, '? → MUC · 27.03.2031 · W3FR-G49H'],
  ['evacuation', { destination: '', destinationOpen: true }, 'RUH → not decided yet · 27.03.2031 · W3FR-G49H'],
  ['evacuation', { destination: 'Berlin', destinationOpen: true }, 'RUH → BER · 27.03.2031 · W3FR-G49H'],
])('formats the subject of a flight request (%s %j): %s', (kind, changes, subject) => {
  expect(subjectOf(kind, { ...flight, ...changes })).toBe(subject);
});

test.each<[EnquiryKind, object, string]>([
  ['contact', { message: 'My mother has cancer' }, 'Message · W3FR-G49H'],
  ['hotel', { location: 'Eve', checkIn: '2031-03-27' }, 'Hotel · 27.03.2031 · W3FR-G49H'],
  ['chauffeur', { pickUp: 'Eve', pickUpDate: '2031-03-27' }, 'Driver · 27.03.2031 · W3FR-G49H'],
  ['chauffeur', { pickUp: 'Eve' }, 'Driver · W3FR-G49H'],
  ['treatment', { illness: 'Stroke, asks Eve' }, 'Treatment request · W3FR-G49H'],
  ['treatment', { illness: 'In intensive care' }, 'URGENT · Treatment request · W3FR-G49H'],
])('formats the subject of a %s request %j: %s', (kind, fields, subject) => {
  expect(subjectOf(kind, { ...person, ...fields })).toBe(subject);
});
