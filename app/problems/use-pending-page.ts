import { useNavigation } from '@remix-run/react';
import { useEffect } from 'react';
import { storePendingPage } from './pending-page.ts';

/** Stores the router's navigation target while it loads; see {@link storePendingPage}. */
export function usePendingPage(): void {
  const { location, formMethod } = useNavigation();
  const isGet = formMethod === undefined || formMethod === 'GET';
  const url = location && isGet ? location.pathname + location.search : undefined;
  useEffect(() => storePendingPage(url), [url]);
}
