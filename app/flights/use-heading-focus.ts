import { NavigationType, useNavigationType } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/**
 * A page that is come to without a new document begins, for those who hear it, at its heading. Going back leaves the
 * focus to the browser.
 */
export function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  const isNew = useNavigationType() === NavigationType.Push;
  useEffect(() => {
    // Once, when the page comes: another page or sorting of the list keeps the focus where it is.
    if (isNew) heading.current?.focus({ preventScroll: true });
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return heading;
}
