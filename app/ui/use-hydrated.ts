import { useEffect, useState } from 'react';

/** Returns false on the server and until hydration, then true. For controls that only work with JavaScript. */
export function useHydrated(): boolean {
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => setIsHydrated(true), []);
  return isHydrated;
}
