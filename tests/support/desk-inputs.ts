import type { HTMLElement } from 'node-html-parser';
import { visitDesk } from './desk-pages.ts';
import { formInputs, type Input, queryInput, type Sender } from './form-inputs.ts';
import { scaleForSoak } from './scale-for-soak.ts';
import type { Site } from './site.ts';

/**
 * Collects every input of the desk: the controls of all forms on its pages, and the query parameters of its links.
 * @param visitor who has a receipt, see {@link visitDesk}
 */
export async function everyDeskInput(site: Site, visitor: Sender): Promise<Input[]> {
  const inputs = new Map<string, Input>();
  await visitDesk(site, visitor, ({ document }, path, sender) => {
    const found = document.querySelectorAll('form').flatMap((form) => formInputs(form, path, sender));
    for (const input of [...found, ...linkInputs(document, path, sender)]) {
      inputs.set(scaleForSoak(input.key, input.name), input);
    }
  });
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
