import { describe, expect, test } from 'vitest';
import { checkFacts } from '#app/company/facts/check-facts.ts';
import type { CompanyFacts } from '#app/company/facts/company-facts.ts';
import { chosenUnits, textOf } from '#tests/support/hostile-texts.ts';
import { growthRatio } from '#tests/support/reference-load.ts';
import { companySections, fieldsOf, isListSection } from './company-sections.ts';
import { readValues, valuesOf } from './fact-values.ts';
import {
  assignProblems,
  findTarget,
  type FormTarget,
  removeEntry,
  replaceFacts,
  shownEntry,
  valuesAt,
} from './section-form.ts';

const both = (en: string) => ({ ar: `${en} ar`, en });
const all = (en: string) => ({ ...both(en), ru: `${en} ru`, de: `${en} de` });

/** A value for every fact. */
const everyFact: CompanyFacts = {
  name: all('Rihla'),
  address: both('Ring 1'),
  phone: '+49 30 5550001',
  whatsapp: '+49 30 5550002',
  email: 'desk@rihla.example',
  emergencyPhone: '+49 30 5550009',
  hours: {
    monday: [
      { from: '08:00', to: '10:00' },
      { from: '11:00', to: '13:00' },
      { from: '14:00', to: '24:00' },
    ],
    sunday: [{ from: '10:00', to: '12:00' }],
  },
  replyTime: { urgent: both('within 2 hours'), other: all('within 3 days') },
  history: all('Two nurses founded the company.'),
  spokenLanguages: all('We speak Arabic in the mornings.'),
  licences: all('The town of Köln has given us a permit.'),
  paidBy: all('The patient pays our fee.'),
  authorities: both('We work with two health offices.'),
  neverAsks: all('Nobody asks for cash.'),
  representative: 'Leyla Ufuq',
  register: 'HRB 4711',
  vatId: 'DE123456789',
  dataProtectionOfficer: { name: 'Omar', address: 'Ring 2', email: 'dpo@rihla.example', phone: '+49 30 5550003' },
  supervisoryAuthority: { name: both('Commissioner'), website: 'https://authority.example' },
  insurer: { name: 'Assecuranz AG', address: 'Ring 3', territory: both('Germany') },
  social: {
    facebook: 'https://facebook.example/r',
    instagram: 'https://instagram.example/r',
    x: 'https://x.example/r',
    youtube: 'https://youtube.example/r',
  },
  people: [
    { name: both('Leyla'), role: all('Coordinator'), languages: ['de', 'ar', 'sw'], picture: 'leyla.jpg' },
    { name: both('Omar'), role: both('Doctor') },
  ],
  partners: [
    { name: both('Clinic'), description: both('Heart'), website: 'https://clinic.example', logo: 'clinic.png' },
    { name: both('Hotel') },
  ],
  memberships: [{ name: both('Chamber'), website: 'https://chamber.example' }],
  notice: { text: both('Closed'), from: '2027-03-25 18:00', until: '2027-03-27 09:00' },
};

/** All forms of a page that shows these facts. */
const everyForm: FormTarget[] = companySections.flatMap((section): FormTarget[] =>
  isListSection(section)
    ? (everyFact[section] ?? []).map((_: unknown, entry: number) => ({ section, entry }))
    : [{ section }],
);

/** Returns a form as a browser submits it: with a T between date and time, and each language as a separate value. */
function post(facts: CompanyFacts, target: FormTarget, typed: Record<string, string> = {}): FormData {
  const form = new FormData();
  const values = { ...valuesAt(facts, target), ...typed };
  for (const { name, kind } of fieldsOf(target.section)) {
    const value = values[name] ?? '';
    if (kind === 'languages') for (const code of value.split(' ').filter(Boolean)) form.append(name, code);
    else form.set(name, kind === 'moment' ? value.replace(' ', 'T') : value);
  }
  return form;
}

const send = (facts: CompanyFacts, target: FormTarget, typed?: Record<string, string>) =>
  checkFacts(replaceFacts(facts, target, readValues(post(facts, target, typed), fieldsOf(target.section))));

test('the forms show every fact', () => {
  const shown = everyForm.flatMap((target) => Object.values(valuesAt(everyFact, target)));
  expect(shown.sort()).toEqual(Object.values(valuesOf(everyFact)).sort());
});

describe.each(everyForm)('the form $section $entry', (target) => {
  test('saves what it shows unchanged', () => {
    expect(send(everyFact, target)).toEqual({ facts: everyFact });
  });

  test('has a control for every value that it shows', () => {
    const names = fieldsOf(target.section).map(({ name }) => name);
    expect(Object.keys(valuesAt(everyFact, target)).filter((name) => !names.includes(name))).toEqual([]);
  });
});

test.each(everyForm.filter(({ entry }) => entry === undefined))(
  'submitting the form $section empty removes only its facts',
  (target) => {
    const empty = Object.fromEntries(
      fieldsOf(target.section).map(({ name, kind }) => [name, kind === 'line' ? ' ' : '']),
    );
    const names = new Set(Object.keys(valuesAt(everyFact, target)).map((name) => name.split('.')[0]));
    const others = Object.fromEntries(Object.entries(everyFact).filter(([name]) => !names.has(name)));
    expect(send(everyFact, target, empty)).toEqual({ facts: others });
  },
);

