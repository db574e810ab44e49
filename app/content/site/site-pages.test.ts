import { expect, test } from 'vitest';
import { languageCodes, pathIn } from '#app/i18n/languages.ts';
import { contentNames, pathOfContent } from '#tests/support/content.ts';
import { pagePaths } from './site-pages.ts';

test('every page has content, and every content file has a page', () => {
  expect([...pagePaths].sort()).toEqual(contentNames.map(pathOfContent).sort());
});

test('page paths and URLs are unique', () => {
  expect(new Set(pagePaths).size).toBe(pagePaths.length);
  const addresses = languageCodes.flatMap((language) => pagePaths.map((page) => pathIn(language, page)));
  expect(new Set(addresses).size).toBe(addresses.length);
});

// From the spec, section 2. docs/decisions/0007 lists the pages to which the spec assigns no route, 0050 lists the guides,
// and 0059 the page of flights.
test.each([
  '/ar',
  '/ar/about',
  '/ar/services',
  '/ar/services/consultation',
  '/ar/services/evacuation',
  '/ar/services/transport',
  '/ar/services/translation',
  '/ar/services/nursing',
  '/ar/services/booking',
  '/ar/contact',
  '/ar/flights',
  '/ar/medical-flight/air-ambulance',
  '/ar/medical-flight/incubator',
  '/ar/medical-flight/ground-ambulance',
  '/ar/medical-flight/medical-escort',
  '/ar/help-center',
  '/ar/privacy-policy',
  '/ar/terms-of-service',
  '/ar/cookies-policy',
  '/ar/imprint',
  '/ar/treatment',
  '/treatment/ar/oncology',
  '/ar/press',
  '/ar/careers',
  '/ar/partners',
  '/ar/costs',
  '/ar/visa',
  '/ar/sponsored-patients',
  '/ar/family-guide',
  '/ar/after-treatment',
  '/ar/in-case-of-death',
  '/ar/is-it-us',
  '/ar/accessibility',
])('%s is a page', (address) => {
  expect(pagePaths.map((page) => pathIn('ar', page))).toContain(address);
});
