import { expect, test } from 'vitest';
import { everything, onlyEssential } from './consent.ts';
import { choiceOf } from './consent-intent.ts';

const noneTicked = () => false;

test('maps the accept, deny, save and reset buttons to a choice', () => {
  expect(choiceOf('consent-accept', noneTicked)).toEqual(everything);
  expect(choiceOf('consent-deny', () => true)).toEqual(onlyEssential);
  expect(choiceOf('consent-save', (name) => name === 'analytics')).toEqual({ ...onlyEssential, analytics: true });
  expect(choiceOf('consent-save', (name) => name === 'marketing')).toEqual({ ...onlyEssential, marketing: true });
  expect(choiceOf('consent-reset', () => true)).toBe('forgotten');
});

test.each([undefined, '', 'switch-language', 'consent-', 'remove:consent-accept'])('maps %j to no choice', (intent) => {
  expect(choiceOf(intent, () => true)).toBeUndefined();
});
