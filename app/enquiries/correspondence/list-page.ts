/** The number of entries on one page of a list: a page with all of them could take long to render. */
const entriesPerPage = 10;

/** One page of a list. */
export interface ListPage<Entry> {
  entries: Entry[];
  /** The number of the page with newer or older entries, if there are any. */
  newer?: number;
  older?: number;
}

/**
 * Returns one page of a list.
 * @param newestFirst the whole list
 * @param page the number of the page, as in a URL; without a valid one, the page with the newest entries
 */
export function listPage<Entry>(newestFirst: readonly Entry[], page: string | null): ListPage<Entry> {
  const last = Math.max(1, Math.ceil(newestFirst.length / entriesPerPage));
  const number = /^[1-9]\d{0,5}$/.test(page ?? '') ? Math.min(Number(page), last) : 1;
  return {
    entries: newestFirst.slice((number - 1) * entriesPerPage, number * entriesPerPage),
    ...(number > 1 && { newer: number - 1 }),
    ...(number < last && { older: number + 1 }),
  };
}
