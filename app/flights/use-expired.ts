import { useEffect, useState } from 'react';

/**
 * Whether offers have stopped living while the page stood open. Counted from when the page came, since a device's clock
 * may be wrong.
 * @param expiresIn for how long they lived then (ms)
 * @param searchId whose offers they are
 */
export function useExpired(expiresIn: number, searchId: string): boolean {
  const [expired, setExpired] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setExpired(searchId), expiresIn);
    return () => clearTimeout(timer);
  }, [expiresIn, searchId]);
  return expired === searchId;
}
