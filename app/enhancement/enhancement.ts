import { loadConsentWhenIdle } from './consent/load-consent.ts';
import { closeDisclosures } from './page/close-disclosures.ts';
import { rotateHero } from './page/hero.ts';
import { animateJourney } from './page/journey.ts';
import { showLoadingMessage } from './page/loading-message.ts';
import { makeMenuDialog, prepareMenu } from './page/menu.ts';
import { openDialog } from './page/open-dialog.ts';
import { printOnRequest } from './page/print.ts';
import { removeExpiredEntries } from './page/remove-expired-entries.ts';
import { sendForm } from './page/send-form.ts';
import { rememberLanguageChoice } from './page/switch-language.ts';
import { startReactWhenUseful } from './react/start-react.ts';
import { watchScriptFailures } from './react/watch-script-failures.ts';

// The only script of pages without React. On pages with React it only changes attributes, never children or text, so
// that React can hydrate the document. Each part is independent: an error in one must not stop the next.

/** Listen on the document or window, and look elements up when an event occurs. */
const once = [
  markScripts,
  watchScriptFailures,
  rememberLanguageChoice,
  startReactWhenUseful,
  makeMenuDialog,
  closeDisclosures,
  showLoadingMessage,
  printOnRequest,
  removeExpiredEntries,
  sendForm,
  loadConsentWhenIdle,
];
/** Hold references to elements; run again when React has rebuilt the document (entry.client.tsx). */
const onEachDocument = [prepareMenu, rotateHero, animateJourney, openDialog];

run([...once, ...onEachDocument]);
addEventListener('document-rebuilt', () => run([markScripts, ...onEachDocument]));

function run(parts: (() => void)[]): void {
  for (const part of parts) {
    try {
      part();
    } catch (error) {
      setTimeout(() => {
        throw error;
      });
    }
  }
}

/** Hides the hints for visitors without scripts. */
function markScripts(): void {
  document.documentElement.classList.add('scripts-run');
}
