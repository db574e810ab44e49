/** Delay before the text is inserted (ms): screen readers announce only changes in an existing region. */
const announceDelay = 100;

/**
 * Announces text to screen readers in a live region.
 * @param text the page's own text; nothing is announced if it is empty
 */
export function announce(text = ''): void {
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  status.className = 'visually-hidden';
  document.body.append(status);
  setTimeout(() => (status.textContent = text), announceDelay);
}
