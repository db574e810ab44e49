/** Number of pages shown on either side of the current one (spec, section 9). */
const neighbours = 2;

/** A page number from 1, or a gap. */
type PageNumber = number | 'gap';

/** Clamps a page number to the existing pages; NaN becomes 1. */
export function clampPage(current: number, total: number): number {
  return Math.max(1, Math.min(Math.trunc(current) || 1, total));
}

/**
 * The page numbers to show: first, last, current, and two on either side. A gap of a single page shows that page
 * instead, since an ellipsis takes the same space.
 * @param total number of pages; 0 yields an empty list
 */
export function pageNumbers(current: number, total: number): PageNumber[] {
  if (total < 1) return [];
  const start = clampPage(current, total) - neighbours;
  const near = Array.from({ length: 2 * neighbours + 1 }, (_, index) => start + index);
  const shown = [...new Set([1, ...near.filter((page) => page > 1 && page < total), total])];
  return shown.flatMap((page, index) => {
    const leftOut = page - (shown[index - 1] ?? 0) - 1;
    if (leftOut === 0) return [page];
    return [leftOut === 1 ? page - 1 : ('gap' as const), page];
  });
}
