import { useEffect, useState } from 'react';

/** False on the server and until hydration: for controls that only work with scripts. */
export function useHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return isHydrated;
}
