import { useNavigation } from '@remix-run/react';
import { useEffect } from 'react';
import { notePendingPage } from './pending-page.ts';

/** Keeps where the router is going, see {@link notePendingPage}. */
export function usePendingPage(): void {
  const { location, formMethod } = useNavigation();
  const address = location && formMethod === undefined ? location.pathname + location.search : undefined;
  useEffect(() => notePendingPage(address), [address]);
}
