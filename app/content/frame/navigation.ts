import { type FormLanguage, hasPage, isFormOnlyLanguage } from '#app/i18n/languages.ts';

/** The header's links, with i18n keys as labels: those of the specification (section 2), the treatment request and the flights. */
export const mainLinks = [
  { path: '/', label: 'nav.home' },
  { path: '/services', label: 'nav.services' },
  { path: '/treatment', label: 'nav.treatment' },
  { path: '/treatment/request', label: 'nav.treatment_request' },
  { path: '/flights', label: 'nav.flights' },
  { path: '/about', label: 'nav.about' },
  { path: '/contact', label: 'nav.contact' },
] as const;

/**
 * The link groups of the footer and the small-screen menu: the guides for families, then those of the specification
 * (sections 1 and 2).
 */
export const linkGroups = [
  {
    id: 'families',
    label: 'nav.families',
    links: [
      { path: '/costs', label: 'nav.costs' },
      { path: '/visa', label: 'nav.visa' },
      { path: '/flights', label: 'nav.flights' },
      { path: '/sponsored-patients', label: 'nav.sponsored_patients' },
      { path: '/family-guide', label: 'nav.family_guide' },
      { path: '/after-treatment', label: 'nav.after_treatment' },
    ],
  },
  {
    id: 'company',
    label: 'nav.company',
    links: [
      { path: '/about', label: 'nav.about' },
      { path: '/press', label: 'nav.press' },
      { path: '/careers', label: 'nav.careers' },
      { path: '/partners', label: 'nav.partners' },
    ],
  },
  {
    id: 'support',
    label: 'nav.support',
    links: [
      { path: '/help-center', label: 'nav.help_center' },
      { path: '/contact', label: 'nav.contact' },
      { path: '/is-it-us', label: 'nav.is_it_us' },
      { path: '/services/evacuation', label: 'nav.urgent_request' },
      { path: '/cookie-preferences', label: 'nav.cookie_preferences' },
    ],
  },
  {
    id: 'legal',
    label: 'nav.legal',
    links: [
      { path: '/privacy-policy', label: 'nav.privacy_policy' },
      { path: '/terms-of-service', label: 'nav.terms_of_service' },
      { path: '/cookies-policy', label: 'nav.cookies_policy' },
      { path: '/imprint', label: 'nav.imprint' },
      { path: '/accessibility', label: 'nav.accessibility' },
    ],
  },
] as const;

/** The main links in a form-only language, which has pages for requests only. */
const formOnlyMainLinks = [
  { path: '/contact', label: 'nav.contact' },
  { path: '/services/evacuation', label: 'nav.urgent_request' },
  { path: '/medical-flight/air-ambulance', label: 'nav.air_ambulance' },
] as const;

/** The pages to which every page must link, even if they do not exist in its language. */
const legallyRequired: readonly string[] = ['/terms-of-service', '/imprint'];

/** Returns the main links of pages in a language. */
export function mainLinksIn(language: FormLanguage): typeof mainLinks | typeof formOnlyMainLinks {
  return isFormOnlyLanguage(language) ? formOnlyMainLinks : mainLinks;
}

/**
 * Returns the link groups for pages in a language: links to pages that exist in it, and to those that the law requires.
 */
export function linkGroupsIn(language: FormLanguage) {
  return linkGroups
    .map(({ id, label, links }) => ({
      id,
      label,
      links: links.filter(({ path }) => hasPage(language, path) || legallyRequired.includes(path)),
    }))
    .filter(({ links }) => links.length > 0);
}
