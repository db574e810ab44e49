import { openDesk } from './desk-at-work.ts';
import { type Sender, submissionsOf, submit } from './form-inputs.ts';
import { type Page, readPage } from './page.ts';
import { rawRequest } from './raw-request.ts';
import type { Site } from './site.ts';

/** Called with a page, its path and whoever sees it. */
type Look = (page: Page, path: string, sender: Sender) => void;

/**
 * Opens the page of every route of the desk, as a lead, as a lead who has to enter a code again, as a coordinator, and
 * signed out; and every page that responds to one of their forms. Also a link that was sent to a family, and its receipt.
 * @param visitor who has the receipt
 */
export async function visitDesk(site: Site, visitor: Sender, look: Look): Promise<void> {
  const sent = new Set<string>();

  async function sendForms({ document }: Page, path: string, sender: Sender): Promise<void> {
    for (const submission of document.querySelectorAll('form').flatMap((form) => submissionsOf(form, path, true))) {
      const { name, isPost } = submission;
      // An erasure would remove what other forms need; the page that confirms it has no form.
      if (!isPost || name.endsWith(' erase') || sent.has(name)) continue;
      sent.add(name);
      await sender.prepare?.();
      const { path: target, ...request } = await submit(submission, {}, sender.headers);
      const { headers, body } = await rawRequest(site.url + target, request);
      if (!isHtml(headers['content-type'])) continue;
      const page = await readPage(new Response(new Uint8Array(body)));
      look(page, target, sender);
      await sendForms(page, target, sender);
    }
  }

  const pages = (await openDesk(site, visitor)).flatMap(({ paths, sender }) => paths.map((path) => ({ path, sender })));
  // Again without sending anything, because a form that was sent may have outdated the others. A lead's forms count most.
  for (const sendsForms of [true, false]) {
    for (const { path, sender } of pages) {
      await sender.prepare?.();
      const response = await fetch(site.url + path, { headers: sender.headers ?? {}, redirect: 'manual' });
      if (!isHtml(response.headers.get('content-type'))) continue;
      const page = await readPage(response);
      look(page, path, sender);
      if (sendsForms) await sendForms(page, path, sender);
    }
  }
}

const isHtml = (type: unknown) => String(type).startsWith('text/html');
