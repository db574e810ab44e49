import { loadStylesheet } from '#app/ui/styles/load-stylesheet.ts';
import { hideLoadingMessage, scheduleLoadingMessage } from '../page/loading-message.ts';
import { closeMenu } from '../page/menu.ts';

/** Time after which the link is followed instead (ms). */
const loadTimeout = 8_000;

let isLoading = false;

/**
 * Opens links to the cookie preferences in a dialog, so that a half-filled form is not lost. The dialog's form is
 * fetched from the preferences page. If the browser has no modal dialogs or the request fails, the link is followed.
 */
export function openPreferences(): void {
  // In the capture phase, to prevent the loading message.
  addEventListener('click', handleClick, true);
}

function handleClick(event: MouseEvent): void {
  if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target.closest<HTMLAnchorElement>('a[href$="/cookie-preferences"]');
  const dialog = document.createElement('dialog');
  const supportsModals = typeof (dialog as Partial<HTMLDialogElement>).showModal === 'function';
  if (!link || link.pathname === location.pathname || !supportsModals) return;
  event.preventDefault();
  if (isLoading) return;
  isLoading = true;
  closeMenu();
  scheduleLoadingMessage();
  loadInTime(link.href)
    .then(
      (form) => showInDialog(dialog, form),
      () => location.assign(link.href),
    )
    .finally(() => {
      isLoading = false;
      hideLoadingMessage();
    });
}

/** Loads the form and its styles. @throws if either fails or takes too long */
async function loadInTime(url: string): Promise<HTMLElement> {
  const timedOut = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new TypeError('The preferences did not load in time')), loadTimeout);
  });
  const [form] = await Promise.race([Promise.all([fetchPreferencesForm(url), loadStylesheet()]), timedOut]);
  return form;
}

/** @throws {TypeError} if the response contains no preferences form, for example behind a captive portal */
async function fetchPreferencesForm(url: string): Promise<HTMLElement> {
  const response = await fetch(url);
  // This document's Content-Security-Policy allows only its own style element.
  const html = (await response.text()).replace(/<style\b[\s\S]*?<\/style>/, '');
  const page = new DOMParser().parseFromString(html, 'text/html');
  const form = page.querySelector<HTMLElement>('[data-consent-form]');
  if (!form) throw new TypeError('The response contains no preferences form');
  return form;
}

function showInDialog(dialog: HTMLDialogElement, form: HTMLElement): void {
  dialog.className = 'dialog no-print';
  dialog.dataset.modal = '';
  dialog.setAttribute('aria-labelledby', 'consent-heading');
  const close = document.createElement('button');
  close.type = 'button';
  close.textContent = form.dataset.close ?? '';
  close.addEventListener('click', () => dialog.close());
  dialog.append(close, form);
  // At the end of the body, where hydration ignores unknown elements.
  document.body.append(dialog);
  dialog.showModal();
  dialog.addEventListener('close', () => dialog.remove());
}
