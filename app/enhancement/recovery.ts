import { newFaultId } from '#app/problems/fault-id.ts';
import { reportFault } from '#app/problems/report-fault.ts';
import { readNote, writeNote } from '#app/problems/session-note.ts';
import { cleanUp } from './clean-up.ts';
import { isTouched } from './is-touched.ts';
import { reloadedKey, type Mishap } from './mishap.ts';

// The script that a page asks for when something went wrong; what it was stands in its own element's attributes.

const mishap = Object.assign({}, document.currentScript?.dataset) as Mishap;
switch (mishap.kind) {
  case 'scripts':
    tell();
    void reloadOnce();
    break;
  case 'next-page':
    tell();
    void cleanUp().then(() => location.replace(mishap.address));
    break;
  case 'part':
    report();
    break;
  case 'clean-up':
    void cleanUp().then(() => location.reload());
}

/** Tells whoever listens in the page, as Vite does for the parts that it loads itself, and the server. */
function tell(): void {
  dispatchEvent(new Event('vite:preloadError'));
  report();
}

function report(): void {
  reportFault({ id: newFaultId(), kind: 'script', error: undefined });
}

/**
 * A page whose scripts are missing may be older than what lies on the server: a fresh one, once, names the right ones.
 * After that, without a line, and where a fresh page would lose something, it stays as it is without React: whole.
 */
async function reloadOnce(): Promise<void> {
  if (!mayBeReplaced() || !(await comesAgain())) return;
  await cleanUp();
  // Somebody may have begun to type meanwhile.
  if (mayBeReplaced() && writeNote(reloadedKey, '')) location.reload();
}

/** Not for the second time; nothing has been typed; and the page is no answer to a post, which would be sent again. */
function mayBeReplaced(): boolean {
  const isAnswer = document.documentElement.dataset.answer !== undefined;
  return readNote(reloadedKey) === null && !isAnswer && !Array.from(document.forms).some(isTouched);
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
