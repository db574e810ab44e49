import { expect, test } from 'vitest';
import { checkFacts } from '#app/company/facts/check-facts.ts';
import { deskLanguages } from '../../people/person.ts';
import { deskTexts, fill } from '../desk-texts.ts';

test.each(deskLanguages)('every text in %s has the same placeholders as the English one', (language) => {
  const placeholders = (texts: object, path = ''): string[] =>
    Object.entries(texts).flatMap(([key, text]: [string, unknown]) =>
      typeof text === 'string'
        ? [`${path}.${key} ${[...new Set(text.match(/\{\w+\}/g))].sort().join(' ')}`]
        : placeholders(text as object, `${path}.${key}`),
    );
  expect(placeholders(deskTexts[language].company)).toEqual(placeholders(deskTexts.en.company));
});

test.each(deskLanguages)('the placeholders of a problem in %s are filled in', (language) => {
  const result = checkFacts({ representative: 'x'.repeat(121) });
  const [problem] = 'problems' in result ? result.problems : [];
  if (!problem) throw new Error('There must be a problem');
  const text = fill(deskTexts[language].company.problem[problem.key], problem.values);
  expect(text).toContain('120');
  expect(text).not.toContain('{');
});
