import { whenIdle } from '../page/when-idle.ts';

/** Delays of the consent script (ms), see {@link whenIdle} (spec, section 4). */
const delays = { timeout: 1500, fallbackDelay: 1000 };

/**
 * Loads the consent script once the browser is idle. If the script fails to load, the banner is shown at the end of the
 * page, as it is without JavaScript.
 */
export function loadConsentWhenIdle({ dataset: { consent: url } }: HTMLScriptElement): void {
  if (!url) return;
  const load = () => {
    const script = document.createElement('script');
    script.src = url;
    script.onerror = () => document.querySelector('[data-consent-banner]')?.setAttribute('data-asks', '');
    document.head.append(script);
    // The script runs even though its element is removed.
    script.remove();
  };
  whenIdle(load, delays);
}
