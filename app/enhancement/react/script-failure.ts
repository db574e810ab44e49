/**
 * A script failure, or a cleanup requested on an error page:
 * - `scripts`: React or one of its initial modules did not load
 * - `lazy-module`: a lazily loaded module did not load
 * - `clean-up`: the visitor requested a cleanup
 * - `next-page`: the router reloaded the old page; `url` is the navigation target
 */
export type ScriptFailure =
  { kind: 'scripts' } | { kind: 'lazy-module' } | { kind: 'clean-up' } | { kind: 'next-page'; url: string };

/** Session storage key that is set once the page has been reloaded because of missing scripts. */
export const reloadedKey = 'reloaded-for-scripts';
