import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Route } from 'playwright/test';
import { languageCodes } from '../../app/i18n/languages.ts';
import { readingLimit } from '../../app/uploads/browser/is-readable.ts';
import { evacuationFileLimits } from '../../app/uploads/limits.ts';
import { startFlakyConnection } from '../support/flaky-connection.ts';
import { dicom, discArchive, jpeg, pdf, png } from '../support/medical-files.ts';
import type { Site } from '../support/site.ts';
import { inEveryLanguage } from '../support/translations.ts';
import { chooseFromDisk } from './choose-from-disk.ts';
import { evacuationPage, texts } from './evacuation-page.ts';
import {
  expect,
  expectAccessible,
  openForm,
  test,
  testsAlternatingLanguage,
  waitForHydration,
  waitForReact,
} from './site-test.ts';

const megabyte = 1024 * 1024;
const pdfFile = (name: string, size: number, seed = 1) => ({
  name,
  mimeType: 'application/pdf',
  buffer: pdf(size, seed),
});
const scan = { name: 'scan.png', mimeType: 'image/png', buffer: png };

const uploads = '**/uploads';
const chunks = '**/uploads/*';

/** Returns a pattern that matches a string up to its first placeholder. */
const startOf = (text: string) => new RegExp(text.replace(/\{\{.*/s, ''));

/** Returns the end of a string after its last placeholder. */
const endOf = (text: string) => text.replace(/^.*\}\}/s, '');

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function storedHashes(site: Site): Promise<string[]> {
  // Concurrent tests add and remove files.
  const names = (await site.storedFiles()).filter((name) => !name.endsWith('.part'));
  return Promise.all(names.map(async (name) => readFile(join(site.dataDir, 'files', name)).then(hashOf, () => 'gone')));
}

/** Allows the first chunks and blocks the others. @returns a function that releases them */
async function blockChunks(page: Page, allowed: number): Promise<() => void> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let count = 0;
  await page.route(chunks, async (route) => {
    if (route.request().method() === 'PATCH' && ++count > allowed) await held;
    await route.continue();
  });
  return release;
}

test.afterEach(async ({ page }) => {
  if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a file of 30 MB arrives intact over a connection that breaks five times, with at most 10 % sent twice', async ({
  page,
  desk,
}) => {
  const bytes = pdf(evacuationFileLimits.maxBytes, 77);
  const cutAt = [1.3, 5.1, 12.7, 20.2, 28.8].map((megabytes) => megabytes * megabyte);
  const connection = await startFlakyConnection(desk.site, cutAt);
  await page.goto(`${connection.url}/ar/services/evacuation`);
  await waitForReact(page);
  const form = evacuationPage(page, 'ar');
  const before = connection.bytesSent();
  await chooseFromDisk(form.files, { name: 'scan.pdf', buffer: bytes });
  await expect(page.getByRole('listitem').filter({ hasText: form.t.files.stored })).toBeVisible();
  const sent = connection.bytesSent() - before;
  expect(connection.cuts()).toBe(5);
  test
    .info()
    .annotations.push({ type: 'sent twice', description: `${((sent / bytes.length - 1) * 100).toFixed(2)} %` });
  expect(sent).toBeLessThan(bytes.length * 1.1);
  await expect.poll(() => storedHashes(desk.site)).toContain(hashOf(bytes));
  await form.fill();
  await form.send();
  await expect(page).toHaveURL(/\/requests\//);
  await expect(page.getByText('scan.pdf')).toBeVisible();
  await connection.close();
});

test('the upload script is not loaded before the first file is chosen', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const uploadRequests = () => requested.filter((path) => /resumable-upload-.*\.js$|^\/uploads/.test(path));
  await openForm(page, 'en', 'browser-checks');
  const form = evacuationPage(page, 'en');
  await form.fill();
  await page.waitForLoadState('networkidle');
  expect(uploadRequests()).toEqual([]);
  await form.files.setInputFiles([scan]);
  await expect(page.getByText(form.t.files.stored, { exact: true })).toBeVisible();
  expect(uploadRequests()).toContainEqual(expect.stringMatching(/resumable-upload-.*\.js$/));
});

