/** How many pages are shown either side of the current one (spec, section 9). */
const neighbours = 2;

/** A page's number, from 1, or a place where pages are left out. */
type PageNumber = number | 'gap';

/** The page that exists: the nearest one where `current` lies outside, 1 where it is no number at all. */
export function clampPage(current: number, total: number): number {
  return Math.max(1, Math.min(Math.trunc(current) || 1, total));
}

/**
 * The pages to show: the first, the last, the current one and two either side of it. Where a single page would
 * be left out it is shown instead: an ellipsis takes the same room and says less.
 * @param total how many pages there are; none gives an empty list
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
