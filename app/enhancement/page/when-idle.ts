/**
 * Calls a function when the browser is idle.
 * @param longest maximum delay (ms)
 * @param instead fixed delay where `requestIdleCallback` is missing: Safari before 18 (ms)
 */
export function whenIdle(act: () => void, { longest, instead }: { longest: number; instead: number }): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: longest });
  else setTimeout(act, instead);
}
