/** The number of pages shown on either side of the current page (spec, section 9). */
const neighbourCount = 2;

/** A page number, counted from 1, or a gap between page numbers. */
type PageNumber = number | 'gap';

/** Clamps a page number to the range of existing pages. NaN becomes 1. */
export function clampPage(current: number, total: number): number {
  return Math.max(1, Math.min(Math.trunc(current) || 1, total));
}

/**
 * Returns the page numbers to show: the first, the last, the current page and two on either side of it. Where only one
 * page would be omitted, it is shown, because an ellipsis would take up the same space.
 * @param total the number of pages; for 0 the result is empty
 */
export function pageNumbers(current: number, total: number): PageNumber[] {
  if (total < 1) return [];
  const start = clampPage(current, total) - neighbourCount;
  const nearby = Array.from({ length: 2 * neighbourCount + 1 }, (_, index) => start + index);
  const shown = [...new Set([1, ...nearby.filter((page) => page > 1 && page < total), total])];
  return shown.flatMap((page, index) => {
    const omittedCount = page - (shown[index - 1] ?? 0) - 1;
    if (omittedCount === 0) return [page];
    return [omittedCount === 1 ? page - 1 : ('gap' as const), page];
  });
}
