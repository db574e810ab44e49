import { describe, expect, test } from 'vitest';
import { treatmentCategories } from '#app/content/copy/content-names.ts';
import { specialties } from './treatment-fields.ts';
import { treatmentKind } from './treatment-kind.server.ts';

const person = { name: 'أحمد علي', phone: '+966 50 123 4567' };

function parse(fields: Record<string, string | string[]>, hasFiles = false) {
  const formData = new FormData();
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat()) formData.append(name, value);
  return treatmentKind.parse(formData, hasFiles);
}

const errorCodes = (...submitted: Parameters<typeof parse>) => parse(...submitted).reply().error ?? {};

describe('what a request is about', () => {
  test.each([
    ['the illness', { illness: 'ورم' }, false],
    ['a question', { question: 'Is surgery needed?' }, false],
    ['a file', {}, true],
  ])('may be stated by %s alone, without an email address', (_name, fields, hasFiles) => {
    expect(parse({ ...person, ...fields }, hasFiles)).toMatchObject({
      status: 'success',
      value: { phone: '+966501234567', email: undefined, wishes: [], needsInterpreter: false },
    });
  });

  test.each([
    ['a name and a phone number', {}],
    ['blanks and invisible marks', { illness: ' \r\n ', question: '\u200F\u200E ' }],
    ['choices', { wishes: 'surgery', specialty: 'oncology', payer: 'state', interpreter: 'on' }],
    ['other text', { wished_time: 'in June', patient_age: '70' }],
  ])('is missing if there is only %s', (_name, fields) => {
    expect(errorCodes({ ...person, ...fields })).toEqual({ illness: ['case_required'] });
  });

  test('is reported together with the other missing fields', () => {
    expect(errorCodes({})).toEqual({
      illness: ['case_required'],
      name: ['name_required'],
      phone: ['phone_required'],
    });
  });

  test('counts even if it is too long, which is then the only error', () => {
    expect(errorCodes({ ...person, question: 'x'.repeat(5001) })).toEqual({ question: ['message_too_long'] });
    expect(errorCodes({ ...person, illness: 'x'.repeat(5001) })).toEqual({ illness: ['condition_too_long'] });
  });
});

test('parses all fields', () => {
  const submission = parse({
    ...person,
    email: 'a@b.example',
    wishes: ['treatment_plan', 'second_opinion'],
    specialty: 'cardiology',
    illness: ' Narrowed valve,\r\nno operation ',
    question: 'TAVI?',
    patient_age: '٧٠',
    patient_sex: 'female',
    wished_time: 'after  Ramadan',
    payer: 'insurer',
    companions: '٢',
    interpreter: 'on',
  });
  expect(submission).toMatchObject({
    status: 'success',
    value: {
      email: 'a@b.example',
      wishes: ['treatment_plan', 'second_opinion'],
      specialty: 'cardiology',
      illness: 'Narrowed valve,\nno operation',
      question: 'TAVI?',
      patientAge: 70,
      patientSex: 'female',
      wishedTime: 'after Ramadan',
      payer: 'insurer',
      companions: 2,
      needsInterpreter: true,
    },
  });
});

test.each([
  [{ email: 'a@b' }, { email: ['email_invalid'] }],
  [{ patient_age: '121' }, { patient_age: ['age_invalid'] }],
  [{ companions: '12' }, { companions: ['companions_invalid'] }],
  [{ wished_time: 'x'.repeat(201) }, { wished_time: ['text_too_long'] }],
  [{ wishes: ['surgery', 'miracle'] }, { 'wishes[1]': ['unreadable'] }],
  [{ specialty: 'magic' }, { specialty: ['unreadable'] }],
  [{ payer: 'nobody' }, { payer: ['unreadable'] }],
])('reports the errors of %j as codes', (changes, expected) => {
  expect(errorCodes({ ...person, illness: 'x', ...changes })).toEqual(expected);
});

test('considers the illness when determining the urgency', () => {
  const submission = parse({ ...person, illness: 'في العناية المركزة' });
  if (submission.status !== 'success') throw new Error('The request is invalid');
  expect(treatmentKind.urgency(submission.value).texts).toContain('في العناية المركزة');
});

test('the specialties are those that have a page', () => {
  expect(specialties).toEqual(treatmentCategories);
});
