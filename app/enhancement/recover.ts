import { takePendingPage } from '#app/problems/pending-page.ts';
import { writeNote } from '#app/problems/session-note.ts';
import { reloadedKey, type Mishap } from './mishap.ts';

let recoveryAddress = '';

/**
 * Notices what goes wrong with scripts, and the wish to clean up on a page that failed. What is then done stands in a
 * script of its own (`recovery.ts`), because hardly any visitor needs it; if that does not come either, the page stays as
 * it is.
 */
export function recoverWhenNeeded(): void {
  recoveryAddress = document.currentScript?.dataset.recovery ?? '';
  // Vite tells of a part of ours that did not come, whoever asked for it; what else becomes of that is theirs to see to.
  addEventListener('vite:preloadError', (event) => {
    if ('payload' in event) recover({ kind: 'part' });
  });
  addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('[data-clean-up]')) recover({ kind: 'clean-up' });
  });
  const pending = takePendingPage();
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (pending !== undefined && navigation?.type === 'reload') recover({ kind: 'next-page', address: pending });
}

/** React's own script, or what it begins with, has not come. */
export function scriptsAreMissing(): void {
  recover({ kind: 'scripts' });
}

/** The start of React failed because a part of it did not come; anything else that is rejected is not about that. */
export function partIsMissing({ reason }: PromiseRejectionEvent): void {
  // Each browser says it in its own words, and all of them say "module".
  if (reason instanceof TypeError && reason.message.includes('module')) scriptsAreMissing();
}

/** React has started: the next time its scripts are missing is a new one. */
export function scriptsHaveCome(): void {
  writeNote(reloadedKey, undefined);
}

function recover(mishap: Mishap): void {
  const script = document.createElement('script');
  script.src = recoveryAddress;
  Object.assign(script.dataset, mishap);
  document.head.append(script);
  // It runs all the same.
  script.remove();
}
