import { NavigationType, useNavigationType } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/**
 * Returns a ref for the heading, which is focused after client-side navigation, so that screen readers start there.
 * After going back or forward, the browser restores focus.
 */
export function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  const isPushNavigation = useNavigationType() === NavigationType.Push;
  useEffect(() => {
    if (isPushNavigation) heading.current?.focus({ preventScroll: true });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when the page opens: pagination and sorting keep focus where it is
  }, []);
  return heading;
}
