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
 * right ones. After that, without a line, and where a fresh page would lose something, this page stays as it is
 * without React: whole.
 */
export function scriptsAreMissing(): void {
  dispatchEvent(new Event(missingEvent));
  void reloadOnce();
}

/** The start of React failed because a part of it did not come; anything else that is rejected is not about that. */
export function partIsMissing({ reason }: PromiseRejectionEvent): void {
  // Each browser says it in its own words, and all of them say "module".
  if (reason instanceof TypeError && reason.message.includes('module')) scriptsAreMissing();
}

async function reloadOnce(): Promise<void> {
  if (!mayBeReplaced() || !(await comesAgain())) return;
  await cleanUp();
  // Somebody may have begun to type meanwhile.
  if (mayBeReplaced() && markReload()) location.reload();
}

/** Nothing has been typed, and the page is no answer to a post, which would be sent again. */
function mayBeReplaced(): boolean {
  return document.documentElement.dataset.answer === undefined && !Array.from(document.forms).some(isTouched);
}

/** Whether the page can be had anew: without a line the visitor would have nothing in place of this one. */
async function comesAgain(): Promise<boolean> {
  try {
    const { ok, headers } = await fetch(location.href, { cache: 'no-store' });
    return ok && (headers.get('Content-Type') ?? '').startsWith('text/html');
  } catch {
    return false;
  }
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
