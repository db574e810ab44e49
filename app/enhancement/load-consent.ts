import { whenIdle } from './when-idle.ts';

/** When the question about cookies comes (spec, section 4): the browser is idle, at the latest after so many milliseconds. */
const wait = { longest: 1500, instead: 1000 };

/**
 * Loads the script that asks about cookies, once the browser is idle: what a visitor came for is there by then. If it does
 * not come, the banner stands at the end of the page as it does without scripts.
 */
export function loadConsentWhenIdle(): void {
  const address = (document.currentScript as HTMLScriptElement | null)?.dataset.consent;
  if (!address) return;
  const load = () => {
    const script = document.createElement('script');
    script.src = address;
    script.onerror = () => document.querySelector('[data-consent-banner]')?.setAttribute('data-asks', '');
    document.head.append(script);
    // It runs all the same.
    script.remove();
  };
  whenIdle(load, wait);
}
