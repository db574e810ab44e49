/** The virtual list (spec, section 9): rows of about 40 px, 12 more rows beyond each edge. */
const estimatedRowHeight = 40;
const overscan = 12;

/** The rows that a scrolling list renders. */
export interface VisibleRows {
  /** Index of the first row. */
  start: number;
  /** Index after the last row. */
  end: number;
  /** Height of the rows before and after them (px). */
  gapBefore: number;
  gapAfter: number;
}

/** Returns the top of every row, and finally the bottom of the list (px). Unknown heights are estimated. */
export function rowTops(keys: readonly string[], heights: ReadonlyMap<string, number>): number[] {
  const tops = [0];
  for (const [index, key] of keys.entries()) tops.push((tops[index] ?? 0) + (heights.get(key) ?? estimatedRowHeight));
  return tops;
}

/**
 * Returns the rows to render: those in view, and 12 more in both directions.
 * @param tops as {@link rowTops} returns them
 * @param view the part of the list that is in view (px)
 */
export function rowsInView(tops: readonly number[], view: { top: number; height: number }): VisibleRows {
  const count = tops.length - 1;
  const endsBefore = tops.slice(1).filter((bottom) => bottom <= view.top).length;
  const startsBefore = tops.slice(0, count).filter((top) => top < view.top + view.height).length;
  const start = Math.max(0, Math.min(endsBefore, count) - overscan);
  const end = Math.min(count, startsBefore + overscan);
  return { start, end, gapBefore: tops[start] ?? 0, gapAfter: (tops[count] ?? 0) - (tops[end] ?? 0) };
}
