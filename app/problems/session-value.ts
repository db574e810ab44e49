/** Reads a value from session storage; null if it is missing or storage is blocked. */
export function readSessionValue(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * Writes a value to session storage, or removes it.
 * @param value undefined to remove it
 * @returns whether the write succeeded
 */
export function writeSessionValue(key: string, value: string | undefined): boolean {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
