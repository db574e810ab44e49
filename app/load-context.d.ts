import '@remix-run/node';

declare module '@remix-run/server-runtime' {
  /** What the server tells loaders and actions of a request beside what it says itself; nothing under plain remix-serve. */
  interface AppLoadContext {
    /** The network address that it came from. */
    visitorAddress?: string;
    /** Under which the log and an error page name it. */
    requestId?: string;
  }
}
