const key = 'pending-page';

/**
 * Remembers where the router is going until it is there. When a script that it needs does not arrive, it loads
 * the old page again and knows nothing any more.
 * @param address path and query; undefined when it has arrived
 */
export function notePendingPage(address: string | undefined): void {
  try {
    if (address === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, address);
  } catch {
    // Where nothing can be stored, the visitor clicks once more.
  }
}

/** Where the router was going when the page was loaded anew, if it was; asked once. */
export function takePendingPage(): string | undefined {
  try {
    const address = sessionStorage.getItem(key) ?? undefined;
    notePendingPage(undefined);
    return address;
  } catch {
    return undefined;
  }
}
