/**
 * Opens the dialog that a page brings along to be read first. The browser holds the focus in it; afterwards it goes to
 * the page's heading, since there was nothing before to give it back to. Browsers without modal dialogs show the page
 * alone, which says the same.
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
