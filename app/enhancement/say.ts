/** Screen readers hear only what comes into a region that was there before (ms). */
const untilHeard = 100;

/** Tells screen readers what has happened, in words that the page has brought along. */
export function say(words = ''): void {
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  status.className = 'hidden-visually';
  document.body.append(status);
  setTimeout(() => (status.textContent = words), untilHeard);
}
