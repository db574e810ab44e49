import '@remix-run/node';

declare module '@remix-run/server-runtime' {
  /** What the server tells loaders and actions of a request beside what it says itself. */
  interface AppLoadContext {
    /** The network address that it came from; not known under plain remix-serve. */
    visitorAddress?: string;
  }
}
