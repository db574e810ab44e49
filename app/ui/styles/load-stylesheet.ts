/**
 * Loads the stylesheet of all pages, because a page's style element contains only the rules for that page.
 * @throws if it cannot be loaded
 */
export function loadStylesheet(): Promise<void> {
  const { stylesheet } = document.querySelector<HTMLElement>('script[data-stylesheet]')?.dataset ?? {};
  if (!stylesheet || document.querySelector('link[rel=stylesheet]')) return Promise.resolve();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = stylesheet;
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new TypeError('The stylesheet could not be loaded'));
    });
    // At the end of the head, where hydration ignores unknown elements.
    document.head.append(link);
  });
}

/**
 * Loads the stylesheet of all pages if the page has only a partial style. If that fails, what React shows next lacks some
 * rules.
 */
export async function completePartialStyle(): Promise<void> {
  if (!document.querySelector('style[data-page-style=partial]')) return;
  await loadStylesheet().catch((error: unknown) => console.warn('Could not complete the style of the page.', error));
}
