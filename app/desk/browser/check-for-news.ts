/**
 * Checks every 30 seconds whether the list of requests has changed, and if so offers to show the new one. The page
 * never reloads by itself, because somebody may be typing a search. Without scripts, a link reloads the list.
 */

const interval = 30_000;
const offer = document.querySelector<HTMLElement>('[data-news]');

setInterval(() => {
  if (offer?.hidden && document.visibilityState === 'visible') void checkForNews(offer);
}, interval);

async function checkForNews(element: HTMLElement): Promise<void> {
  const { news, stamp } = element.dataset;
  try {
    const response = await fetch(news ?? '', { headers: { Accept: 'text/plain' } });
    // If the session has ended or the site is starting, a later check will succeed.
    if (!response.ok || response.redirected || (await response.text()) === stamp) return;
  } catch {
    // If the browser is offline, a later check will succeed.
    return;
  }
  element.hidden = false;
  document.title = `● ${document.title}`;
}
