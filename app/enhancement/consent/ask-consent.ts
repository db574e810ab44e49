import { consentKey } from '#app/consent/consent.ts';
import { consentChanged } from '#app/consent/consent-changed.ts';
import { parseConsentChoice } from '#app/consent/consent-intent.ts';
import { loadStoredConsent, resetConsent, storeConsent } from '#app/consent/consent-store.ts';
import { announce } from './announce.ts';

/**
 * The windows in which the banner floats: on a phone, it would lie over the buttons of the first screen
 * (docs/decisions/0080-no-question-over-a-button.md). The width is the theme's `md`.
 */
const floatingWidth = '(min-width: 48rem)';
/** Maximum share of the window's height for a floating banner; a taller banner stays at the end of the page. */
const maxBannerShare = 0.4;
/** The time after its appearance in which the banner takes no taps (ms): they were aimed at what it covers. */
const settlingTime = 500;

let isAnalyticsRequested = false;
/** The element that had focus before the banner. */
let lastFocused: HTMLElement | undefined;

const findBanner = () => document.querySelector<HTMLElement>('[data-consent-banner]');

/**
 * Shows the consent banner unless a choice is stored. A choice takes effect immediately, without reloading the page. So
 * do choices made in another tab, or before the page was restored from the back/forward cache.
 */
export function showConsentBanner(): void {
  updateBanner();
  addEventListener('click', handleClick, true);
  addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && !findBanner()?.contains(target)) lastFocused = target;
  });
  addEventListener('resize', updateFloating);
  // Fired when React has rebuilt the document (entry.client.tsx).
  addEventListener('document-rebuilt', updateBanner);
  addEventListener('storage', ({ key }) => {
    if (key === consentKey) updateBanner();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) updateBanner();
  });
}

/** Shows or hides the banner depending on the stored choice, and loads analytics if the choice allows it. */
function updateBanner(): void {
  const consent = loadStoredConsent();
  setBannerVisible(!consent);
  dispatchEvent(new Event(consentChanged));
  if (consent?.analytics) loadAnalytics();
}

/**
 * Handles the buttons of the banner and of the preferences dialog. On the preferences page itself, the form is also
 * submitted to the server.
 */
function handleClick(event: MouseEvent): void {
  const button = event.target instanceof Element && event.target.closest<HTMLButtonElement>('button[value^=consent-]');
  if (!button) return;
  const choice = parseConsentChoice(button.value, (name) =>
    Boolean(button.form?.querySelector(`[name=${name}]:checked`)),
  );
  if (!choice) return;
  const isReset = choice === 'reset';
  if (isReset) resetConsent();
  else storeConsent(choice);
  const form = button.closest<HTMLElement>('[data-saved-message]');
  const dialog = button.closest('dialog');
  if (!form || (!dialog && !findBanner()?.contains(form))) return;

  event.preventDefault();
  dialog?.close();
  setBannerVisible(isReset);
  if (!isReset && choice.analytics) loadAnalytics();
  announce(isReset ? form.dataset.resetMessage : form.dataset.savedMessage);
}

function setBannerVisible(isVisible: boolean): void {
  const element = findBanner();
  if (!element) return;
  const hadFocus = element.contains(document.activeElement);
  if (isVisible && !element.hasAttribute('data-asks')) {
    element.toggleAttribute('data-settles', true);
    setTimeout(() => element.removeAttribute('data-settles'), settlingTime);
  }
  element.toggleAttribute('data-asks', isVisible);
  updateFloating();
  if (hadFocus && !isVisible) lastFocused?.focus({ preventScroll: true });
}

/**
 * Lets a visible banner float if the window is wide and the banner is low enough; scroll padding keeps the focused
 * element visible (WCAG 2.4.11).
 */
function updateFloating(): void {
  const element = findBanner();
  if (!element) return;
  const isFloating =
    element.hasAttribute('data-asks') &&
    matchMedia(floatingWidth).matches &&
    element.offsetHeight <= innerHeight * maxBannerShare;
  element.toggleAttribute('data-floats', isFloating);
  document.documentElement.classList.toggle('consent-floats', isFloating);
}

function loadAnalytics(): void {
  const url = document.querySelector<HTMLElement>('meta[name=analytics]')?.dataset.script;
  if (!url || isAnalyticsRequested) return;
  isAnalyticsRequested = true;
  const script = document.createElement('script');
  script.src = url;
  document.head.append(script);
}
