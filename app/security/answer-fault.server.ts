import type { ErrorRequestHandler } from 'express';
import type { Log } from '#app/log.server.ts';
import type { Refuse } from './refuse.server.ts';

/** The last handler of all: what failed where no page could tell of it is told in a page of its own, and in the log. */
export function answerFault(log: Log, refuse: Refuse): ErrorRequestHandler {
  return (error: { status?: number }, request, response, _next) => {
    // A file that is not there, an address that cannot be read: the libraries in front of Remix throw a status.
    const { status = 500 } = error;
    const isFault = status < 400 || status >= 500;
    if (isFault) log.error({ id: response.locals.requestId as string, err: error }, 'request failed');
    // Half an answer is recognised by its end.
    if (response.headersSent) return void response.destroy();
    void refuse(request, response, isFault ? { status: 500, rule: 'fault' } : { status, rule: 'library' });
  };
}
