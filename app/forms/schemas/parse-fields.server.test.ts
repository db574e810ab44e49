import { expect, test } from 'vitest';
import { z } from 'zod';
import { numberField } from './number-field.ts';
import { parseFields } from './parse-fields.server.ts';
import { choicesField } from './text-schema.ts';

const schema = z.object({
  age: numberField({ min: 0, max: 120 }, 'age_invalid'),
  needs: choicesField(['oxygen', 'stretcher'], 'unreadable'),
  worded: z.string().optional(),
});

function errorsOf(fields: [name: string, value: string][]) {
  const sent = new FormData();
  for (const [name, value] of fields) sent.append(name, value);
  return parseFields(sent, schema).reply().error;
}

test('errors are the codes of the schema', () => {
  expect(errorsOf([['age', '121']])).toEqual({ age: ['age_invalid'] });
  expect(
    errorsOf([
      ['needs', 'oxygen'],
      ['needs', 'champagne'],
    ]),
  ).toEqual({ 'needs[1]': ['unreadable'] });
});

test('an error that zod has worded is told as an unreadable form', () => {
  expect(
    errorsOf([
      ['worded', 'one'],
      ['worded', 'two'],
    ]),
  ).toEqual({ worded: ['unreadable'] });
});

test('a code without a message does not compile', () => {
  // @ts-expect-error -- there is no message `form.age_odd`
  numberField({ min: 0, max: 120 }, 'age_odd');
  // @ts-expect-error -- an error needs a code
  numberField({ min: 0, max: 120 });
});
