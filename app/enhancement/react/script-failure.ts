/**
 * A script failure, or a cleanup requested on an error page:
 * - `scripts`: React or one of its initial modules did not load
 * - `part`: a lazily loaded module did not load
 * - `clean-up`: the visitor asked for it
 */
export type ScriptFailure =
  | { kind: 'scripts' }
  | { kind: 'part' }
  | { kind: 'clean-up' }
  /** The router reloaded the old page; `address` is the navigation target. */
  | { kind: 'next-page'; address: string };

/** Session storage key: the page has already been reloaded because of missing scripts. */
export const reloadedKey = 'reloaded-for-scripts';
