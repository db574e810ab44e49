import { readNote, writeNote } from './session-note.ts';

const key = 'pending-page';

/**
 * Remembers where the router is going until it is there: when a script that it needs does not arrive, it loads the old
 * page again and knows nothing any more. Where nothing can be kept, the visitor clicks once more.
 * @param address path and query; undefined when it has arrived
 */
export function notePendingPage(address: string | undefined): void {
  writeNote(key, address);
}

/** Where the router was going when the page was loaded anew, if it was; asked once. */
export function takePendingPage(): string | undefined {
  const address = readNote(key) ?? undefined;
  notePendingPage(undefined);
  return address;
}