test('without an upload endpoint, files are submitted with the form', async ({ page }) => {
  await page.route(uploads, (route) => route.fulfill({ status: 404, body: 'Not Found' }));
  await openForm(page, 'en', 'browser-checks');
  const form = evacuationPage(page, 'en');
  await form.fill();
  await form.files.setInputFiles([scan]);
  await expect(page.getByText(form.t.files.chosen)).toBeVisible();
  await form.send();
  await expect(page).toHaveURL(/\/requests\//);
  await expect(page.getByText(scan.name)).toBeVisible();
});

/** Files without an extension, of which the browser knows no type. */
const unnamed = { report: pdf(9_000, 3), SCAN0001: pdf(9_000, 4), صورة: jpeg };

test('a PDF or picture without extension is no disc: it is sent with the form where nothing can be uploaded', async ({
  page,
}) => {
  await page.route(uploads, (route) => route.fulfill({ status: 404, body: 'Not Found' }));
  await openForm(page, 'ar', 'browser-checks');
  const form = evacuationPage(page, 'ar');
  await form.fill();
  const files = Object.entries(unnamed).map(([name, buffer]) => ({ name, buffer, mimeType: '' }));
  await form.files.setInputFiles(files);
  await expect(page.getByText(form.t.files.chosen)).toHaveCount(3);
  await form.files.setInputFiles([{ name: 'IM000001', buffer: dicom(), mimeType: '' }]);
  await expect(page.getByRole('listitem').filter({ hasText: endOf(form.t.form.disc_in_form) })).toBeVisible();
  await form.removeButton('IM000001').click();
  await form.send();
  await expect(page).toHaveURL(/\/requests\//);
  for (const name of ['report.pdf', 'SCAN0001.pdf', 'صورة.jpg']) await expect(page.getByText(name)).toBeVisible();
});

test('a form that is sent while the type of a file is being found out waits for the file', async ({ page }) => {
  // A busy machine may need longer than the limit, after which the file would be taken for one from a disc.
  await page.addInitScript((limit) => {
    const start = window.setTimeout.bind(window);
    const withoutLimit = (handler: TimerHandler, delay?: number, ...values: unknown[]) =>
      delay === limit ? 0 : start(handler, delay, ...values);
    Object.assign(window, { setTimeout: withoutLimit });
  }, readingLimit);
  await openForm(page, 'en', 'browser-checks');
  const form = evacuationPage(page, 'en');
  await form.fill();
  let readOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (readOn = resolve));
  await page.route('**/known-type-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await form.files.setInputFiles([{ name: 'report', buffer: pdf(9_000, 5), mimeType: '' }]);
  await form.send();
  await expect(page.getByLabel(form.t.send.awaiting_label)).toBeVisible();
  readOn();
  await expect(page).toHaveURL(/\/requests\//);
  await expect(page.getByText('report.pdf')).toBeVisible();
});

test('an upload that fails for lack of space is not retried: the file is submitted with the form', async ({ page }) => {
  let requestCount = 0;
  await page.route(uploads, (route) => {
    requestCount += 1;
    return route.fulfill({ status: 503, headers: { 'Tus-Resumable': '1.0.0', 'Retry-After': '3600' } });
  });
  await openForm(page, 'en', 'browser-checks');
  const form = evacuationPage(page, 'en');
  await form.fill();
  await form.files.setInputFiles([scan]);
  await expect(page.getByText(form.t.files.failed, { exact: true })).toBeVisible();
  expect(requestCount).toBe(1);
  await form.send();
  await expect(page).toHaveURL(/\/requests\//);
  await expect(page.getByText(scan.name)).toBeVisible();
});

test('at most two files are uploaded concurrently', async ({ page }) => {
  await openForm(page, 'en', 'browser-checks');
  const form = evacuationPage(page, 'en');
  const release = await blockChunks(page, 0);
  await form.files.setInputFiles([1, 2, 3, 4].map((seed) => pdfFile(`${seed}.pdf`, 5000, seed)));
  await expect(page.getByText(form.t.files.going.replace('{{percent}}', '0'))).toHaveCount(2);
  await expect(page.getByText(form.t.files.waiting)).toHaveCount(2);
  release();
  await expect(page.getByText(form.t.files.stored, { exact: true })).toHaveCount(4);
  await expect(page.locator('input[name=files]').first()).toHaveJSProperty('files.length', 0);
});

test('two files are removed in quick succession, even if the first request is lost', async ({ page, desk }) => {
  await openForm(page, 'en', 'browser-checks');
  const form = evacuationPage(page, 'en');
  const files = [pdfFile('first.pdf', 6000, 95), pdfFile('second.pdf', 6000, 96)];
  await form.files.setInputFiles(files);
  await expect(page.getByText(form.t.files.stored, { exact: true })).toHaveCount(2);
  let posts = 0;
  await page.route('**/en/services/evacuation*', async (route) => {
    if (route.request().method() !== 'POST' || ++posts > 1) await route.continue();
  });
  await form.removeButton('first.pdf').click();
  await expect.poll(() => posts).toBe(1);
  await form.removeButton('second.pdf').click();
  await expect(form.fileRows).toHaveCount(0);
  for (const { buffer } of files) await expect.poll(() => storedHashes(desk.site)).not.toContain(hashOf(buffer));
});

test('the upload of a file resumes after a reload', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'chosen-'));
  const path = join(folder, 'long.pdf');
  await writeFile(path, pdf(5 * megabyte, 21));
  await openForm(page, 'en', 'browser-checks');
  const form = evacuationPage(page, 'en');
  await blockChunks(page, 1);
  await form.files.setInputFiles(path);
  await expect(page.getByText(form.t.files.going.replace('{{percent}}', '40'))).toBeVisible();
  const storage = await page.evaluate(() => JSON.stringify(localStorage));
  expect(storage).not.toContain('long.pdf');

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();
  await waitForReact(page);
  await page.getByRole('button', { name: form.t.draft.continue, exact: true }).click();
  await expect(page.getByRole('heading', { name: form.t.draft.title })).toHaveCount(0);
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/uploads')) requested.push(request.method());
  });
  await form.files.setInputFiles(path);
  await expect(page.getByText(form.t.files.stored, { exact: true })).toBeVisible();
  expect(requested[0]).toBe('HEAD');
  expect(requested).not.toContain('POST');
  await rm(folder, { recursive: true });
});

