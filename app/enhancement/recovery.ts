import { newErrorId } from '#app/problems/report/error-id.ts';
import { sendErrorReport } from '#app/problems/report/send-error-report.ts';
import { readSessionValue, writeSessionValue } from '#app/problems/session-value.ts';
import { hasInput } from './page/has-input.ts';
import { clearWorkersAndCaches } from './react/clear-workers-and-caches.ts';
import { reloadedKey, type ScriptFailure } from './react/script-failure.ts';

// Loaded after a script failure; the data attributes of this script's element describe the failure.

const failure = Object.assign({}, document.currentScript?.dataset) as ScriptFailure;
switch (failure.kind) {
  case 'scripts':
    notifyAndReport();
    void reloadOnce();
    break;
  case 'next-page':
    notifyAndReport();
    void clearWorkersAndCaches().then(() => location.replace(failure.url));
    break;
  case 'lazy-module':
    reportFailure();
    break;
  case 'clean-up':
    void clearWorkersAndCaches().then(() => location.reload());
}

/** Notifies listeners in the page, as Vite does for modules, and reports the failure to the server. */
function notifyAndReport(): void {
  dispatchEvent(new Event('vite:preloadError'));
  reportFailure();
}

function reportFailure(): void {
  sendErrorReport({ id: newErrorId(), kind: 'script', error: undefined });
}

/**
 * Reloads the page once, because it may be older than the deployed scripts. If it has already been reloaded, the
 * network is down, or a reload would lose input, the page stays as it is, without React.
 */
async function reloadOnce(): Promise<void> {
  if (!isSafeToReload() || !(await isPageAvailable())) return;
  await clearWorkersAndCaches();
  // The visitor may have started typing in the meantime.
  if (isSafeToReload() && writeSessionValue(reloadedKey, '')) location.reload();
}

/**
 * Returns whether a reload is harmless: it is the first, loses no input, and neither repeats nor aborts a submission.
 */
function isSafeToReload(): boolean {
  const { actionResponse, submitting } = document.documentElement.dataset;
  if (actionResponse !== undefined || submitting !== undefined) return false;
  return readSessionValue(reloadedKey) === null && !Array.from(document.forms).some(hasInput);
}

/**
 * Returns whether the server responds with a page. If the network is down, a reload would replace the page with the
 * browser's error page.
 */
async function isPageAvailable(): Promise<boolean> {
  try {
    const { ok, headers } = await fetch(location.href, { cache: 'no-store' });
    return ok && (headers.get('Content-Type') ?? '').startsWith('text/html');
  } catch {
    return false;
  }
}
