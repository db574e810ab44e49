/** What went wrong with scripts, or was wished for on a page that failed. */
export type Mishap =
  | { kind: 'scripts' }
  | { kind: 'part' }
  | { kind: 'clean-up' }
  /** The router has loaded the old page anew; `address` is where it was going. */
  | { kind: 'next-page'; address: string };

/** Note of the tab: the page has been loaded anew for its scripts. */
export const reloadedKey = 'reloaded-for-scripts';
