import { extraServiceIds, treatmentCategories } from '../copy/content-names.ts';

/**
 * All content pages, by their paths without a language (`pathIn` gives the URL), for menus, sitemap and tests. Private
 * pages (receipts) and search results are not included.
 */
export const serviceNames = ['consultation', 'evacuation', 'transport', 'translation', 'nursing', 'booking'] as const;

export const medicalFlightKinds = ['air-ambulance', ...extraServiceIds] as const;

export const legalPages = ['privacy-policy', 'terms-of-service', 'cookies-policy', 'imprint'] as const;

export const pagePaths: readonly string[] = [
  '/',
  '/about',
  '/services',
  ...serviceNames.map((name) => `/services/${name}`),
  ...medicalFlightKinds.map((kind) => `/medical-flight/${kind}`),
  '/treatment',
  ...treatmentCategories.map((category) => `/treatment/${category}`),
  '/contact',
  '/help-center',
  '/press',
  '/careers',
  '/partners',
  ...legalPages.map((page) => `/${page}`),
];

/** All indexable pages: the content pages, which are the same for everybody, and the cookie preferences. */
export const openPaths: readonly string[] = [...pagePaths, '/cookie-preferences'];
