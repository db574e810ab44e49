import { beginLoading, endLoading } from '../page/loading-message.ts';
import { closeMenu } from '../page/menu.ts';

/** Timeout after which the link is followed instead (ms). */
const fetchTimeout = 8_000;

let isLoading = false;

/**
 * Opens the cookie preferences in a dialog, so that a half-filled form is kept. Its form is fetched from the
 * preferences page. If the browser has no modal dialogs, or the request fails, the link is followed.
 */
export function openPreferences(): void {
  // In the capture phase, before the loading message.
  addEventListener('click', answerLink, true);
}

function answerLink(event: MouseEvent): void {
  if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target.closest<HTMLAnchorElement>('a[href$="/cookie-preferences"]');
  const dialog = document.createElement('dialog');
  const isModalCapable = typeof (dialog as Partial<HTMLDialogElement>).showModal === 'function';
  if (!link || link.pathname === location.pathname || !isModalCapable) return;
  event.preventDefault();
  if (isLoading) return;
  isLoading = true;
  closeMenu();
  beginLoading();
  fetchForm(link.href)
    .then(
      (form) => open(dialog, form),
      () => location.assign(link.href),
    )
    .finally(() => {
      isLoading = false;
      endLoading();
    });
}

/** @throws if the response has no such form, for example on a captive portal */
async function fetchForm(address: string): Promise<HTMLElement> {
  const patience = new AbortController();
  setTimeout(() => patience.abort(), fetchTimeout);
  const response = await fetch(address, { signal: patience.signal });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const form = page.querySelector<HTMLElement>('[data-consent-form]');
  if (!form) throw new TypeError('No preferences');
  return form;
}

function open(dialog: HTMLDialogElement, form: HTMLElement): void {
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
