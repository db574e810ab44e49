import { useNavigation } from '@remix-run/react';
import { useEffect } from 'react';
import { notePendingPage } from './pending-page.ts';

/** Keeps where the router is going, see {@link notePendingPage}. */
export function usePendingPage(): void {
  const { location, formMethod } = useNavigation();
  const isQuestion = formMethod === undefined || formMethod === 'GET';
  const address = location && isQuestion ? location.pathname + location.search : undefined;
  useEffect(() => notePendingPage(address), [address]);
}
