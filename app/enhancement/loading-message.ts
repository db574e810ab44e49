/** Faster pages than this come without a message, which would only flicker (ms). */
const patience = 400;
/** Nobody tells when a visitor stops the browser, or when the link was a download (ms). */
const longestWait = 20_000;

/** Says that the next page is on its way, from the click until the page is left (spec, section 2). */
export function showLoadingMessage(): void {
  addEventListener('click', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || !leadsToAnotherPage(link)) return;
    beginLoading();
  });
  // Back from the next page.
  addEventListener('pageshow', endLoading);
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') endLoading();
  });
}

let timers: ReturnType<typeof setTimeout>[] = [];
const message = () => document.querySelector('[data-loading-message] > *');

/** Something is on its way that the visitor has asked for. */
export function beginLoading(): void {
  endLoading();
  timers = [setTimeout(() => message()?.removeAttribute('hidden'), patience), setTimeout(endLoading, longestWait)];
}

/** It is there, or will not come. */
export function endLoading(): void {
  timers.forEach(clearTimeout);
  timers = [];
  message()?.setAttribute('hidden', '');
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
