import { newFaultId } from '#app/problems/fault-id.ts';
import { takePendingPage } from '#app/problems/pending-page.ts';
import { reportFault } from '#app/problems/report-fault.ts';
import { cleanUp } from './clean-up.ts';
import { isTouched } from './is-touched.ts';

/** The page's scripts have been missing once in this tab, and it has been loaded anew for them. */
const reloadedKey = 'reloaded-for-scripts';

/** Vite's name for it, which Vite raises for the parts that it loads itself. */
const missingEvent = 'vite:preloadError';

/** The server is told of parts of our script that did not arrive, whoever noticed it: somebody has to look. */
export function reportMissingScripts(): void {
  addEventListener(missingEvent, (event) => {
    reportFault({ id: newFaultId(), kind: 'script', error: (event as Event & { payload?: unknown }).payload });
  });
}

/**
 * The page's scripts could not be loaded: it may be older than what lies on the server. A fresh page, once, names the
 * right ones. After that, or where something has been typed that a fresh page would lose, this page stays as it
 * is without React: whole.
 */
export function scriptsAreMissing(): void {
  dispatchEvent(new Event(missingEvent));
  if (Array.from(document.forms).some(isTouched) || !markReload()) return;
  void cleanUp().then(() => location.reload());
}

/** The next time they are missing is a new one. */
export function scriptsHaveCome(): void {
  try {
    sessionStorage.removeItem(reloadedKey);
  } catch {
    // Without a storage there was no mark.
  }
}

/** Whether a reload is allowed: not a second time, and not where the first would not be remembered. */
function markReload(): boolean {
  try {
    if (sessionStorage.getItem(reloadedKey) !== null) return false;
    sessionStorage.setItem(reloadedKey, '');
    return true;
  } catch {
    return false;
  }
}

/**
 * The router loads a page anew when the script of the next one is missing, and forgets where it was going. The visitor
 * is brought there by the browser alone.
 */
export function goOnToPendingPage(): void {
  const address = takePendingPage();
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (address === undefined || navigation?.type !== 'reload') return;
  dispatchEvent(new Event(missingEvent));
  void cleanUp().then(() => location.replace(address));
}
