import { useContext, useEffect, useRef } from 'react';
import { newErrorId } from './error-id.ts';
import { RequestIdOnServer } from './request-id.ts';
import { sendErrorReport } from './send-error-report.ts';

/**
 * Returns the id under which an error is logged: the request's id, or, if the page failed in the browser, a new id
 * under which the error is reported to the server.
 */
export function useErrorId(error: unknown): string {
  const requestId = useContext(RequestIdOnServer);
  const id = useRef(requestId ?? newErrorId()).current;
  const isReported = useRef(false);
  useEffect(() => {
    if (requestId !== undefined || isReported.current) return;
    isReported.current = true;
    // The error page has replaced the document, so the enhancement script must initialise the new elements.
    dispatchEvent(new Event('document-rebuilt'));
    sendErrorReport({ id, kind: 'page', error });
  }, [requestId, id, error]);
  return id;
}
