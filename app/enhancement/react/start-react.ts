import { whenIdle } from '../page/when-idle.ts';
import { reactStarted } from './react-started.ts';
import { onMissingModule, onMissingScripts, onScriptsLoaded } from './watch-script-failures.ts';

/**
 * Starts React once the page is usable: at the first interaction with a form, or when the browser is idle; never if the
 * visitor asked to save data. Until then, or without it, the page works on its own.
 */
export function startReactWhenUseful(): void {
  if (!document.querySelector('script[type="text/later-module"]') || savesData()) return;

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

  const startWhenIdle = () => whenIdle(start, { longest: 5000, instead: 2000 });
  if (document.readyState === 'complete') startWhenIdle();
  else addEventListener('load', startWhenIdle);
}

const interactions = ['focusin', 'pointerdown', 'input', 'change'] as const;

function savesData(): boolean {
  return (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

function startReact(): void {
  // Modules imported later reject without firing the element's error event.
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
  for (const later of document.querySelectorAll('script[type="text/later-module"]')) {
    const script = document.createElement('script');
    script.type = 'module';
    script.text = later.textContent;
    script.onerror = onMissingScripts;
    document.body.append(script);
    // Hydration needs the document as the server sent it; a module continues to run after its element is removed.
    script.remove();
  }
}
