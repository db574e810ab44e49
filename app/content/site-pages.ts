import { extraServiceIds, treatmentCategories } from './content-names.ts';

/**
 * The pages that are read, by their paths without a language (`pathIn` gives the address): what the menus, the site
 * map for search engines and the tests go through. Pages of one visitor (receipts) and search results are not here.
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

/** Every page that everybody may see: those that are read, the same for all, and the one that shows a visitor's choice. */
export const openPaths: readonly string[] = [...pagePaths, '/cookie-preferences'];
