import { beginLoading, endLoading } from './loading-message.ts';
import { closeMenu } from './menu.ts';

/** A line that brings nothing for so long is left to the browser (ms). */
const longestWait = 8_000;

let isComing = false;

/**
 * Opens the cookie preferences in a dialog over the page, so that a half-filled form stays: the form of their own page,
 * which is fetched only now. Browsers without modal dialogs follow the link, and so does a line that brings nothing.
 */
export function openPreferences(): void {
  // Before whoever says that another page is on its way.
  addEventListener('click', answerLink, true);
}

function answerLink(event: MouseEvent): void {
  if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target.closest<HTMLAnchorElement>('a[href$="/cookie-preferences"]');
  const dialog = document.createElement('dialog');
  const isModalCapable = typeof (dialog as Partial<HTMLDialogElement>).showModal === 'function';
  if (!link || link.pathname === location.pathname || !isModalCapable) return;
  event.preventDefault();
  if (isComing) return;
  isComing = true;
  closeMenu();
  beginLoading();
  fetchForm(link.href)
    .then(
      (form) => open(dialog, form),
      () => location.assign(link.href),
    )
    .finally(() => {
      isComing = false;
      endLoading();
    });
}

/** @throws where no such page comes, as from the log-in page of a hotel's network */
async function fetchForm(address: string): Promise<HTMLElement> {
  const patience = new AbortController();
  setTimeout(() => patience.abort(), longestWait);
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
  // Last in the body, where React's hydration leaves alone what is not its own.
  document.body.append(dialog);
  dialog.showModal();
  dialog.addEventListener('close', () => dialog.remove());
}
