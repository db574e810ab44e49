/**
 * Opens a page's initial dialog. The browser traps focus; on close, focus moves to the page's heading, because no
 * element was focused before. Browsers without modal dialogs show only the page, which has the same content.
 */
export function openInitialDialog(): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog[data-open-at-once]');
  if (!dialog || dialog.open || typeof (dialog as Partial<HTMLDialogElement>).showModal !== 'function') return;
  dialog.dataset.modal = '';
  dialog.showModal();
  dialog.addEventListener('close', () => {
    delete dialog.dataset.openAtOnce;
    document.querySelector<HTMLElement>('main h1')?.focus();
  });
}
