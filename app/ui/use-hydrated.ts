import { useEffect, useState } from 'react';

/** False on the server and until React has taken the page over: for what would be a lie without a script. */
export function useHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return isHydrated;
}
