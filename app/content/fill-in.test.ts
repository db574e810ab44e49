import { expect, test } from 'vitest';
import { fillIn, marks, type Values } from './fill-in.ts';

const values: Values = {
  company_name: 'Rihla',
  company_phone: '+49 30 23125 010',
  company_email: 'care@example.com',
  company_address: 'Musterstraße 1, Berlin',
  company_representative: 'Erika Mustermann',
  company_register: 'HRB 00000',
  company_vat_id: 'DE000000000',
  retention_days: '180',
};

test.each(marks)('{{%s}} becomes its value', (mark) => {
  expect(fillIn(`before {{${mark}}} after`, values)).toBe(`before ${values[mark]} after`);
});

test('every text is filled, at any depth, and each of its marks', () => {
  const content = { lead: '{{company_name}}', blocks: ['plain', { list: ['{{company_email}}, {{company_name}}'] }] };
  expect(fillIn(content, values)).toEqual({
    lead: 'Rihla',
    blocks: ['plain', { list: ['care@example.com, Rihla'] }],
  });
});

test('the content itself stays as it was: it is filled once for each environment', () => {
  const content = { lead: ['{{company_name}}'] };
  fillIn(content, values);
  expect(content).toEqual({ lead: ['{{company_name}}'] });
});

test.each(['{{company_fax}}', '{{constructor}}', '{{toString}}', '{company_name}', '{{ company_name }}', '{{}}'])(
  '%s is no mark and stays',
  (text) => {
    expect(fillIn(text, values)).toBe(text);
  },
);

test.each(['$& $1 $$', '{{company_phone}}'])('a value is taken as it is: %s', (company_name) => {
  expect(fillIn('{{company_name}}', { ...values, company_name })).toBe(company_name);
});

test('what is no text is left alone', () => {
  expect(fillIn({ none: undefined, nothing: null, count: 3, is: true }, values)).toEqual({
    none: undefined,
    nothing: null,
    count: 3,
    is: true,
  });
});
