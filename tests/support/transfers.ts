import type { Page } from 'playwright/test';

/** What a page has loaded: finished requests, and their bytes as transferred, with the headers of the responses. */
export interface Transfers {
  requests: number;
  bytes: number;
  scriptBytes: number;
  /** Requests that have not finished yet. */
  pending: number;
}

/** Starts counting what a page loads. @returns a function that returns the sums so far */
export async function countTransfers(page: Page): Promise<() => Transfers> {
  const network = await page.context().newCDPSession(page);
  const sums = { requests: 0, bytes: 0, scriptBytes: 0 };
  const pending = new Set<string>();
  const scripts = new Set<string>();
  network.on('Network.requestWillBeSent', ({ requestId }) => pending.add(requestId));
  network.on('Network.loadingFailed', ({ requestId }) => pending.delete(requestId));
  network.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId));
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    pending.delete(requestId);
    // `data:` URLs and the browser's cache transfer nothing.
    if (encodedDataLength === 0) return;
    sums.requests += 1;
    sums.bytes += encodedDataLength;
    if (scripts.has(requestId)) sums.scriptBytes += encodedDataLength;
  });
  await network.send('Network.enable');
  return () => ({ ...sums, pending: pending.size });
}

/** Loads the page's icon, which every browser requests except a headless one. */
export async function loadIcon(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    if (icon) await (await fetch(icon.href)).blob();
  });
}
