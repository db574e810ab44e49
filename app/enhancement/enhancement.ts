import { closeDisclosures } from './close-disclosures.ts';
import { forgetOldEntries } from './forget-old-entries.ts';
import { moveHero } from './hero.ts';
import { moveJourney } from './journey.ts';
import { loadConsentWhenIdle } from './load-consent.ts';
import { showLoadingMessage } from './loading-message.ts';
import { makeMenuDialog, prepareMenu } from './menu.ts';
import { openDialog } from './open-dialog.ts';
import { printOnRequest } from './print.ts';
import { recoverWhenNeeded } from './recover.ts';
import { sendForm } from './send-form.ts';
import { startReactWhenUseful } from './start-react.ts';
import { rememberLanguageChoice } from './switch-language.ts';

// The only script of pages without React. Where React comes later, it changes attributes only, never children or
// text, so that React can still take the same document over. Each part stands alone: one that fails must not stop
// the next.

/** These listen to the whole document and look elements up when something happens. */
const once = [
  markScripts,
  recoverWhenNeeded,
  rememberLanguageChoice,
  startReactWhenUseful,
  makeMenuDialog,
  closeDisclosures,
  showLoadingMessage,
  printOnRequest,
  forgetOldEntries,
  sendForm,
  loadConsentWhenIdle,
];
/** These hold elements, and begin anew when React had to build the document again (entry.client.tsx). */
const onEachDocument = [prepareMenu, moveHero, moveJourney, openDialog];

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

/** Styles show hints for visitors without scripts until this has run. */
function markScripts(): void {
  document.documentElement.classList.add('scripts-run');
}
