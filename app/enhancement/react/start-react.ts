import { expiringKeyPrefixes, lastSentCookieName } from '#app/forms/expiring-entries.ts';
import { whenIdle } from '../page/when-idle.ts';
import { reactStarted } from './react-started.ts';
import { onMissingModule, onMissingScripts, onScriptsLoaded } from './watch-script-failures.ts';

/**
 * Starts React at the first interaction with a form, or earlier, when the browser is idle, if the page says so
 * (`data-react`) or this browser has saved something for React to show. Until then, an idle browser only loads React's
 * files. React never starts if the visitor has asked to save data. The page works without it.
 */
export function startReactOnDemand(): void {
  if (!document.querySelector('script[type="text/later-module"]') || isDataSaverOn()) return;

  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    for (const event of interactions) document.removeEventListener(event, onInteraction, true);
    startReact();
  };
  const onInteraction = (event: Event) => {
    if (event.target instanceof Element && event.target.closest('main form')) start();
  };
  for (const event of interactions) document.addEventListener(event, onInteraction, true);

  const startsOnIdle = document.body.dataset.react === 'on-idle' || hasSavedEntries();
  const onLoad = () => whenIdle(startsOnIdle ? start : loadFiles, { timeout: 5000, fallbackDelay: 2000 });
  if (document.readyState === 'complete') onLoad();
  else addEventListener('load', onLoad);
}

const interactions = ['focusin', 'pointerdown', 'input', 'change'] as const;

function isDataSaverOn(): boolean {
  return (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

/**
 * Returns whether this browser has saved something that React may show: a draft, earlier searches, or that a form was
 * sent.
 */
function hasSavedEntries(): boolean {
  try {
    return (
      sessionStorage.length > 0 ||
      Object.keys(localStorage).some((key) => key.startsWith(expiringKeyPrefixes.form)) ||
      document.cookie.includes(lastSentCookieName)
    );
  } catch {
    // Storage is blocked, so nothing was saved.
    return false;
  }
}

/**
 * Lets the browser load the files that React needs, without running them. A missing file, for example after a
 * deployment, is thus detected before the visitor touches the form.
 */
function loadFiles(): void {
  for (const link of document.querySelectorAll('link[media="not all"]')) {
    link.addEventListener('error', onMissingScripts);
    link.removeAttribute('media');
  }
}

function startReact(): void {
  // Imports of further modules reject without firing an error event at the script element.
  addEventListener('unhandledrejection', onMissingModule);
  addEventListener(
    reactStarted,
    () => {
      removeEventListener('unhandledrejection', onMissingModule);
      onScriptsLoaded();
    },
    { once: true },
  );
  loadFiles();
  for (const deferred of document.querySelectorAll('script[type="text/later-module"]')) {
    const script = document.createElement('script');
    script.type = 'module';
    script.text = deferred.textContent;
    script.onerror = onMissingScripts;
    document.body.append(script);
    // Hydration needs the document as the server sent it. A module keeps running after its element is removed.
    script.remove();
  }
}
