import '@remix-run/node';
import type { Language } from './i18n/languages.ts';

declare module '@remix-run/server-runtime' {
  /** What server.ts adds to a request for loaders and actions; empty under plain remix-serve. */
  interface AppLoadContext {
    /** The client's IP address. */
    visitorAddress?: string;
    /** Identifies the sender, to recognise a repeated submission: see `senderOf`. */
    sender?: string;
    /** The request id shown in the log and on error pages. */
    requestId?: string;
    /** The language to answer in, once somebody has asked for it: see `languageOf`. */
    language?: Language;
    /** Aborts when the request has lost its slot to another visitor. */
    evictionSignal?: AbortSignal;
  }
}
