import { ScrollRestoration, useLocation, useRevalidator } from '@remix-run/react';
import { useLayoutEffect, useRef } from 'react';

/**
 * Restores scroll positions like `ScrollRestoration`, on a page that revalidates itself. The router restores a position
 * after each revalidation, too: the one at its start. Whoever scrolls while the response is on its way would be taken
 * back.
 */
export function LiveScrollRestoration() {
  const location = useLocation();
  // Renders this component whenever the router may scroll.
  useRevalidator();
  const shownLocation = useRef<typeof location>();
  const position = useRef(0);
  useAfterUpdate(() => {
    // A navigation has a new location, even to the same address.
    if (shownLocation.current === location && scrollY !== position.current) scrollTo(scrollX, position.current);
    shownLocation.current = location;
  });
  return (
    <>
      <BeforeScroll
        read={() => {
          position.current = scrollY;
        }}
      />
      <ScrollRestoration />
    </>
  );
}

/** Calls a function before the layout effects of the siblings that follow. */
function BeforeScroll({ read }: { read: () => void }) {
  useAfterUpdate(read);
  return null;
}

/** Runs after every update of the document; React warns about layout effects on the server. */
const useAfterUpdate: (effect: () => void) => void = import.meta.env.SSR ? () => undefined : useLayoutEffect;
