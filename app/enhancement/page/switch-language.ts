import { hasInput } from './has-input.ts';
import { scheduleLoadingMessage } from './loading-message.ts';

/** Lifetime of the cookie (s). */
const oneYear = 365 * 24 * 60 * 60;

/**
 * Stores the language that a visitor chooses in local storage, and in a cookie for the server (both named `language`;
 * spec, section 4). On pages with a form, the choice is a submit button that posts text and files to the page in the
 * other language; an untouched form is not submitted.
 */
export function listenForLanguageChoice(): void {
  addEventListener(
    'click',
    (event) => {
      if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const control = event.target.closest<HTMLElement>('[data-switch-language], [data-continue-in]');
      if (!control) return;
      // A form-only language cannot be chosen for pages.
      if (control.dataset.formOnly === undefined) storeLanguage(control.lang);
      if (!(control instanceof HTMLButtonElement) || !control.form) return;
      event.preventDefault();
      event.stopPropagation();
      if (control.dataset.continueIn || hasInput(control.form)) postNatively(control.form, control);
      else navigateTo(control.formAction);
    },
    true,
  );
}

/**
 * Restores the cookie from local storage if the browser has deleted it, so that `/` leads to the chosen language again.
 * The page itself stays in the language of its address.
 */
export function restoreLanguageCookie(): void {
  if (/(?:^|; )language=/.test(document.cookie)) return;
  try {
    const language = localStorage.getItem('language') ?? '';
    if (/^[a-z]{2}$/.test(language)) storeInCookie(language);
  } catch {
    // Storage may be blocked, and then nothing was stored.
  }
}

function storeInCookie(language: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `language=${language}; Path=/; Max-Age=${oneYear}; SameSite=Lax${secure}`;
}

function storeLanguage(language: string): void {
  storeInCookie(language);
  try {
    localStorage.setItem('language', language);
  } catch {
    // Storage may be blocked; the URL and the cookie still contain the choice.
  }
}

/** Navigates like the link that pages without a form have in place of the button. */
function navigateTo(url: string): void {
  scheduleLoadingMessage();
  location.assign(url);
}

/** Submits the form without React, because the other language is a new document. */
function postNatively(form: HTMLFormElement, button: HTMLButtonElement): void {
  const intent = document.createElement('input');
  intent.type = 'hidden';
  intent.name = button.name;
  intent.value = button.value;
  const action = form.getAttribute('action') ?? '';
  form.append(intent);
  form.action = button.formAction;
  form.submit();
  // The browser has already copied the form data; a visitor who goes back must find the form unchanged.
  intent.remove();
  form.setAttribute('action', action);
}
