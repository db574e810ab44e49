/**
 * The most that a page may cost on a phone: the benchmark `phone` prints these limits next to its figures, and the
 * end-to-end tests check those that do not depend on the speed of a machine. Bytes are counted as transferred:
 * compressed, with the headers of the responses.
 */
export const pageBudgets = {
  /**
   * A content page and everything it loads before the first touch; `/services` has two more pictures than the others.
   */
  contentPage: { bytes: 60_000, requests: 9, renderBlocking: 0 },
  /** A page with a form or with flights, before React loads. */
  beforeReact: { bytes: 70_000 },
  /**
   * A page with a form or with flights, with the first field touched and its list of suggestions open. React,
   * Remix, i18next and conform are 105 kB of the scripts.
   */
  touchedForm: { bytes: 229_000, requests: 21, scriptBytes: 155_000 },
  /** Cumulative layout shift of any page. */
  layoutShift: 0.02,
};

/** Lists the figures that exceed their limit in a budget; empty if there are none. */
export function overBudget(figures: Record<string, number>, budget: Record<string, number>): string[] {
  return Object.entries(budget).flatMap(([name, limit]) => {
    const figure = figures[name] ?? NaN;
    return figure <= limit ? [] : [`${name}: ${figure}, at most ${limit}`];
  });
}
