import type { RequestHandler } from 'express';
import type { Turns } from './turns.server.ts';
import type { VisitorKey } from './visitor-key.server.ts';

/** Creates middleware that delays a request until its visitor's turn, see {@link Turns}. */
export function waitForTurn(turns: Turns, visitorKeyOf: VisitorKey): RequestHandler {
  return (request, response, next) => {
    turns
      .take(visitorKeyOf(request.ip))
      .then((endTurn) => {
        endTurn();
        // The client may have disconnected while it waited.
        if (!response.destroyed) next();
      })
      .catch(next);
  };
}
