import { useEffect, useState } from 'react';

/**
 * Whether the offers have expired while the page was open. Counted from when the page was loaded, since the device's
 * clock may be wrong.
 * @param expiresIn their remaining lifetime at that moment (ms)
 * @param searchId the search they belong to
 */
export function useExpired(expiresIn: number, searchId: string): boolean {
  const [expired, setExpired] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setExpired(searchId), expiresIn);
    return () => clearTimeout(timer);
  }, [expiresIn, searchId]);
  return expired === searchId;
}
