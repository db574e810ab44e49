/** Pages that load faster than this (ms) show no message, because it would only flicker. */
const showDelay = 400;
/**
 * The message is hidden after this time (ms), because no event reports that the visitor stopped loading, or that the
 * link was a download.
 */
const hideDelay = 20_000;

/** Shows a loading message between a click on a link and the next page (spec, section 2). */
export function showLoadingMessageOnNavigation(): void {
  addEventListener('click', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || !leadsToAnotherPage(link)) return;
    scheduleLoadingMessage();
  });
  // Also fired when the page is restored from the back/forward cache.
  addEventListener('pageshow', hideLoadingMessage);
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') hideLoadingMessage();
  });
}

let timers: ReturnType<typeof setTimeout>[] = [];
const findMessage = () => document.querySelector<HTMLElement>('[data-loading-message] > *');

/** Shows the message after a short delay. */
export function scheduleLoadingMessage(): void {
  hideLoadingMessage();
  timers = [setTimeout(show, showDelay), setTimeout(hideLoadingMessage, hideDelay)];
}

function show(): void {
  const label = findMessage()?.querySelector<HTMLElement>('[data-says]');
  if (label) label.textContent = label.dataset.says ?? '';
  findMessage()?.removeAttribute('hidden');
}

/** Hides the message. */
export function hideLoadingMessage(): void {
  timers.forEach(clearTimeout);
  timers = [];
  const element = findMessage();
  if (!element || element.hasAttribute('hidden')) return;
  element.setAttribute('hidden', '');
  element.querySelector('[data-says]')?.replaceChildren();
}

function leadsToAnotherPage(link: HTMLAnchorElement): boolean {
  const isFile = /\.\w+$/.test(link.pathname);
  return (
    link.origin === location.origin &&
    !link.target &&
    !isFile &&
    (link.pathname !== location.pathname || link.search !== location.search)
  );
}
