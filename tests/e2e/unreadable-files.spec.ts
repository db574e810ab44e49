import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { type Language, languageCodes, pathIn } from '../../app/i18n/languages.ts';
import { readingLimit } from '../../app/uploads/browser/is-readable.ts';
import { send } from '../support/evacuation-request.ts';
import { everyForm } from '../support/every-form.ts';
import { pdf } from '../support/medical-files.ts';
import type { Site } from '../support/site.ts';
import { inEveryLanguage } from '../support/translations.ts';
import { evacuationPage } from './evacuation-page.ts';
import { expect, removeConstraints, test, waitForHydration } from './site-test.ts';

const texts = inEveryLanguage(({ forms }) => forms);

/** The pages with forms. A receipt has several, with the request whose files they add to. */
const formPages = [...new Set(everyForm.map(({ path }) => path.replace(/\?.*/, '') || '/')), 'receipt'];

/** Returns the path of a form's page. */
async function pathOf(page: string, language: Language, site: Site): Promise<string> {
  if (page !== 'receipt') return pathIn(language, page);
  const response = await send(site, { name: 'Salem' }, [], language);
  return new URL(response.headers.get('Location') ?? '').pathname;
}

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chosen-'));
});
test.afterEach(() => rm(folder, { recursive: true }));

/** Saves files that a form is about to get. @returns their paths */
function saveFiles(...names: string[]): Promise<string[]> {
  return Promise.all(
    names.map(async (name, index) => {
      const path = join(folder, name);
      await writeFile(path, pdf(900 + index));
      return path;
    }),
  );
}

/** What can happen to a file after it was chosen. */
const losses: Record<string, (path: string) => Promise<void>> = {
  deleted: (path) => rm(path),
  changed: (path) => writeFile(path, pdf(5000, 9)),
};

/**
 * Opens each form of a page with files, of a site that takes them only with their form.
 * @param check gets the form, and a function that presses its button
 */
async function inEachForm(
  page: Page,
  path: string,
  check: (form: Locator, sendForm: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await page.route('**/uploads', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto(path);
  const forms = await page.locator('main form:has(input[type=file])').evaluateAll((all) => all.map(({ id }) => id));
  for (const id of forms) {
    await page.goto(path);
    await waitForHydration(page, id);
    await removeConstraints(page);
    const form = page.locator(`form#${id}`);
    await check(form, () =>
      form.evaluate((element) => element.querySelector<HTMLElement>('button[type=submit]:not([name])')?.click()),
    );
  }
}

for (const [index, formPage] of formPages.entries()) {
  // Forms take turns, so that each loss occurs in each language.
  const language = languageCodes[index % languageCodes.length] ?? 'ar';
  const [loss = '', lose = () => Promise.resolve()] = Object.entries(losses)[Math.floor(index / 2) % 2] ?? [];
  const error = texts[language].form.file_unreadable.replace('{{name}}', '\u2068lost.pdf\u2069');

  test(`${formPage}, ${language}: a ${loss} file is named and taken out, and the rest is sent`, async ({
    page,
    desk,
  }) => {
    await inEachForm(page, await pathOf(formPage, language, desk.site), async (form, sendForm) => {
      const [lost = '', kept = ''] = await saveFiles('lost.pdf', 'kept.pdf');
      await form.locator('input[type=file]').first().setInputFiles([lost, kept]);
      await expect(form.getByText(texts[language].files.chosen, { exact: true })).toHaveCount(2);
      await lose(lost);
      await sendForm();
      await expect(form.locator('li', { hasText: error })).toHaveCount(1);
      await expect(page.getByRole('alert').first()).toContainText(error);
      await expect(form.locator('li', { hasText: 'kept.pdf' })).toHaveCount(1);

      const [request] = await Promise.all([page.waitForRequest((sent) => sent.method() === 'POST'), sendForm()]);
      expect((await request.response())?.status()).toBeLessThan(500);
      expect(await page.getByText(texts[language].form.connection_lost).count()).toBe(0);
    });
  });

  test(`${formPage}, ${language}: files whose reading hangs are sent in the end, once, and the form says so`, async ({
    page,
    desk,
  }) => {
    await page.clock.install();
    await inEachForm(page, await pathOf(formPage, language, desk.site), async (form, sendForm) => {
      await form
        .locator('input[type=file]')
        .first()
        .setInputFiles(await saveFiles('first.pdf', 'second.pdf'));
      await expect(form.getByText(texts[language].files.chosen, { exact: true })).toHaveCount(2);
      await page.evaluate(() => {
        Response.prototype.arrayBuffer = Blob.prototype.arrayBuffer = () => new Promise(() => undefined);
      });
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
      let requests = 0;
      page.on('request', (request) => {
        if (request.method() === 'POST') requests++;
      });

      await sendForm();
      const button = form.locator('button[aria-disabled=true]:visible');
      await expect(button).toHaveText(texts[language].send.submitting);
      await expect(button.locator('.spinner')).toBeVisible();
      await expect(form.getByRole('status').filter({ hasText: texts[language].send.submitting_hint })).toBeVisible();
      await sendForm();
      await page.clock.runFor(readingLimit - 1);
      await expect(button).toHaveCount(1);
      expect(requests).toBe(0);

      const [request] = await Promise.all([
        page.waitForRequest((sent) => sent.method() === 'POST'),
        page.clock.runFor(1),
      ]);
      expect((await request.response())?.status()).toBeLessThan(500);
      await page.clock.resume();
      await expect(button).toHaveCount(0);
      expect(requests).toBe(1);
    });
  });
}

for (const [index, [loss, lose]] of Object.entries(losses).entries()) {
  const language = languageCodes[index % languageCodes.length] ?? 'ar';
  test(`${language}: an upload whose file is ${loss} ends at once, and the request arrives with the others`, async ({
    page,
    context,
  }) => {
    const error = texts[language].form.file_unreadable.replace('{{name}}', '\u2068lost.pdf\u2069');
    const [lost = '', kept = ''] = await saveFiles('lost.pdf', 'kept.pdf');
    await page.goto(pathIn(language, '/services/evacuation'));
    await waitForHydration(page, 'evacuation');
    const form = evacuationPage(page, language);
    await form.fill();
    // The library for uploads is loaded with the first file.
    await form.files.setInputFiles([kept]);
    await expect(page.getByText(texts[language].files.stored, { exact: true })).toBeVisible();
    await context.setOffline(true);
    await form.files.setInputFiles([lost]);
    await expect(page.getByText(texts[language].files.offline)).toBeVisible();
    await lose(lost);
    await context.setOffline(false);
    await expect(page.getByText(error).first()).toBeVisible();
    await form.send();
    await expect(form.summary).toContainText(error);
    await form.send();
    await expect(page).toHaveURL(/\/requests\//);
    await expect(page.getByText('kept.pdf')).toBeVisible();
    await expect(page.getByText('lost.pdf')).toHaveCount(0);
  });
}
