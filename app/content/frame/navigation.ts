/** The header's links, with i18n keys as labels: those of the specification (section 2), and the treatment request. */
export const mainLinks = [
  { path: '/', label: 'nav.home' },
  { path: '/services', label: 'nav.services' },
  { path: '/treatment', label: 'nav.treatment' },
  { path: '/treatment/request', label: 'nav.treatment_request' },
  { path: '/about', label: 'nav.about' },
  { path: '/contact', label: 'nav.contact' },
] as const;

/** The link groups of the footer and of the small-screen menu (spec, sections 1 and 2), after the guides for families. */
export const linkGroups = [
  {
    id: 'families',
    label: 'nav.families',
    links: [
      { path: '/costs', label: 'nav.costs' },
      { path: '/visa', label: 'nav.visa' },
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
