/** No message for pages that load faster than this, since it would only flicker (ms). */
const showDelay = 400;
/**
 * Hides the message if no page loads: no event tells that the visitor stopped loading, or that the link was a download
 * (ms).
 */
const hideDelay = 20_000;

/** Shows a message from the click on a link until the next page loads (spec, section 2). */
export function showLoadingMessage(): void {
  addEventListener('click', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || !leadsToAnotherPage(link)) return;
    beginLoading();
  });
  // Restored from the back/forward cache.
  addEventListener('pageshow', endLoading);
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') endLoading();
  });
}

let timers: ReturnType<typeof setTimeout>[] = [];
const message = () => document.querySelector<HTMLElement>('[data-loading-message] > *');

/** Shows the message after a short delay. */
export function beginLoading(): void {
  endLoading();
  timers = [setTimeout(show, showDelay), setTimeout(endLoading, hideDelay)];
}

function show(): void {
  const words = message()?.querySelector<HTMLElement>('[data-says]');
  if (words) words.textContent = words.dataset.says ?? '';
  message()?.removeAttribute('hidden');
}

/** Hides the message. */
export function endLoading(): void {
  timers.forEach(clearTimeout);
  timers = [];
  const shown = message();
  if (!shown || shown.hasAttribute('hidden')) return;
  shown.setAttribute('hidden', '');
  shown.querySelector('[data-says]')?.replaceChildren();
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
