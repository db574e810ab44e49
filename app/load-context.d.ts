import '@remix-run/node';
import type { FormLanguage, Language } from './i18n/languages.ts';
import type { TraceContext } from './ids/trace-context.ts';

declare module '@remix-run/server-runtime' {
  /** What server.ts passes to loaders and actions; empty under plain remix-serve. */
  interface AppLoadContext {
    /** The client's IP address. */
    visitorAddress?: string;
    /** Identifies the sender to recognise repeated submissions, see `senderOf`. */
    sender?: string;
    /** The request id shown in the log and on error pages. */
    requestId?: string;
    /** The trace context that the proxy sent with the request, if any. */
    trace?: TraceContext;
    /** The language of the response, cached by `languageOf` after its first call. */
    language?: Language;
    /** The language in which the page is written, cached by `documentLanguageOf`. */
    documentLanguage?: FormLanguage;
    /** Aborts when the request loses its slot to another visitor. */
    evictionSignal?: AbortSignal;
    /** The fields of the submitted form, once they have been read, for an error page that keeps them. */
    submitted?: FormData;
    /** Receives the rendered document in UTF-8; if absent, the document is sent as the response's body. */
    document?: { body?: Buffer };
  }
}
