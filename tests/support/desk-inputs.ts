import type { HTMLElement } from 'node-html-parser';
import { openDesk } from './desk-at-work.ts';
import { formInputs, type Input, queryInput, type Sender, submissionsOf, submit } from './form-inputs.ts';
import { readPage } from './page.ts';
import { rawRequest } from './raw-request.ts';
import { scaleForSoak } from './scale-for-soak.ts';
import type { Site } from './site.ts';

/**
 * Collects every input of the desk, as a lead, as a lead who has to enter a code again, as a coordinator, and signed
 * out: the controls of all forms on the pages of its routes, and on the pages with which it responds to these forms; and
 * the query parameters of its links. Also those of a link that was sent to a family, and of its receipt.
 * @param visitor who has the receipt
 */
export async function everyDeskInput(site: Site, visitor: Sender): Promise<Input[]> {
  const inputs = new Map<string, Input>();
  const sent = new Set<string>();

  /** Collects the inputs of a page and, if each form is to be sent once, of the pages that respond. */
  async function collect(page: HTMLElement, path: string, sender: Sender, sendsForms: boolean): Promise<void> {
    const forms = page.querySelectorAll('form');
    const found = forms.flatMap((form) => formInputs(form, path, sender));
    for (const input of [...found, ...linkInputs(page, path, sender)]) {
      inputs.set(scaleForSoak(input.key, input.name), input);
    }
    if (!sendsForms) return;
    for (const submission of forms.flatMap((form) => submissionsOf(form, path, true))) {
      const { name, isPost } = submission;
      // An erasure would remove what other forms need; the page that confirms it has no form.
      if (!isPost || name.endsWith(' erase') || sent.has(name)) continue;
      sent.add(name);
      await sender.prepare?.();
      const { path: target, ...request } = await submit(submission, {}, sender.headers);
      const { headers, body } = await rawRequest(site.url + target, request);
      if (!String(headers['content-type']).startsWith('text/html')) continue;
      await collect((await readPage(new Response(new Uint8Array(body)))).document, target, sender, true);
    }
  }

  const pages = (await openDesk(site, visitor)).flatMap(({ paths, sender }) => paths.map((path) => ({ path, sender })));
  // Again without sending anything, because a form that was sent may have outdated the others. A lead's forms count most.
  for (const sendsForms of [true, false]) {
    for (const { path, sender } of pages) {
      await sender.prepare?.();
      const response = await fetch(site.url + path, { headers: sender.headers ?? {}, redirect: 'manual' });
      await collect((await readPage(response)).document, path, sender, sendsForms);
    }
  }
  return [...inputs.values()];
}

/** Returns the query parameters of the links to a page's own route, which are not always those of a form. */
function linkInputs(page: HTMLElement, path: string, sender: Sender): Input[] {
  return page.querySelectorAll('a[href*="?"]').flatMap((link) => {
    const { host, pathname, searchParams } = new URL(link.getAttribute('href') ?? '', `http://site${path}`);
    const names = [...new Set(searchParams.keys())];
    return host === 'site'
      ? [queryInput(`parameters of ${pathname}: ${names.join(' ')}`, pathname, names, sender)]
      : [];
  });
}
