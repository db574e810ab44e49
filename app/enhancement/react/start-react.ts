import { whenIdle } from '../page/when-idle.ts';
import { reactStarted } from './react-started.ts';
import { onMissingModule, onMissingScripts, onScriptsLoaded } from './watch-script-failures.ts';

/**
 * Starts React at the first interaction with a form, or when the browser is idle; never if the visitor has asked to
 * save data. The page works without React.
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

  const startWhenIdle = () => whenIdle(start, { timeout: 5000, fallbackDelay: 2000 });
  if (document.readyState === 'complete') startWhenIdle();
  else addEventListener('load', startWhenIdle);
}

const interactions = ['focusin', 'pointerdown', 'input', 'change'] as const;

function isDataSaverOn(): boolean {
  return (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;
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
  for (const link of document.querySelectorAll('link[rel="modulepreload"]')) link.removeAttribute('media');
  for (const deferred of document.querySelectorAll('script[type="text/later-module"]')) {
    const script = document.createElement('script');
    script.type = 'module';
    script.text = deferred.textContent;
    script.onerror = onMissingScripts;
    document.body.append(script);
    // Hydration needs the document as the server sent it; a module runs on after its element is removed.
    script.remove();
  }
}
