/**
 * Calls a function when the browser is idle.
 * @param timeout maximum delay (ms)
 * @param fallbackDelay fixed delay in browsers without `requestIdleCallback`, such as Safari before 18 (ms)
 */
export function whenIdle(
  callback: () => void,
  { timeout, fallbackDelay }: { timeout: number; fallbackDelay: number },
): void {
  if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout });
  else setTimeout(callback, fallbackDelay);
}
