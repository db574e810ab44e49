import { newErrorId } from '#app/problems/report/error-id.ts';
import { sendErrorReport } from '#app/problems/report/send-error-report.ts';
import { readSessionValue, writeSessionValue } from '#app/problems/session-value.ts';
import { hasInput } from './page/has-input.ts';
import { cleanUp } from './react/clean-up.ts';
import { reloadedKey, type ScriptFailure } from './react/script-failure.ts';

// Loaded after a script failure, which the attributes of its own script element describe.

const failure = Object.assign({}, document.currentScript?.dataset) as ScriptFailure;
switch (failure.kind) {
  case 'scripts':
    notifyAndReport();
    void reloadOnce();
    break;
  case 'next-page':
    notifyAndReport();
    void cleanUp().then(() => location.replace(failure.address));
    break;
  case 'part':
    report();
    break;
  case 'clean-up':
    void cleanUp().then(() => location.reload());
}

/** Notifies listeners in the page, as Vite does for modules, and the server. */
function notifyAndReport(): void {
  dispatchEvent(new Event('vite:preloadError'));
  report();
}

function report(): void {
  sendErrorReport({ id: newErrorId(), kind: 'script', error: undefined });
}

/**
 * The page may be older than the deployed scripts: reload it once to get the current ones. If it was reloaded before,
 * the network is down, or a reload would lose input, the page stays as it is, without React.
 */
async function reloadOnce(): Promise<void> {
  if (!mayBeReplaced() || !(await canBeReloaded())) return;
  await cleanUp();
  // The visitor may have started typing meanwhile.
  if (mayBeReplaced() && writeSessionValue(reloadedKey, '')) location.reload();
}

/** Only once, only while nothing has been typed, and not for the response to a post, which would be sent again. */
function mayBeReplaced(): boolean {
  const isAnswer = document.documentElement.dataset.answer !== undefined;
  return readSessionValue(reloadedKey) === null && !isAnswer && !Array.from(document.forms).some(hasInput);
}

/** Whether the page can be reloaded: without a network the visitor would end up with nothing. */
async function canBeReloaded(): Promise<boolean> {
  try {
    const { ok, headers } = await fetch(location.href, { cache: 'no-store' });
    return ok && (headers.get('Content-Type') ?? '').startsWith('text/html');
  } catch {
    return false;
  }
}
