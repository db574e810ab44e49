import { expect, test } from 'vitest';
import { fillIn, placeholders, type Values } from './fill-in.ts';

const values: Values = {
  company_name: 'Rihla',
  company_phone: '+49 30 23125 010',
  company_email: 'care@example.com',
  company_address: 'Musterstraße 1, Berlin',
  company_representative: 'Erika Mustermann',
  company_register: 'HRB 00000',
  company_vat_id: 'DE000000000',
  company_insurer: 'Assecuranz AG, Köln',
  company_insurer_territory: 'Germany',
  company_dpo: 'Leyla Muster',
  company_authority: 'Authority',
  company_history: 'Two nurses founded the company.',
  company_languages: 'We speak Arabic in the mornings.',
  company_licences: 'The town of Köln has given us a permit.',
  company_paid_by: 'The patient pays us.',
  company_authorities: 'We work with two health offices.',
  company_never_asks: 'Nobody asks for cash.',
  company_reply_urgent: 'within 2 hours',
  company_reply_other: 'within 3 days',
  closed_days: '14',
  retention_days: '180',
  backup_days: '30',
};

test.each(placeholders)('replaces {{%s}}', (placeholder) => {
  expect(fillIn(`before {{${placeholder}}} after`, values)).toBe(`before ${values[placeholder]} after`);
});

test('replaces every placeholder at any depth', () => {
  const content = { lead: '{{company_name}}', blocks: ['plain', { list: ['{{company_email}}, {{company_name}}'] }] };
  expect(fillIn(content, values)).toEqual({
    lead: 'Rihla',
    blocks: ['plain', { list: ['care@example.com, Rihla'] }],
  });
});

test('omits only the paragraphs with a placeholder that has no value', () => {
  const without = { ...values, backup_days: undefined };
  const content = { blocks: ['kept {{retention_days}}', 'gone {{backup_days}} {{retention_days}}', 'plain'] };
  expect(fillIn(content, without)).toEqual({ blocks: ['kept 180', 'plain'] });
});

test('omits rows, lists, sections and questions that are meaningless without a missing value', () => {
  const without = { ...values, company_insurer: undefined, company_paid_by: undefined };
  const row = (term: string, text: string) => ({ term, text });
  const content = {
    sections: [
      { id: 'gone', heading: 'Insurance', blocks: [{ facts: [row('Insurer', '{{company_insurer}}')] }] },
      { id: 'kept', blocks: [{ facts: [row('Insurer', '{{company_insurer}}'), row('Phone', '{{company_phone}}')] }] },
      { id: 'empty', blocks: [] },
    ],
    items: [
      { q: 'Who pays?', a: '{{company_paid_by}}' },
      { q: 'Who are you?', a: '{{company_name}}' },
    ],
  };
  expect(fillIn(content, without)).toEqual({
    sections: [
      { id: 'kept', blocks: [{ facts: [row('Phone', '+49 30 23125 010')] }] },
      { id: 'empty', blocks: [] },
    ],
    items: [{ q: 'Who are you?', a: 'Rihla' }],
  });
});

test('does not modify the content, which is filled in once for each version of the facts', () => {
  const content = { lead: ['{{company_name}}'] };
  fillIn(content, values);
  expect(content).toEqual({ lead: ['{{company_name}}'] });
});

test.each(['{{company_fax}}', '{{constructor}}', '{{toString}}', '{company_name}', '{{ company_name }}', '{{}}'])(
  'leaves %s unchanged, because it is not a placeholder',
  (text) => {
    expect(fillIn(text, values)).toBe(text);
  },
);

test.each(['$& $1 $$', '{{company_phone}}'])('inserts the value %s literally', (company_name) => {
  expect(fillIn('{{company_name}}', { ...values, company_name })).toBe(company_name);
});

test('leaves values that are not strings unchanged', () => {
  expect(fillIn({ none: undefined, nothing: null, count: 3, is: true }, values)).toEqual({
    none: undefined,
    nothing: null,
    count: 3,
    is: true,
  });
});
