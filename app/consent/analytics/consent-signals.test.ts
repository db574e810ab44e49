import { expect, test } from 'vitest';
import { essentialConsent, fullConsent } from '../consent.ts';
import { consentSignals, originOfReferrer, urlWithoutQuery } from './consent-signals.ts';

const denied = {
  security_storage: 'granted',
  functionality_storage: 'denied',
  analytics_storage: 'denied',
  personalization_storage: 'denied',
  ad_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
};
const marketing = {
  personalization_storage: 'granted',
  ad_storage: 'granted',
  ad_user_data: 'granted',
  ad_personalization: 'granted',
};

test('grants each signal if its category is allowed', () => {
  const essential = { ...denied, functionality_storage: 'granted' };
  expect(consentSignals(undefined)).toEqual(denied);
  expect(consentSignals(essentialConsent)).toEqual(essential);
  expect(consentSignals({ ...essentialConsent, analytics: true })).toEqual({
    ...essential,
    analytics_storage: 'granted',
  });
  expect(consentSignals({ ...essentialConsent, marketing: true })).toEqual({ ...essential, ...marketing });
  expect(Object.values(consentSignals(fullConsent)).every((signal) => signal === 'granted')).toBe(true);
});

test.each([
  ['https://site.example/ar/contact?name=x#y', 'https://site.example/ar/contact'],
  ['https://site.example/en#a?b', 'https://site.example/en'],
])('urlWithoutQuery(%j) returns %j', (url, expected) => {
  expect(urlWithoutQuery(url)).toBe(expected);
});

test.each([
  ['https://site.example/ar/requests/secret', 'https://site.example'],
  ['https://site.example:8443', 'https://site.example:8443'],
  ['https://site.example?secret', 'https://site.example'],
  ['android-app://com.example/secret', ''],
  ['', ''],
])('originOfReferrer(%j) returns %j', (referrer, expected) => {
  expect(originOfReferrer(referrer)).toBe(expected);
});
