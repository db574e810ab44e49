import { useNavigation } from '@remix-run/react';
import { useEffect } from 'react';
import { storePendingPage } from './pending-page.ts';

/** Tracks the router's navigation target, see {@link storePendingPage}. */
export function usePendingPage(): void {
  const { location, formMethod } = useNavigation();
  const isQuestion = formMethod === undefined || formMethod === 'GET';
  const address = location && isQuestion ? location.pathname + location.search : undefined;
  useEffect(() => storePendingPage(address), [address]);
}
