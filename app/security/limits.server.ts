import type { Allowance } from './visitor-limit.server.ts';
import { openVisitorLimit } from './visitor-limit.server.ts';
import { openVisitorNames } from './visitor-names.server.ts';

const anHour = 60 * 60;
const aDay = 24 * anHour;

/**
 * What one visitor may ask for. Hundreds of phones may stand behind one address of a mobile network, so these are
 * far above what a family needs, and below what harms.
 */
export const allowances = {
  /** Searches to begin, with the suppliers' calls that follow; those that others have begun already cost nothing. */
  searchStarts: { most: 30, seconds: anHour },
  /** Links to ticket partners: they are for people who book, not to be collected. */
  partnerLinks: { most: 60, seconds: anHour },
  /** Forms to send. One that is over it comes back with everything in it. */
  sendings: { most: 60, seconds: anHour },
  /** Posts of any kind, the small ones of a form too: over it nothing is read any more. */
  posts: { most: 1200, seconds: anHour },
  /** Looks at lists of flights, which renew themselves every four seconds while a search goes on. */
  polls: { most: 3000, seconds: anHour },
  /** Bytes to send: twenty complete sets of reports. */
  bytes: { most: 4 * 1024 ** 3, seconds: aDay },
  /** Faults that a browser may tell of. */
  faultReports: { most: 20, seconds: anHour },
} as const satisfies Record<string, Allowance>;

/** The limits of the process. @param factor see {@link openVisitorLimit} */
export function openLimits(factor: number) {
  const nameOf = openVisitorNames();
  const limitOf = (name: keyof typeof allowances) => openVisitorLimit(allowances[name], factor, nameOf);
  return {
    nameOf,
    searchStarts: limitOf('searchStarts'),
    partnerLinks: limitOf('partnerLinks'),
    sendings: limitOf('sendings'),
    posts: limitOf('posts'),
    polls: limitOf('polls'),
    bytes: limitOf('bytes'),
    faultReports: limitOf('faultReports'),
  };
}

export type Limits = ReturnType<typeof openLimits>;
