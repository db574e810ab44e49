import type { Page } from 'playwright/test';

/** What painting a page has cost so far. */
export interface PaintCosts {
  /** The sum of all layout shifts without recent input (https://wicg.github.io/layout-instability/). */
  layoutShift: number;
  /** The paths of the resources that the first paint waited for. */
  renderBlocking: string[];
}

/** Reads what the browser has recorded since the start of the navigation. */
export function readPaintCosts(page: Page): Promise<PaintCosts> {
  return page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: 'layout-shift', buffered: true });
    const shifts = observer.takeRecords() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
    const resources = performance.getEntriesByType('resource') as (PerformanceResourceTiming & {
      renderBlockingStatus: string;
    })[];
    return {
      layoutShift: shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0),
      renderBlocking: resources
        .filter(({ renderBlockingStatus }) => renderBlockingStatus === 'blocking')
        .map(({ name }) => new URL(name).pathname),
    };
  });
}