test('an entry is added, changed and removed', () => {
  const membership = { 'name.ar': 'ب', 'name.en': 'B', website: 'https://b.example' };
  const added = { name: { ar: 'ب', en: 'B' }, website: 'https://b.example' };
  expect(send({}, { section: 'memberships', entry: 0 }, membership)).toEqual({ facts: { memberships: [added] } });
  expect(send({ memberships: [added] }, { section: 'memberships', entry: 0 }, { 'name.en': 'C' })).toEqual({
    facts: { memberships: [{ ...added, name: { ar: 'ب', en: 'C' } }] },
  });
  expect(removeEntry(everyFact, 'people', 0)).toEqual({ ...everyFact, people: everyFact.people?.slice(1) });
  expect(removeEntry({ phone: '+49 1', memberships: [added] }, 'memberships', 0)).toEqual({ phone: '+49 1' });
});

test('an entry is found after others were removed, but not after it was changed itself', () => {
  const shown = shownEntry(everyFact, { section: 'people', entry: 1 });
  const [leyla, omar] = everyFact.people ?? [];
  if (!leyla || !omar) throw new Error('There are two people');
  expect(findTarget({ people: [omar] }, 'people', shown)).toEqual({ section: 'people', entry: 0 });
  expect(findTarget({ people: [leyla, { ...omar, name: both('Ali') }] }, 'people', shown)).toBeUndefined();
  expect(findTarget({ people: [leyla] }, 'people', '')).toEqual({ section: 'people', entry: 1 });
});

test.each([
  ['phone', '٠٠', '00'],
  ['phone', ' +49 (30) 555-00 01\u200e', '+49 30 555 00 01'],
] as const)('what is typed into %s is tidied: %s', (name, typed, expected) => {
  const values = readValues(post({}, { section: 'contact' }, { [name]: typed }), fieldsOf('contact'));
  expect(values[name]).toBe(expected);
});

test('a time needs no leading zero, and an empty period leaves no gap', () => {
  const typed = { 'hours.monday.1.from': '9:00', 'hours.monday.1.to': '١٢:٠٠' };
  expect(send({}, { section: 'hours' }, typed)).toEqual({
    facts: { hours: { monday: [{ from: '09:00', to: '12:00' }] } },
  });
});

describe('a problem is reported at its field:', () => {
  const problemsOf = (target: FormTarget, typed: Record<string, string>) => {
    const result = send(everyFact, target, typed);
    return assignProblems('problems' in result ? result.problems : []);
  };

  test.each<[FormTarget, Record<string, string>, string, string]>([
    [{ section: 'contact' }, { phone: '030' }, 'phone', 'phone'],
    [{ section: 'name' }, { 'name.en': '' }, 'name.en', 'missing'],
    [{ section: 'hours' }, { 'hours.sunday.0.to': '' }, 'hours.sunday.0.to', 'missing'],
    [{ section: 'hours' }, { 'hours.monday.1.from': '09:00' }, 'hours.monday.0.from', 'period_order'],
    [
      { section: 'legal' },
      Object.fromEntries(['address', 'email', 'phone'].map((name) => [`dataProtectionOfficer.${name}`, ''])),
      'dataProtectionOfficer.email',
      'no_contact',
    ],
    [{ section: 'notice' }, { 'notice.text.ar': '', 'notice.text.en': '' }, 'notice.text.ar', 'missing'],
    [{ section: 'notice' }, { 'notice.until': '2027-03-25 17:00' }, 'notice.until', 'not_later'],
    [{ section: 'people', entry: 1 }, { 'role.ar': '', 'role.en': '' }, 'role.ar', 'missing'],
    [{ section: 'people', entry: 0 }, { languages: 'ar zz' }, 'languages', 'unknown_language'],
    [{ section: 'memberships', entry: 1 }, { 'name.ar': 'ب', 'name.en': 'B' }, 'website', 'missing'],
  ])('%o %o', (target, typed, field, key) => {
    expect(problemsOf(target, typed)).toMatchObject([{ target, field, problem: { key } }]);
  });

  test('in another form, for a value of the environment', () => {
    const result = send({ email: 'nobody' }, { section: 'contact' }, { phone: '+49 30 5550001' });
    expect(assignProblems('problems' in result ? result.problems : [])).toMatchObject([
      { target: { section: 'contact' }, field: 'email' },
    ]);
    expect(assignProblems([{ path: ['partners', 3, 'logo'], key: 'picture_missing', values: {} }])).toMatchObject([
      { target: { section: 'partners', entry: 3 }, field: 'logo' },
    ]);
  });
});

test.each([
  [' Ring 1 \r\n\r\n \n Köln ', 'Ring 1 Köln'],
  ['Ring  1', 'Ring  1'],
  ['x'.repeat(6000) + '\n', 'x'.repeat(6000) + '\n'],
])('the lines of a text become one, unless it is too long for a fact: %j', (typed, expected) => {
  const form = new FormData();
  form.append('history.en', typed);
  expect(readValues(form, fieldsOf('history'))['history.en']).toBe(expected);
});

test('more language codes than a person may speak are one too many, however many there are', () => {
  const typed = Array.from({ length: 30_000 }, () => 'ar').join(' ');
  const changed = replaceFacts({}, { section: 'people', entry: 0 }, { languages: typed });
  expect(checkFacts(changed)).toMatchObject({
    problems: expect.arrayContaining([
      expect.objectContaining({ path: ['people', 0, 'languages'], key: 'too_many' }),
    ]) as unknown,
  });
});

test.each(chosenUnits)('the cost of checking a form is linear in the size of %s', async (_name, unit) => {
  const ratio = await growthRatio(
    (size) => {
      const text = textOf(unit, size);
      return () => {
        for (const section of companySections) {
          const form = new FormData();
          for (const { name } of fieldsOf(section)) form.append(name, text);
          const target = isListSection(section) ? { section, entry: 0 } : { section };
          checkFacts(replaceFacts({}, target, readValues(form, fieldsOf(section))));
        }
      };
    },
    [1024, 16 * 1024],
  );
  expect(ratio).toBeLessThanOrEqual(24);
});