for (const language of languageCodes) {
  const t = texts[language];

  test.describe(language, () => {
    const testInOneLanguage = testsAlternatingLanguage(language);
    testInOneLanguage('an upload shows its progress and can be cancelled', async ({ page }) => {
      await openForm(page, language, 'browser-checks');
      const form = evacuationPage(page, language);
      const release = await blockChunks(page, 1);
      const deleted = page.waitForRequest((request) => request.method() === 'DELETE');
      await chooseFromDisk(form.files, pdfFile('large.pdf', 4 * megabyte));
      const bar = page.getByRole('progressbar', { name: startOf(t.files.progress_label) });
      await expect(bar).toHaveJSProperty('value', 50);
      await expect(page.getByText(t.files.going.replace('{{percent}}', '50'))).toBeVisible();
      await expect(
        page.getByRole('status').filter({ hasText: t.files.progress.replace('{{percent}}', '50') }),
      ).toHaveCount(1);
      await expectAccessible(page, 'browser-checks');
      await page.getByRole('button', { name: startOf(t.files.cancel) }).click();
      await expect(form.fileRows).toHaveCount(0);
      await expect(form.files).toBeFocused();
      await expect(form.files).toHaveJSProperty('files.length', 0);
      release();
      expect((await (await deleted).response())?.status()).toBe(204);
    });

    testInOneLanguage('a failed upload can be retried, or the file is submitted with the form', async ({ page }) => {
      await openForm(page, language, 'browser-checks');
      const form = evacuationPage(page, language);
      const refuse = (route: Route) => route.fulfill({ status: 403 });
      await page.route(uploads, refuse);
      await form.files.setInputFiles([scan]);
      await expect(page.getByText(t.files.failed, { exact: true })).toBeVisible();
      await expect(page.getByText(t.files.failed_hint)).toBeVisible();
      await expectAccessible(page, 'browser-checks');
      await form.fill();
      await form.send();
      await expect(page).toHaveURL(/\/requests\//);
      await expect(page.getByText(scan.name)).toBeVisible();

      await openForm(page, language, 'browser-checks');
      await form.files.setInputFiles([scan]);
      await expect(page.getByText(t.files.failed, { exact: true })).toBeVisible();
      await page.unroute(uploads, refuse);
      await page.getByRole('button', { name: startOf(t.files.retry) }).click();
      await expect(page.getByText(t.files.stored, { exact: true })).toBeVisible();
      await expect(form.files).toHaveJSProperty('files.length', 0);
      await expect(page.locator('input[name=draft]')).toHaveCount(1);
    });

    testInOneLanguage('a submission waits for uploads, says so and happens once', async ({ page, desk }) => {
      await openForm(page, language, 'browser-checks');
      const form = evacuationPage(page, language);
      const release = await blockChunks(page, 1);
      const request = await form.fill();
      await chooseFromDisk(form.files, pdfFile('large.pdf', 3 * megabyte));
      await expect(page.getByText(t.files.going.replace('{{percent}}', '66'))).toBeVisible();
      await form.send();
      const waiting = page.getByRole('status').filter({ hasText: t.send.awaiting_one ?? t.send.awaiting_other });
      await expect(waiting).toBeVisible();
      await expect(page.getByRole('progressbar', { name: t.send.awaiting_label })).toBeVisible();
      await expectAccessible(page, 'browser-checks');
      await form.send();
      await expect(waiting).toBeVisible();
      release();
      await expect(page).toHaveURL(/\/requests\//);
      await expect(page.getByText('large.pdf')).toBeVisible();
      const calls = desk.api.received.filter(({ parts }) => parts.some(({ value }) => value === request.name));
      expect(calls).toHaveLength(1);
      expect(calls[0]?.files.map(({ name, size }) => [name, size])).toEqual([['large.pdf', 3 * megabyte]]);
    });

    testInOneLanguage(
      'a submission that waits for an upload continues without the file if the upload is cancelled',
      async ({ page }) => {
        await openForm(page, language, 'browser-checks');
        const form = evacuationPage(page, language);
        await blockChunks(page, 0);
        await form.fill();
        await chooseFromDisk(form.files, pdfFile('large.pdf', 3 * megabyte));
        await form.send();
        await expect(
          page.getByRole('status').filter({ hasText: t.send.awaiting_one ?? t.send.awaiting_other }),
        ).toBeVisible();
        await page.getByRole('button', { name: startOf(t.files.cancel) }).click();
        await expect(page).toHaveURL(/\/requests\//);
        await expect(page.getByText('large.pdf')).toHaveCount(0);
      },
    );

    testInOneLanguage('an upload continues after a period offline', async ({ page, context }) => {
      await openForm(page, language, 'browser-checks');
      const form = evacuationPage(page, language);
      const release = await blockChunks(page, 1);
      await chooseFromDisk(form.files, pdfFile('large.pdf', 5 * megabyte));
      await expect(page.getByText(t.files.going.replace('{{percent}}', '40'))).toBeVisible();
      await context.setOffline(true);
      release();
      await expect(page.getByText(t.files.offline)).toBeVisible();
      await expectAccessible(page, 'browser-checks');
      await context.setOffline(false);
      await expect(page.getByText(t.files.stored, { exact: true })).toBeVisible();
    });

    testInOneLanguage(
      'the form of a closed tab is offered in a new tab and restored completely',
      async ({ page, context }) => {
        await openForm(page, language, 'browser-checks');
        const form = evacuationPage(page, language);
        const request = await form.fill();
        await form.files.setInputFiles([scan]);
        await expect(page.getByText(t.files.stored, { exact: true })).toBeVisible();
        // Close the tab before the delay for saving the form has passed.
        await form.field('email').fill('late@b.example');
        await page.close({ runBeforeUnload: true });

        const newTab = await context.newPage();
        await openForm(newTab, language, 'browser-checks');
        const newForm = evacuationPage(newTab, language);
        const offer = newTab.getByRole('region', { name: t.draft.title });
        await expect(offer).toBeVisible();
        await expect(offer).toContainText(String(new Date().getFullYear()));
        await expect(offer).toContainText((t.draft.files_one ?? t.draft.files_other).replace('{{count}}', '1'));
        for (const name of Object.keys(request)) await expect(newForm.field(name)).toHaveValue('');
        await expect(newForm.fileRows).toHaveCount(0);
        await expectAccessible(newTab, 'browser-checks');

        await offer.getByRole('button', { name: t.draft.continue, exact: true }).click();
        await expect(offer).toHaveCount(0);
        for (const [name, value] of Object.entries({ ...request, email: 'late@b.example' })) {
          await expect(newForm.field(name)).toHaveValue(value);
        }
        await expect(newForm.removeButton(scan.name)).toBeVisible();
        await expect(newTab.getByRole('listbox').getByRole('option')).toHaveCount(0);
        await expectAccessible(newTab, 'browser-checks');
        await newForm.send();
        await expect(newTab).toHaveURL(/\/requests\//);
        await expect(newTab.getByText(scan.name)).toBeVisible();

        await openForm(newTab, language, 'browser-checks');
        await expect(newForm.field('name')).toHaveValue('');
        await expect(offer).toHaveCount(0);
        await expect
          .poll(() => newTab.evaluate(() => Object.keys(localStorage).filter((key) => key !== 'language')))
          .toEqual([]);
      },
    );

    testInOneLanguage(
      'the kept form can be deleted instead, in the browser and on the server',
      async ({ page, desk }) => {
        await openForm(page, language, 'browser-checks');
        const form = evacuationPage(page, language);
        const file = pdfFile('private.pdf', 7000, { ar: 91, en: 92 }[language]);
        await form.field('name').fill('Ahmad');
        await form.files.setInputFiles([file]);
        await expect(page.getByText(t.files.stored, { exact: true })).toBeVisible();
        await expect.poll(() => storedHashes(desk.site)).toContain(hashOf(file.buffer));
        await page.reload();
        await waitForReact(page);
        const offer = page.getByRole('region', { name: t.draft.title });
        await offer.getByRole('button', { name: t.draft.delete, exact: true }).click();
        await expect(offer).toHaveCount(0);
        await expect.poll(() => storedHashes(desk.site)).not.toContain(hashOf(file.buffer));
        await page.reload();
        await waitForReact(page);
        await expect(offer).toHaveCount(0);
      },
    );

    testInOneLanguage(
      'a disc is uploaded before the form is submitted, or later on the receipt, but never submitted with the form',
      async ({ page }) => {
        const study = { name: 'study.zip', mimeType: 'application/zip', buffer: discArchive(5 * megabyte) };
        const receiptTexts = inEveryLanguage(({ receipt }) => receipt)[language];
        await openForm(page, language, 'browser-checks');
        const form = evacuationPage(page, language);
        await form.fill();
        await expect(page.getByText(t.files.disc_hint.replace('{{megabytes}}', '500'))).toBeVisible();
        await page.route(uploads, (route) =>
          route.fulfill({ status: 503, headers: { 'Tus-Resumable': '1.0.0', 'Retry-After': '3600' } }),
        );
        await form.files.setInputFiles([study]);
        await expect(page.getByRole('listitem').filter({ hasText: endOf(t.form.disc_no_room) })).toBeVisible();
        await page.unroute(uploads);
        const release = await blockChunks(page, 1);
        await form.files.setInputFiles([study]);
        await expect(page.getByText(t.files.going.replace('{{percent}}', '40'))).toBeVisible();
        await expect(form.files).toHaveJSProperty('files.length', 0);
        await form.send();
        await expect(page.getByText(t.send.awaiting_disc)).toBeVisible();
        await expectAccessible(page, 'browser-checks');
        await page.getByRole('button', { name: startOf(t.files.cancel) }).click();
        await expect(form.summary, 'once').toContainText(endOf(t.form.disc_no_room));
        await form.send();
        await expect(page).toHaveURL(/\/requests\//);
        release();
        await waitForHydration(page, 'documents');
        await page.locator('#documents-files').setInputFiles([study]);
        await expect(page.getByText(t.files.stored, { exact: true })).toBeVisible();
        await page.getByRole('button', { name: receiptTexts.documents.send }).click();
        await expect(page.getByText(receiptTexts.documents.added)).toBeVisible();
        await expect(page.getByText('study.zip')).toBeVisible();
      },
    );

    testInOneLanguage(
      'the contact form reports too many and too large files once, with the specified messages',
      async ({ page }) => {
        await page.goto(`/${language}/contact`);
        await waitForHydration(page, 'contact');
        const files = page.locator('#contact-files');
        const error = page.locator('#contact-files-error');
        await files.setInputFiles([1, 2, 3, 4, 5, 6].map((seed) => pdfFile(`${seed}.pdf`, 900, seed)));
        await expect(error).toHaveText(
          language === 'en' ? 'Maximum 5 files allowed' : t.form.too_many_files_letter.replace('{{max}}', '5'),
        );
        await chooseFromDisk(files, ...[1, 2].map((seed) => pdfFile(`${seed} large.pdf`, 10 * megabyte + 1, seed)));
        await expect(error).toHaveText(
          language === 'en'
            ? 'One or more files are too large (max 10 MB)'
            : t.form.file_too_large_letter.replace('{{megabytes}}', '10'),
        );
        for (const name of ['1 large.pdf', '2 large.pdf']) {
          await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible();
        }
        await expectAccessible(page, 'browser-checks');
      },
    );
  });

  test.describe(`${language}, without JavaScript`, () => {
    test.use({ javaScriptEnabled: false });

    test('files can be uploaded before the form is submitted, and everything is kept', async ({ page }) => {
      await openForm(page, language, 'no-script');
      const form = evacuationPage(page, language);
      await form.field('name').fill('Ahmad');
      await form.files.setInputFiles([scan]);
      await page.getByRole('button', { name: t.files.upload_first }).click();
      await expect(page).toHaveURL(/#evacuation-files$/);
      await expect(page.getByText(t.files.stored, { exact: true })).toBeVisible();
      await expect(form.field('name')).toHaveValue('Ahmad');
      await expect(form.summary).toHaveCount(0);
      await expectAccessible(page, 'no-script');
    });

    test('the contact form lists each message once at the top', async ({ page }) => {
      await page.goto(`/${language}/contact`);
      const six = [1, 2, 3, 4, 5, 6].map((seed) => pdfFile(`${seed}.pdf`, 900, seed));
      const large = [1, 2].map((seed) => pdfFile(`${seed} large.pdf`, 10 * megabyte + 1, seed));
      await chooseFromDisk(page.locator('#contact-files'), ...large, ...six);
      await page.locator('#contact').getByRole('textbox', { name: t.field.name }).press('Enter');
      const fileProblems = page.getByRole('alert').locator('a[href="#contact-files"]');
      await expect(fileProblems).toHaveText([
        t.form.too_many_files_letter.replace('{{max}}', '5'),
        t.form.file_too_large_letter.replace('{{megabytes}}', '10'),
      ]);
    });
  });
}
