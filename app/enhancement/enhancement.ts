import { loadConsentWhenIdle } from './consent/load-consent.ts';
import { addTimeZone } from './page/add-time-zone.ts';
import { closeDisclosures } from './page/close-disclosures.ts';
import { showLoadingMessageOnNavigation } from './page/loading-message.ts';
import { markEmptyInputs } from './page/mark-empty-inputs.ts';
import { listenForMenu, prepareMenu } from './page/menu.ts';
import { openInitialDialog } from './page/open-initial-dialog.ts';
import { handlePrintButtons } from './page/print.ts';
import { rememberResults } from './page/remember-results.ts';
import { removeExpiredEntries } from './page/remove-expired-entries.ts';
import { submitPartnerForm } from './page/submit-partner-form.ts';
import { listenForLanguageChoice, restoreLanguageCookie } from './page/switch-language.ts';
import { startReactOnDemand } from './react/start-react.ts';
import { submitOnChange } from './react/submit-on-change.ts';
import { watchScriptFailures } from './react/watch-script-failures.ts';

// The only script on pages without React. On pages with React it only changes attributes, never children or text, so
// that React can hydrate the document. Each part has a task of its own: a slow phone responds to a touch between them, and
// an error in one does not stop the others.

/** A part, which gets this script's element. */
type Part = (script: HTMLScriptElement) => void;

/** Parts that listen on the document or window, and look up elements only when an event occurs. */
const globalParts: Part[] = [
  watchScriptFailures,
  listenForLanguageChoice,
  startReactOnDemand,
  listenForMenu,
  markEmptyInputs,
  closeDisclosures,
  showLoadingMessageOnNavigation,
  handlePrintButtons,
  removeExpiredEntries,
  restoreLanguageCookie,
  rememberResults,
  submitOnChange,
  submitPartnerForm,
  addTimeZone,
  loadConsentWhenIdle,
];
/** Parts that hold references to elements; they run again when React has rebuilt the document (entry.client.tsx). */
const documentParts: Part[] = [prepareMenu, openInitialDialog];

const script = document.currentScript as HTMLScriptElement;
markScriptsRunning();
runEach([...globalParts, ...documentParts]);
addEventListener('document-rebuilt', () => {
  markScriptsRunning();
  runEach(documentParts);
});

function runEach(parts: Part[]): void {
  for (const part of parts) setTimeout(part, 0, script);
}

/** Hides the hints for visitors without JavaScript. */
function markScriptsRunning(): void {
  document.documentElement.classList.add('scripts-run');
}
