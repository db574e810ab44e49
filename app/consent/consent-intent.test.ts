import { expect, test } from 'vitest';
import { everything, onlyEssential } from './consent.ts';
import { choiceOf } from './consent-intent.ts';

const nothingTicked = () => false;

test('the four actions: give, deny, save and reset', () => {
  expect(choiceOf('consent-accept', nothingTicked)).toEqual(everything);
  expect(choiceOf('consent-deny', () => true)).toEqual(onlyEssential);
  expect(choiceOf('consent-save', (name) => name === 'analytics')).toEqual({ ...onlyEssential, analytics: true });
  expect(choiceOf('consent-save', (name) => name === 'marketing')).toEqual({ ...onlyEssential, marketing: true });
  expect(choiceOf('consent-reset', () => true)).toBe('forgotten');
});

test.each([undefined, '', 'switch-language', 'consent-', 'remove:consent-accept'])('%j is not a choice', (intent) => {
  expect(choiceOf(intent, () => true)).toBeUndefined();
});
