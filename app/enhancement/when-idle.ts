/**
 * Does something when the browser has nothing else to do.
 * @param longest waits no longer (ms)
 * @param instead waits so long where a browser cannot tell: Safari before 18 (ms)
 */
export function whenIdle(act: () => void, { longest, instead }: { longest: number; instead: number }): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: longest });
  else setTimeout(act, instead);
}
