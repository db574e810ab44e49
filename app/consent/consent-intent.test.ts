import { expect, test } from 'vitest';
import { choiceOf } from './consent-intent.ts';
import { everything, onlyEssential } from './consent.ts';

const nothingTicked = () => false;

test('the four actions: give, deny, save and reset', () => {
  expect(choiceOf('consent-accept', nothingTicked)).toEqual(everything);
  expect(choiceOf('consent-deny', () => true)).toEqual(onlyEssential);
  expect(choiceOf('consent-save', (name) => name === 'analytics')).toEqual({ ...onlyEssential, analytics: true });
  expect(choiceOf('consent-save', (name) => name === 'marketing')).toEqual({ ...onlyEssential, marketing: true });
  expect(choiceOf('consent-reset', () => true)).toBe('forgotten');
});

test.each([undefined, '', 'switch-language', 'consent-', 'remove:consent-accept'])('%j chooses nothing', (intent) => {
  expect(choiceOf(intent, () => true)).toBeUndefined();
});
