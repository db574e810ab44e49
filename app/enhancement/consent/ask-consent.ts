import { consentKey } from '#app/consent/consent.ts';
import { consentChanged } from '#app/consent/consent-changed.ts';
import { choiceOf } from '#app/consent/consent-intent.ts';
import { resetConsent, storeConsent, loadStoredConsent } from '#app/consent/consent-store.ts';
import { announce } from './announce.ts';

/** Maximum share of the window's height for a fixed banner; a taller one is placed at the end of the page instead. */
const maxBannerShare = 0.4;

let loadsAnalytics = false;
/** The element that had the focus before the banner. */
let lastFocus: HTMLElement | undefined;

const banner = () => document.querySelector<HTMLElement>('[data-consent-banner]');

/**
 * Shows the consent banner unless a choice is stored. A choice applies at once, without reloading the page; choices
 * made in another tab, or on a page restored from the back/forward cache, apply too.
 */
export function showConsentBanner(): void {
  updateBanner();
  addEventListener('click', choose, true);
  addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && !banner()?.contains(target)) lastFocus = target;
  });
  addEventListener('resize', updateScrollPadding);
  // React rebuilt the document (entry.client.tsx).
  addEventListener('document-rebuilt', updateBanner);
  addEventListener('storage', ({ key }) => {
    if (key === consentKey) updateBanner();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) updateBanner();
  });
}

/** Shows or hides the banner depending on the stored choice, and loads analytics if allowed. */
function updateBanner(): void {
  const consent = loadStoredConsent();
  show(!consent);
  dispatchEvent(new Event(consentChanged));
  if (consent?.analytics) loadAnalytics();
}

/**
 * Handles the buttons of the banner and of the preferences; on the preferences page itself the form is posted to the
 * server.
 */
function choose(event: MouseEvent): void {
  const button = event.target instanceof Element && event.target.closest<HTMLButtonElement>('button[value^=consent-]');
  if (!button) return;
  const choice = choiceOf(button.value, (name) => Boolean(button.form?.querySelector(`[name=${name}]:checked`)));
  if (!choice) return;
  const isForgotten = choice === 'forgotten';
  if (isForgotten) resetConsent();
  else storeConsent(choice);
  const form = button.closest<HTMLElement>('[data-said]');
  const dialog = button.closest('dialog');
  if (!form || (!dialog && !banner()?.contains(form))) return;

  event.preventDefault();
  dialog?.close();
  show(isForgotten);
  if (!isForgotten && choice.analytics) loadAnalytics();
  announce(isForgotten ? form.dataset.forgotten : form.dataset.said);
}

function show(isAsking: boolean): void {
  const element = banner();
  if (!element) return;
  const hadFocus = element.contains(document.activeElement);
  element.toggleAttribute('data-asks', isAsking);
  updateScrollPadding();
  if (hadFocus && !isAsking) lastFocus?.focus({ preventScroll: true });
}

/** While the banner covers the page, scroll padding keeps the focused element visible (WCAG 2.4.11). */
function updateScrollPadding(): void {
  const element = banner();
  if (!element) return;
  const floats = element.hasAttribute('data-asks') && element.offsetHeight <= innerHeight * maxBannerShare;
  element.toggleAttribute('data-floats', floats);
  document.documentElement.classList.toggle('consent-floats', floats);
}

function loadAnalytics(): void {
  const address = document.querySelector<HTMLElement>('meta[name=analytics]')?.dataset.script;
  if (!address || loadsAnalytics) return;
  loadsAnalytics = true;
  const script = document.createElement('script');
  script.src = address;
  document.head.append(script);
}
