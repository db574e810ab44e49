/** Reads a value from session storage; null if missing, or if storage is blocked. */
export function readSessionValue(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes a value to session storage, or removes it. @returns whether that succeeded */
export function writeSessionValue(key: string, note: string | undefined): boolean {
  try {
    if (note === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, note);
    return true;
  } catch {
    return false;
  }
}
