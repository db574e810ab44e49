/**
 * Looks every 30 seconds whether the list of requests has changed, and offers to show it. Somebody may be typing a search, so
 * the page never reloads by itself. Without this script, there is a link.
 */

const interval = 30_000;
const offer = document.querySelector<HTMLElement>('[data-news]');

setInterval(() => {
  if (offer?.hidden && document.visibilityState === 'visible') void lookForNews(offer);
}, interval);

async function lookForNews(element: HTMLElement): Promise<void> {
  const { news, stamp } = element.dataset;
  try {
    const response = await fetch(news ?? '', { headers: { Accept: 'text/plain' } });
    // The session has ended, or the site is starting: the next look tells.
    if (!response.ok || response.redirected || (await response.text()) === stamp) return;
  } catch {
    // Offline: the next look tells.
    return;
  }
  element.hidden = false;
  document.title = `● ${document.title}`;
}
