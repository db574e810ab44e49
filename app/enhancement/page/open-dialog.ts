/**
 * Opens a page's initial dialog. The browser traps the focus; on close it moves to the page's heading, since no element
 * had it before. Browsers without modal dialogs only show the page, which has the same content.
 */
export function openDialog(): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog[data-open-at-once]');
  if (!dialog || dialog.open || typeof (dialog as Partial<HTMLDialogElement>).showModal !== 'function') return;
  dialog.dataset.modal = '';
  dialog.showModal();
  dialog.addEventListener('close', () => {
    delete dialog.dataset.openAtOnce;
    document.querySelector<HTMLElement>('main h1')?.focus();
  });
}
