import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppLoadContext, EntryContext, ServerBuild } from '@remix-run/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languageCodes } from '../../app/i18n/languages.ts';
import { readPage } from '../support/page.ts';
import { type Site, startSite } from '../support/site.ts';
import { siteRows } from '../support/site-rows.ts';
import { inEveryLanguage } from '../support/translations.ts';

const texts = inEveryLanguage(({ common }) => common);
const forms = inEveryLanguage(({ forms }) => forms);
const idPattern = /[0-9A-HJKMNP-TV-Z]{10}/;

describe('a page whose data cannot be read', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite();
    // Simulates an operator's mistake in the database.
    await siteRows(site, 'DROP TABLE receipts');
  });
  afterAll(() => site.close());

  test.each(languageCodes)(
    'shows an error in %s, with the phone number and an error ID that is also logged',
    async (language) => {
      const page = await readPage(await fetch(`${site.url}/${language}/requests/abcdefghijklmnopqrstuv`));
      const t = texts[language];
      expect(page.status).toBe(500);
      expect(page.heading).toBe(t.problem.crash.title);
      expect(page.text).toContain(t.problem.crash.text);
      expect(page.document.querySelector('main a[href^="tel:"]')?.textContent).toContain('+49 30 23125 010');
      expect(page.document.querySelector('main a[href^="https://wa.me/"]')).not.toBeNull();
      expect(page.document.querySelector('a[href$="/imprint"]')).not.toBeNull();
      expect(page.headers.get('Cache-Control')).toBe('no-store');
      const errorId = idPattern.exec(page.document.querySelector('main')?.textContent ?? '')?.[0] ?? 'none';
      expect(page.headers.get('Request-Id')).toBe(errorId);
      const loggedLines = () => site.log.filter((line) => line.includes(errorId));
      // The log may arrive later than the page.
      await expect
        .poll(() => loggedLines().some((line) => line.includes('request failed') && line.includes('"level":50')))
        .toBe(true);
      expect(loggedLines().join('\n'), 'the address is a secret').not.toContain('abcdefghijklmnopqrstuv');
    },
  );

  test('offers a call back; if that request cannot be stored either, says so and whom to call', async () => {
    const page = await readPage(await fetch(`${site.url}/en/requests/abcdefghijklmnopqrstuv`));
    expect(page.document.querySelector('#call-back')?.getAttribute('action')).toBe('/en/call-back');
    const body = new URLSearchParams({ phone: '+966501234567', name: 'Ali' });
    const refused = await readPage(await fetch(`${site.url}/en/call-back`, { method: 'POST', body }));
    expect(refused.status).toBe(503);
    expect(refused.document.querySelector('[role=alert]')?.textContent).toContain(forms.en.form.storage_failed);
    expect(refused.document.querySelector('[role=alert] a[href^="tel:"]')?.textContent).toContain('+49 30 23125 010');
    expect([refused.value('phone'), refused.value('name')]).toEqual(['+966501234567', 'Ali']);
  });

  test('reveals nothing about the implementation', async () => {
    const page = await readPage(await fetch(`${site.url}/en/requests/abcdefghijklmnopqrstuv`));
    expect(page.html).not.toMatch(/receipts|sqlite|no such table|node_modules|\bat .+:\d+:\d+/i);
  });

  test('responds to a data request with 500', async () => {
    const address = `${site.url}/en/requests/abcdefghijklmnopqrstuv?_data=routes%2F%24lang.requests.%24token`;
    const response = await fetch(address);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toMatch(/receipts|sqlite/i);
  });

  test('does not affect other pages', async () => {
    expect((await fetch(`${site.url}/ar`)).status).toBe(200);
  });
});

describe('when rendering itself fails', () => {
  let folder: string;
  let build: ServerBuild;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'faults-'));
    Object.assign(process.env, { DATA_DIR: folder, NODE_ENV: 'production' });
    build = (await import(new URL('../../build/server/index.js', import.meta.url).href)) as ServerBuild;
  });
  afterAll(async () => {
    const site = await globalThis.siteServices;
    await site?.close();
    await rm(folder, { recursive: true });
  });

  /** Returns a context from Remix that cannot be rendered. */
  const brokenContext = (errors: object | null) =>
    ({ staticHandlerContext: { errors, actionHeaders: {}, loaderHeaders: {} } }) as unknown as EntryContext;
  const render = async (language: string, errors: object | null) => {
    const request = new Request(`http://localhost/${language}`);
    const context: AppLoadContext = { requestId: 'ABCDEF0123' };
    return await build.entry.module.default(request, 500, new Headers(), brokenContext(errors), context);
  };

  test.each(languageCodes)(
    'the error page without React shows the phone number and the error ID in %s',
    async (language) => {
      const page = await readPage(await render(language, { root: new Error('failed') }));
      const t = texts[language];
      expect([page.status, page.heading]).toEqual([500, t.problem.crash.title]);
      expect(page.html).toContain('ABCDEF0123');
      expect(page.document.querySelector('a[href^="tel:"]')).not.toBeNull();
      expect(page.document.querySelector('a[href$="/imprint"]')).not.toBeNull();
      expect(page.document.querySelector('form')?.getAttribute('action')).toBe(`/${language}/call-back`);
      expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'; style-src 'sha256-");
    },
  );

  test('the first error is rethrown, so that Remix renders its error page', async () => {
    await expect(render('en', null)).rejects.toThrow();
  });
});
