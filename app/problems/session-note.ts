/** A note of this tab; null where there is none, or where browsers are forbidden to keep any. */
export function readNote(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a note in this tab, or takes it away. @returns whether that is so now */
export function writeNote(key: string, note: string | undefined): boolean {
  try {
    if (note === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, note);
    return true;
  } catch {
    return false;
  }
}
