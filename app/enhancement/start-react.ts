import { reactStarted } from './react-started.ts';
import { partIsMissing, scriptsAreMissing, scriptsHaveCome } from './recover.ts';
import { whenIdle } from './when-idle.ts';

/**
 * Starts React once the page is usable: at the first touch of one of its forms, or when the browser has nothing to
 * do, and never for a visitor who asked to save data. Until then, and if it never comes, the page works
 * by itself.
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
  // What the script asks for later fails without its element hearing of it.
  addEventListener('unhandledrejection', partIsMissing);
  addEventListener(
    reactStarted,
    () => {
      removeEventListener('unhandledrejection', partIsMissing);
      scriptsHaveCome();
    },
    { once: true },
  );
  for (const link of document.querySelectorAll('link[rel="modulepreload"]')) link.removeAttribute('media');
  for (const later of document.querySelectorAll('script[type="text/later-module"]')) {
    const script = document.createElement('script');
    script.type = 'module';
    script.text = later.textContent;
    script.onerror = scriptsAreMissing;
    document.body.append(script);
    // React must find the document as the server made it; a module runs on after its element is gone.
    script.remove();
  }
}
