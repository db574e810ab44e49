import { useEffect, useState } from 'react';
import { ageOfData } from '#app/ui/age-of-data.ts';

/**
 * Returns whether the offers have expired while the page was open. The time is measured from when the page loads,
 * because the device's clock may be wrong.
 * @param expiresIn remaining lifetime of the offers when the page loads (ms); a new value counts from when it arrives
 * @param searchId id of the search that the offers belong to
 */
export function useExpired(expiresIn: number, searchId: string): boolean {
  const [expiredSearchId, setExpiredSearchId] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setExpiredSearchId(searchId), expiresIn - ageOfData());
    return () => clearTimeout(timer);
  }, [expiresIn, searchId]);
  return expiredSearchId === searchId;
}
