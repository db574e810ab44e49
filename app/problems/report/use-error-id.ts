import { useContext, useEffect, useRef } from 'react';
import { newErrorId } from './error-id.ts';
import { RequestIdOnServer } from './request-id.ts';
import { sendErrorReport } from './send-error-report.ts';

/**
 * The id under which an error is logged: the request's own, or, if a page failed in the browser, a new one that is
 * reported to the server.
 */
export function useErrorId(error: unknown): string {
  const ofRequest = useContext(RequestIdOnServer);
  const id = useRef(ofRequest ?? newErrorId()).current;
  const isReported = useRef(false);
  useEffect(() => {
    if (ofRequest !== undefined || isReported.current) return;
    isReported.current = true;
    // The error page replaced the document: the enhancement script has to initialise it again.
    dispatchEvent(new Event('document-rebuilt'));
    sendErrorReport({ id, kind: 'page', error });
  }, [ofRequest, id, error]);
  return id;
}
