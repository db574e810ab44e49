import { takePendingPage } from '#app/problems/pending-page.ts';
import { writeSessionValue } from '#app/problems/session-value.ts';
import { reloadedKey, type ScriptFailure } from './script-failure.ts';

let recoveryUrl = '';

/**
 * Detects script failures, and clicks on the clean-up button of an error page. A separate script (`recovery.ts`) handles
 * them, because hardly any visitor needs it; if it does not load either, the page stays as it is.
 */
export function watchScriptFailures({ dataset: { recovery = '' } }: HTMLScriptElement): void {
  recoveryUrl = recovery;
  // Vite fires this for every module that fails to load. It is only reported here: the importing code handles the error.
  // Events without `payload` were dispatched by `recovery.ts`.
  addEventListener('vite:preloadError', (event) => {
    if ('payload' in event) loadRecovery({ kind: 'lazy-module' });
  });
  addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('[data-clean-up]')) loadRecovery({ kind: 'clean-up' });
  });
  // A reload would abort a submission in progress.
  addEventListener('submit', (event) => {
    if (!event.defaultPrevented) document.documentElement.dataset.submitting = '';
  });
  addEventListener('pageshow', () => delete document.documentElement.dataset.submitting);
  const pending = takePendingPage();
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (pending !== undefined && navigation?.type === 'reload') loadRecovery({ kind: 'next-page', url: pending });
}

let areScriptsMissing = false;

/** Handles a failure to load React's scripts. If several are missing, handles only the first failure. */
export function onMissingScripts(): void {
  if (!areScriptsMissing) loadRecovery({ kind: 'scripts' });
  areScriptsMissing = true;
}

/** Handles a rejection while React starts, if the reason is a module that failed to load. */
export function onMissingModule({ reason }: PromiseRejectionEvent): void {
  // The message differs between browsers, but always contains "module".
  if (reason instanceof TypeError && reason.message.includes('module')) onMissingScripts();
}

/** Lets a later failure trigger another reload, once React has started. */
export function onScriptsLoaded(): void {
  writeSessionValue(reloadedKey, undefined);
}

function loadRecovery(failure: ScriptFailure): void {
  const script = document.createElement('script');
  script.src = recoveryUrl;
  Object.assign(script.dataset, failure);
  document.head.append(script);
  // The script runs even though its element is removed.
  script.remove();
}
