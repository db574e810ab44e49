import { NavigationType, useNavigationType } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/**
 * Returns a ref that focuses the heading after client-side navigation, where screen readers should start. On back and
 * forward, focus is left to the browser.
 */
export function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  const isNew = useNavigationType() === NavigationType.Push;
  useEffect(() => {
    if (isNew) heading.current?.focus({ preventScroll: true });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when the page opens: pagination and sorting keep the focus
  }, []);
  return heading;
}
