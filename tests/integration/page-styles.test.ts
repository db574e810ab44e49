import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { classesIn } from '../../app/ui/styles/rules-in-use.server.ts';
import { saveEveryState } from '../support/every-state.ts';
import { readPage } from '../support/page.ts';
import { type Site, startSite } from '../support/site.ts';
import { stylesheetPath } from '../support/stylesheet.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

test('every page contains all rules that it needs in any state, and loads no stylesheet', async () => {
  const all = classesIn(await (await fetch(site.url + (await stylesheetPath()))).text());
  let pageCount = 0;
  const problems: string[] = [];
  await saveEveryState(site, async (name, response, status) => {
    const page = await readPage(response);
    if (response.url === '') return;
    pageCount += 1;
    if (response.status !== status) problems.push(`${name} has the status ${response.status}`);
    const [style, ...others] = page.document.querySelectorAll('style').map((element) => element.rawText);
    const hash = createHash('sha256')
      .update(style ?? '')
      .digest('base64');
    if (
      others.length > 0 ||
      !page.headers.get('Content-Security-Policy')?.includes(`style-src 'self' 'sha256-${hash}'`)
    )
      problems.push(`${name} may not use its style`);
    if (page.document.querySelector('link[rel=stylesheet]')) problems.push(`${name} loads a stylesheet`);
    const present = classesIn(style ?? '');
    for (const element of page.document.querySelectorAll('[class]')) {
      for (const className of element.classList.value) {
        if (all.has(className) && !present.has(className)) problems.push(`${name} lacks .${className}`);
      }
    }
  });
  expect([...new Set(problems)]).toEqual([]);
  expect(pageCount).toBeGreaterThan(100);
});

test('a page contains no rules that only other pages need', async () => {
  const { document } = await readPage(await fetch(`${site.url}/en/about`));
  const classes = classesIn(document.querySelector('style')?.rawText ?? '');
  expect(classes).toContain('page-intro');
  for (const other of ['hero', 'service-row', 'file-input', 'dialog']) expect(classes).not.toContain(other);
});
