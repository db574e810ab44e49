import { whenIdle } from '../page/when-idle.ts';

/**
 * Delay of the consent script (spec, section 4): until the browser is idle, at most `longest`; fixed at `instead` where
 * idleness cannot be detected (ms).
 */
const wait = { longest: 1500, instead: 1000 };

/**
 * Loads the consent script once the browser is idle. If it fails to load, the banner stays at the end of the page, as
 * it does without scripts.
 */
export function loadConsentWhenIdle(): void {
  const address = (document.currentScript as HTMLScriptElement | null)?.dataset.consent;
  if (!address) return;
  const load = () => {
    const script = document.createElement('script');
    script.src = address;
    script.onerror = () => document.querySelector('[data-consent-banner]')?.setAttribute('data-asks', '');
    document.head.append(script);
    // It is executed even though its element is removed.
    script.remove();
  };
  whenIdle(load, wait);
}
