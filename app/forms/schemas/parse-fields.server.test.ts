import { expect, test } from 'vitest';
import { z } from 'zod';
import { numberField } from './number-field.ts';
import { parseFields } from './parse-fields.server.ts';
import { choicesField } from './text-schema.ts';

const schema = z.object({
  age: numberField({ min: 0, max: 120 }, 'age_invalid'),
  needs: choicesField(['oxygen', 'stretcher'], 'unreadable'),
  defaultMessage: z.string().optional(),
});

function errorsOf(fields: [name: string, value: string][]) {
  const formData = new FormData();
  for (const [name, value] of fields) formData.append(name, value);
  return parseFields(formData, schema).reply().error;
}

test('returns the message codes of the schema', () => {
  expect(errorsOf([['age', '121']])).toEqual({ age: ['age_invalid'] });
  expect(
    errorsOf([
      ['needs', 'oxygen'],
      ['needs', 'champagne'],
    ]),
  ).toEqual({ 'needs[1]': ['unreadable'] });
});

test('replaces zod’s own message with the code for an unreadable form', () => {
  expect(
    errorsOf([
      ['defaultMessage', 'one'],
      ['defaultMessage', 'two'],
    ]),
  ).toEqual({ defaultMessage: ['unreadable'] });
});

test('does not compile with a code that has no message', () => {
  // @ts-expect-error -- the message `form.age_odd` does not exist
  numberField({ min: 0, max: 120 }, 'age_odd');
  // @ts-expect-error -- the code is missing
  numberField({ min: 0, max: 120 });
});
