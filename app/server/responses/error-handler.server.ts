import type { ErrorRequestHandler } from 'express';
import { isDatabaseUnavailable, outageRetryAfter } from '#app/database/database-error.ts';
import type { Log } from '#app/log/log.server.ts';
import type { Refusal, Refuse } from './refuse.server.ts';

/** Returns the last error handler, which logs server errors and responds with a plain error page. */
export function createErrorHandler(log: Log, refuse: Refuse): ErrorRequestHandler {
  return (error: { status?: number }, request, response, _next) => {
    // Middleware in front of Remix throws errors with a status, such as 404 for a missing file or 400 for a malformed
    // URL.
    const { status = isDatabaseUnavailable(error) ? 503 : 500 } = error;
    if (status < 400 || status >= 500)
      log.error({ id: response.locals.requestId as string, err: error }, 'request failed');
    // After the headers, only closing the connection tells the client that the response is incomplete.
    if (response.headersSent) return void response.destroy();
    void refuse(request, response, refusalOf(status));
  };
}

function refusalOf(status: number): Refusal {
  if (status === 503) return { status, rule: 'database', retryAfter: outageRetryAfter };
  return status < 400 || status >= 500 ? { status: 500, rule: 'server error' } : { status, rule: 'library' };
}
