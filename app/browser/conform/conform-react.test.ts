import * as theirs from '@conform-to/react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import * as ours from './conform-react.ts';

/** The replacement describes a form as the package does, so that the package's documentation applies. */

interface Field {
  id: string;
  name: string;
  errors?: string[];
  initialValue?: unknown;
}

type UseForm = (options: unknown) => readonly [{ id: string; allErrors: object }, Record<string, Field>];

function describeForm({ useForm, getFormProps }: typeof ours | typeof theirs, options: object): unknown {
  let described: unknown;
  function Form() {
    const [form, fields] = (useForm as unknown as UseForm)({ onValidate: () => ({}), ...options });
    const { onSubmit, ...props } = (getFormProps as (given: unknown) => Record<string, unknown>)(form);
    described = {
      id: form.id,
      allErrors: form.allErrors,
      submits: typeof onSubmit,
      // A missing prop is the same as an undefined one.
      props: JSON.stringify(props, Object.keys(props).sort()),
      fields: ['name', 'email', 'needs', 'unknown'].map((name) => {
        const { id, name: fieldName, errors, initialValue } = fields[name] ?? { id: '', name: '' };
        return { id, fieldName, errors, initialValue };
      }),
    };
    return null;
  }
  renderToStaticMarkup(createElement(Form));
  return described;
}

test.each([
  ['a new form', {}],
  ['default values', { defaultValue: { name: 'A', needs: ['a', 'b'] } }],
  [
    'a rejected submission',
    {
      defaultValue: { name: 'A' },
      lastResult: {
        status: 'error',
        initialValue: { name: 'B', email: 'x', needs: ['a', 'b'] },
        error: { email: ['email_invalid', 'text_too_long'] },
      },
    },
  ],
  [
    'an error of the form as a whole',
    { lastResult: { status: 'error', initialValue: {}, error: { '': ['busy'], name: ['name_required'] } } },
  ],
  ['an accepted submission', { lastResult: { status: 'success', initialValue: { name: 'C' } } }],
])('treats %s as conform does', (_, options) => {
  const form = { id: 'contact', shouldValidate: 'onSubmit', ...options };
  expect(describeForm(ours, form)).toEqual(describeForm(theirs, form));
});

test('parse returns what the given function returns', () => {
  expect(ours.parse(new FormData(), { resolve: () => ({ error: { name: ['name_required'] } }) })).toEqual({
    error: { name: ['name_required'] },
  });
});
