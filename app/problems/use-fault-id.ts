import { useContext, useEffect, useRef } from 'react';
import { newFaultId } from './fault-id.ts';
import { reportFault } from './report-fault.ts';
import { RequestIdOnServer } from './request-id.ts';

/**
 * The number under which the log tells of a fault: that of the request, or, where a page failed in the browser, one of
 * its own that the server is told.
 */
export function useFaultId(error: unknown): string {
  const ofRequest = useContext(RequestIdOnServer);
  const id = useRef(ofRequest ?? newFaultId()).current;
  const isReported = useRef(false);
  useEffect(() => {
    if (ofRequest !== undefined || isReported.current) return;
    isReported.current = true;
    // The page that failed took the document along: the enhancement script begins anew with this one.
    dispatchEvent(new Event('document-rebuilt'));
    reportFault({ id, kind: 'page', error });
  }, [ofRequest, id, error]);
  return id;
}
