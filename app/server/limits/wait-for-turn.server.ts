import type { RequestHandler } from 'express';
import type { Turns } from './turns.server.ts';
import type { VisitorKey } from './visitor-key.server.ts';

/** Middleware that delays a request until it is its visitor's turn; see {@link Turns}. */
export function waitForTurn(turns: Turns, visitorKeyOf: VisitorKey): RequestHandler {
  return (request, response, next) => {
    turns
      .take(visitorKeyOf(request.ip))
      .then((endTurn) => {
        endTurn();
        // The client disconnected while waiting.
        if (!response.destroyed) next();
      })
      .catch(next);
  };
}
