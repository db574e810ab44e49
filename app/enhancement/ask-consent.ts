import { consentChanged } from '#app/consent/consent-changed.ts';
import { choiceOf } from '#app/consent/consent-intent.ts';
import { forgetConsent, keepConsent, storedConsent } from '#app/consent/consent-store.ts';
import { consentKey } from '#app/consent/consent.ts';
import { say } from './say.ts';

/** What the banner may take of the window's height; with more it stands at the end of the page and covers nothing. */
const mostOfTheWindow = 0.4;

let loadsAnalytics = false;
/** Where the focus was before it went to the banner. */
let lastFocus: HTMLElement | undefined;

const banner = () => document.querySelector<HTMLElement>('[data-consent-banner]');

/**
 * Asks with the banner for what may be stored, unless a choice is there; what is chosen holds at once and changes nothing
 * else of the page. A choice made in another tab, or on a page that was come back from, holds
 * here too.
 */
export function askForConsent(): void {
  showWhetherToAsk();
  addEventListener('click', choose, true);
  addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && !banner()?.contains(target)) lastFocus = target;
  });
  addEventListener('resize', makeRoom);
  // React had to build the document again (entry.client.tsx).
  addEventListener('document-rebuilt', showWhetherToAsk);
  addEventListener('storage', ({ key }) => {
    if (key === consentKey) showWhetherToAsk();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) showWhetherToAsk();
  });
}

/** Shows or hides the banner by what is stored, and counts the visit where that is agreed to. */
function showWhetherToAsk(): void {
  const consent = storedConsent();
  show(!consent);
  dispatchEvent(new Event(consentChanged));
  if (consent?.analytics) loadAnalytics();
}

/** A button of the banner or of the preferences; on the page of preferences the post goes on to the server. */
function choose(event: MouseEvent): void {
  const button = event.target instanceof Element && event.target.closest<HTMLButtonElement>('button[value^=consent-]');
  if (!button) return;
  const choice = choiceOf(button.value, (name) => Boolean(button.form?.querySelector(`[name=${name}]:checked`)));
  if (!choice) return;
  const isForgotten = choice === 'forgotten';
  if (isForgotten) forgetConsent();
  else keepConsent(choice);
  const form = button.closest<HTMLElement>('[data-said]');
  const dialog = button.closest('dialog');
  if (!form || (!dialog && !banner()?.contains(form))) return;

  event.preventDefault();
  dialog?.close();
  show(isForgotten);
  if (!isForgotten && choice.analytics) loadAnalytics();
  say(isForgotten ? form.dataset.forgotten : form.dataset.said);
}

function show(isAsking: boolean): void {
  const element = banner();
  if (!element) return;
  const hadFocus = element.contains(document.activeElement);
  element.toggleAttribute('data-asks', isAsking);
  makeRoom();
  if (hadFocus && !isAsking) lastFocus?.focus({ preventScroll: true });
}

/** While the banner stands over the page, what gets the focus is scrolled clear of it (WCAG 2.4.11). */
function makeRoom(): void {
  const element = banner();
  if (!element) return;
  const floats = element.hasAttribute('data-asks') && element.offsetHeight <= innerHeight * mostOfTheWindow;
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
