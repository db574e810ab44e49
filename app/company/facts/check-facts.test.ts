import { describe, expect, test } from 'vitest';
import { checkFacts } from './check-facts.ts';
import { formatProblem } from './fact-problem.ts';

const both = (text: string) => ({ ar: text, en: text });

const everything = {
  name: { ar: 'رحلة', en: 'Rihla', ru: 'Рихла', de: 'Rihla GmbH' },
  address: both('Hauptstraße 1, 10115 Berlin'),
  phone: '+49 30 1234567',
  whatsapp: '+49 30 1234568',
  email: 'care@rihla.example',
  emergencyPhone: '+49 30 1234569',
  hours: {
    monday: [
      { from: '09:00', to: '12:00' },
      { from: '13:00', to: '18:00' },
    ],
    sunday: [{ from: '00:00', to: '24:00' }],
  },
  replyTime: { urgent: both('within 2 hours'), other: both('within 2 days') },
  history: both('Two nurses founded the company.'),
  spokenLanguages: both('We speak Arabic in the mornings.'),
  licences: both('The town of Köln has given us a permit.'),
  paidBy: both('The patient pays our fee, which your offer states.'),
  authorities: both('We work with two health offices.'),
  neverAsks: both('Nobody asks for cash.'),
  representative: 'Leyla Muster',
  register: 'Amtsgericht Berlin, HRB 12345',
  vatId: 'DE123456789',
  dataProtectionOfficer: { name: 'Omar Muster', email: 'dpo@rihla.example' },
  supervisoryAuthority: { name: both('Berlin Commissioner'), website: 'https://www.datenschutz.example' },
  insurer: { name: 'Assecuranz AG', address: 'Ring 1, Köln', territory: both('Germany') },
  social: { instagram: 'https://www.instagram.com/rihla' },
  people: [{ name: both('Leyla Muster'), role: both('Coordinator'), languages: ['ar', 'de'], picture: 'leyla.jpg' }],
  partners: [{ name: both('Klinik'), description: both('Hospital'), website: 'https://klinik.example', logo: 'k.PNG' }],
  memberships: [{ name: both('Chamber'), website: 'https://chamber.example' }],
  notice: { text: both('Closed on Friday.'), from: '2027-03-26 00:00', until: '2027-03-27T09:00' },
};

test('accepts all facts, and no facts', () => {
  expect(checkFacts(everything)).toEqual({
    facts: { ...everything, notice: { ...everything.notice, until: '2027-03-27 09:00' } },
  });
  expect(checkFacts({})).toEqual({ facts: {} });
});

test('trims texts', () => {
  expect(checkFacts({ email: ' care@rihla.example ', name: both(' Rihla ') })).toEqual({
    facts: { email: 'care@rihla.example', name: both('Rihla') },
  });
});

const person = everything.people[0];
const day = (...periods: [string, string][]) => periods.map(([from, to]) => ({ from, to }));

describe('names the fact and describes the problem:', () => {
  test.each<[unknown, string]>([
    [{ fax: '1' }, 'fax: is not a known fact'],
    [[], 'the facts: must be a group in curly brackets'],
    [{ name: 'Rihla' }, 'name: must be a group in curly brackets'],
    [{ name: { ar: 'رحلة' } }, 'name, en: is missing'],
    [{ name: { ...both('x'), fr: 'x' } }, 'name, fr: is not a known fact'],
    [{ name: both('  ') }, 'name, ar: must not be empty'],
    [{ name: { ar: 'x', en: 'x'.repeat(81) } }, 'name, en: must have at most 80 characters'],
    [{ name: { ar: 'x', en: 'a\nb' } }, 'name, en: must be one line without control characters'],
    [{ name: { ar: 'x', en: '\u202ex' } }, 'name, en: must be one line without control characters'],
    [{ phone: '030 1234567' }, 'phone: must be a number in international format such as +49 30 23125000'],
    [{ phone: 49301234567 }, 'phone: must be text in quotation marks'],
    [{ email: 'care' }, 'email: must be an email address such as care@example.com'],
    [{ vatId: '123' }, 'vatId: must be a VAT number such as DE123456789'],
    [{ hours: {} }, 'hours: must have at least one day'],
    [{ hours: { funday: [] } }, 'hours, funday: is not a known fact'],
    [
      { hours: { monday: [] } },
      'hours, monday: must name at least one period; leave out a day on which nobody answers',
    ],
    [{ hours: { monday: day(['9:00', '10:00']) } }, 'hours, monday 1, from: must be a time such as 09:00'],
    [{ hours: { monday: day(['10:00', '09:00']) } }, 'hours, monday 1, to: must be later than "from"'],
    [
      { hours: { friday: day(['09:00', '12:00'], ['11:00', '14:00']) } },
      'hours, friday: must be in chronological order and must not overlap',
    ],
    [
      { dataProtectionOfficer: { name: 'Omar' } },
      'dataProtectionOfficer, email: is missing: an address, an email address or a phone number must be given',
    ],
    [{ insurer: { name: 'A', address: 'B' } }, 'insurer, territory: is missing'],
    [{ social: { tiktok: 'https://t.example' } }, 'social, tiktok: is not a known fact'],
    [{ social: { x: 'javascript:alert(1)' } }, 'social, x: must be a web address such as https://www.example.com'],
    [{ social: { x: 'https://a:b@x.com' } }, 'social, x: must not contain a user name or password'],
    [{ people: Array.from({ length: 31 }, () => person) }, 'people: must have at most 30 entries'],
    [{ people: { name: 'Leyla' } }, 'people: must be a list in square brackets'],
    [{ people: [person, { ...person, role: undefined }] }, 'people 2, role: is missing'],
    [{ people: [{ ...person, languages: ['german'] }] }, 'people 1, languages 1: must have at most 2 characters'],
    [{ people: [{ ...person, languages: ['ar', 'zz'] }] }, 'people 1, languages 2: is not a known language code'],
    [
      { people: [{ ...person, picture: '../leyla.jpg' }] },
      'people 1, picture: must be the name of a JPEG, PNG or WebP file, without a folder, such as leyla.jpg',
    ],
    [
      { partners: [{ name: both('Klinik'), logo: 'logo.svg' }] },
      'partners 1, logo: must be the name of a JPEG, PNG or WebP file, without a folder, such as leyla.jpg',
    ],
    [{ memberships: [{ name: both('Chamber') }] }, 'memberships 1, website: is missing'],
    [
      { notice: { text: both('x'), from: 'today' } },
      'notice, from: must be a date and a time such as 2027-03-27 14:05',
    ],
    [{ notice: { text: both('x'), from: '2027-02-30 10:00' } }, 'notice, from: is not a valid date and time'],
    [
      { notice: { text: both('x'), from: '2027-03-27 10:00', until: '2027-03-27T10:00' } },
      'notice, until: must be later than "from"',
    ],
  ])('%j', (facts, expected) => {
    const result = checkFacts(facts);
    expect('problems' in result && result.problems.map(formatProblem)).toContain(expected);
  });
});

test('reports all problems at once', () => {
  const result = checkFacts({ phone: 'x', people: [{ name: both('Leyla'), role: both('') }] });
  expect('problems' in result && result.problems.map(({ path }) => path)).toEqual([
    ['phone'],
    ['people', 0, 'role', 'ar'],
    ['people', 0, 'role', 'en'],
  ]);
});
