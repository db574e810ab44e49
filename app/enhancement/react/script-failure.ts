/**
 * A script failure, or a cleanup requested on an error page:
 * - `scripts`: React or one of its initial modules did not load
 * - `part`: a lazily loaded module did not load
 * - `clean-up`: the visitor requested a cleanup
 * - `next-page`: the router reloaded the old page; `address` is the navigation target
 */
export type ScriptFailure =
  { kind: 'scripts' } | { kind: 'part' } | { kind: 'clean-up' } | { kind: 'next-page'; address: string };

/** Session storage key that is set once the page has been reloaded because of missing scripts. */
export const reloadedKey = 'reloaded-for-scripts';
