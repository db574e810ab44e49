import { expiringKeyPrefixes, lastSentCookieName } from '#app/forms/expiring-entries.ts';
import { isDataSaverOn } from '../page/data-saver.ts';
import { whenIdle } from '../page/when-idle.ts';
import { reactStarted } from './react-started.ts';
import { onMissingModule, onMissingScripts, onScriptsLoaded } from './watch-script-failures.ts';

/**
 * Starts React when the page says so (`ReactStart` in `data-react`): when the browser is idle, or at the first
 * interaction with a form or with anything in the content. On a page with a form it also starts when the browser is
 * idle if this browser has saved something for React to show. Until then, an idle browser only loads React's files.
 * React never starts if the visitor has asked to save data. The page works without it.
 */
export function startReactOnDemand(): void {
  if (!document.querySelector('script[type="text/deferred-module"]') || isDataSaverOn()) return;

  const { react: trigger, reactTimeout } = document.body.dataset;
  const interactiveArea = trigger === 'on-content-interaction' ? 'main' : 'main form';
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    for (const event of interactions) document.removeEventListener(event, onInteraction, true);
    startReact();
  };
  const onInteraction = (event: Event) => {
    if (event.target instanceof Element && event.target.closest(interactiveArea)) start();
  };
  for (const event of interactions) document.addEventListener(event, onInteraction, true);
  addEventListener('popstate', loadPage);
  addEventListener(reactStarted, () => removeEventListener('popstate', loadPage));
  if (reactTimeout !== undefined) setTimeout(start, Number(reactTimeout));

  const startsOnIdle = () => trigger === 'on-idle' || (trigger === 'on-form-interaction' && hasSavedEntries());
  // Opening the browser's storage is slow on cheap phones, so it has a task of its own.
  const onLoad = () => whenIdle(() => setTimeout(startsOnIdle() ? start : loadFiles), idleDelays);
  if (document.readyState === 'complete') onLoad();
  else addEventListener('load', onLoad);
}

const idleDelays = { timeout: 5000, fallbackDelay: 2000 };
const interactions = ['focusin', 'pointerdown', 'input', 'change'] as const;

const documentAddress = location.pathname + location.search;

/**
 * Loads the page for the current URL. If React added history entries before the page was reloaded, the browser navigates
 * back to them without loading a document.
 */
function loadPage(): void {
  if (location.pathname + location.search !== documentAddress) location.reload();
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
  for (const deferred of document.querySelectorAll('script[type="text/deferred-module"]')) {
    const script = document.createElement('script');
    script.type = 'module';
    script.text = deferred.textContent;
    script.onerror = onMissingScripts;
    document.body.append(script);
    // Hydration needs the document as the server sent it. A module keeps running after its element is removed.
    script.remove();
  }
}
