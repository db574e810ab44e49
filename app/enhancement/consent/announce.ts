/** Screen readers only announce changes in a region that already existed (ms). */
const announceDelay = 100;

/**
 * Announces a text to screen readers, in a live region.
 * @param words the text, provided by the page; nothing is announced if empty
 */
export function announce(words = ''): void {
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  status.className = 'hidden-visually';
  document.body.append(status);
  setTimeout(() => (status.textContent = words), announceDelay);
}
