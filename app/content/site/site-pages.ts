import { extraServiceIds, treatmentCategories } from '../copy/content-names.ts';

export const serviceNames = ['consultation', 'evacuation', 'transport', 'translation', 'nursing', 'booking'] as const;

export const medicalFlightKinds = ['air-ambulance', ...extraServiceIds] as const;

/** Guides that answer families' questions before, during and after treatment in Germany. */
const guidePages = [
  'costs',
  'visa',
  'sponsored-patients',
  'family-guide',
  'after-treatment',
  'in-case-of-death',
  'is-it-us',
] as const;

const legalPages = ['privacy-policy', 'terms-of-service', 'cookies-policy', 'imprint', 'accessibility'] as const;

/** The text pages directly below a language's home page. */
export const articlePages = [...guidePages, ...legalPages] as const;

/**
 * The paths of all content pages, without a language (`pathIn` adds it), for menus, sitemap and tests. Search results
 * and private pages, such as receipts, are not included.
 */
export const pagePaths: readonly string[] = [
  '/',
  '/about',
  '/services',
  ...serviceNames.map((name) => `/services/${name}`),
  ...medicalFlightKinds.map((kind) => `/medical-flight/${kind}`),
  '/treatment',
  ...treatmentCategories.map((category) => `/treatment/${category}`),
  '/treatment/request',
  '/flights',
  '/contact',
  '/call-back',
  '/book-flight',
  '/help-center',
  '/press',
  '/careers',
  '/partners',
  ...articlePages.map((page) => `/${page}`),
];

/** The paths of all indexable pages: the content pages and the cookie preferences. */
export const indexablePaths: readonly string[] = [...pagePaths, '/cookie-preferences'];
