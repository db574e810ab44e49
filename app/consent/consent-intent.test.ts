import { expect, test } from 'vitest';
import { essentialConsent, fullConsent } from './consent.ts';
import { parseConsentChoice } from './consent-intent.ts';

const noneTicked = () => false;

test('maps the accept, deny, save and reset buttons to a choice', () => {
  expect(parseConsentChoice('consent-accept', noneTicked)).toEqual(fullConsent);
  expect(parseConsentChoice('consent-deny', () => true)).toEqual(essentialConsent);
  expect(parseConsentChoice('consent-save', (name) => name === 'analytics')).toEqual({
    ...essentialConsent,
    analytics: true,
  });
  expect(parseConsentChoice('consent-save', (name) => name === 'marketing')).toEqual({
    ...essentialConsent,
    marketing: true,
  });
  expect(parseConsentChoice('consent-reset', () => true)).toBe('reset');
});

test.each([undefined, '', 'switch-language', 'consent-', 'remove:consent-accept'])('maps %j to no choice', (intent) => {
  expect(parseConsentChoice(intent, () => true)).toBeUndefined();
});
