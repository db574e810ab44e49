import type { Page } from 'playwright/test';
import { type Language, languageCodes, pathIn } from '../../app/i18n/languages.ts';
import { pdf, png } from '../support/medical-files.ts';
import { otherLanguage } from '../support/translations.ts';
import { evacuationPage, texts } from './evacuation-page.ts';
import {
  chooseLanguage,
  expect,
  expectAccessible,
  expectValues,
  type Mode,
  openForm,
  runAlternatingScenarios,
  runScenarios,
  type Scenario,
  test,
  waitForHydration,
  waitForReact,
} from './site-test.ts';

const scan = { name: 'scan.png', mimeType: 'image/png', buffer: png };
const report = { name: 'report.pdf', mimeType: 'application/pdf', buffer: pdf(2000) };

/** The message that a request has already been sent from this page. */
const alreadySentMessage = (page: Page, language: Language) =>
  page.getByRole('status').filter({ hasText: texts[language].sent_already.title });

async function waitForPage(page: Page, mode: Mode): Promise<void> {
  if (mode !== 'no-script') await waitForReact(page);
}

const scenarios: Record<string, Scenario> = {
  'going back from another page restores everything typed': async ({ page, language, mode }) => {
    const form = evacuationPage(page, language);
    const request = await form.fill();
    await page.locator(`footer a[href="${pathIn(language, '/about')}"]`).click();
    await expect(page).toHaveURL(/\/about$/);
    await page.goBack();
    await waitForPage(page, mode);
    await expectValues(form.field, request);
    // There is no offer to restore the form, because the browser has restored it.
    await expect(page.getByRole('region', { name: form.t.draft.title })).toHaveCount(0);
    await expect(alreadySentMessage(page, language)).toHaveCount(0);
  },

  'going back from the receipt restores the form and says that it was sent; sending it again creates no second request':
    async ({ page, language, mode, api }) => {
      const form = evacuationPage(page, language);
      const request = await form.fill();
      await form.send();
      await expect(page).toHaveURL(/\/requests\//);
      const reference =
        (await page
          .locator('main bdi')
          .filter({ hasText: /^[0-9A-Z]{4}-[0-9A-Z]{4}$/ })
          .first()
          .textContent()) ?? '';
      await page.keyboard.press('Escape');
      await page.goBack();
      await waitForPage(page, mode);
      await expectValues(form.field, request);
      await expect(alreadySentMessage(page, language)).toContainText(reference);
      await expectAccessible(page, mode);
      await form.send();
      await expect(page).toHaveURL(/\/requests\//);
      await expect(page.getByText(reference).first()).toBeVisible();
      const calls = api.received.filter(({ parts }) => parts.some(({ value }) => value === request.name));
      expect(calls.filter(({ accepted }) => accepted)).toHaveLength(1);
    },

  'the language switch in the header keeps text and files': async ({ page, language, mode }) => {
    const form = evacuationPage(page, language);
    const other = otherLanguage(language);
    await form.field('origin').fill('RUH');
    await form.field('name').fill('Ahmad');
    await form.files.setInputFiles([scan, report]);
    await chooseLanguage(page, other);
    await expect(page.locator('html')).toHaveAttribute('lang', other);
    await expect(page).toHaveURL(pathIn(other, '/services/evacuation'));
    const otherForm = evacuationPage(page, other);
    await waitForPage(page, mode);
    await expectValues(otherForm.field, { origin: 'RUH', name: 'Ahmad' });
    for (const { name } of [scan, report]) await expect(otherForm.removeButton(name)).toBeVisible();
    await expect(otherForm.summary).toHaveCount(0);
  },

  'the language switch in the header is a plain link if the form is untouched': async ({ page, language }) => {
    const other = otherLanguage(language);
    await chooseLanguage(page, other);
    await expect(page).toHaveURL(pathIn(other, '/services/evacuation'));
    await expect(evacuationPage(page, other).summary).toHaveCount(0);
  },
};

runAlternatingScenarios(({ page, language, mode }) => openForm(page, language, mode), scenarios);

/** Lengths of values that are too long for their field, with the error codes. */
const tooLong = {
  condition: [6000, 'condition_too_long'],
  diagnosis: [5001, 'diagnosis_too_long'],
  relation: [201, 'text_too_long'],
  name: [121, 'name_too_long'],
} as const;

runScenarios(
  async ({ page, language, mode }) => {
    await page.goto(pathIn(language, '/medical-flight/air-ambulance'));
    await waitForPage(page, mode);
    if (mode === 'server-checks') {
      await page.evaluate(() => {
        for (const name of ['required', 'data-max-length']) {
          for (const control of document.querySelectorAll(`main form [${name}]`)) control.removeAttribute(name);
        }
      });
    }
  },
  {
    'text that is too long is rejected, not truncated': async ({ page, language, mode }) => {
      const { t, sendButton } = evacuationPage(page, language);
      const field = (name: string) => page.locator(`#medical-flight [name=${name}]`);
      for (const [name, [length]] of Object.entries(tooLong)) {
        await field(name).focus();
        // Like pasting, and unlike `fill`, this respects `maxlength`.
        await page.keyboard.insertText('x'.repeat(length));
        if (mode !== 'no-script' && length === 6000) {
          await expect(page.getByRole('status').filter({ hasText: '+1000' })).toBeVisible();
        }
      }
      await sendButton.click();
      const problems = page.getByRole('alert').getByRole('link');
      for (const [, code] of Object.values(tooLong))
        await expect(problems.filter({ hasText: t.form[code] })).toHaveCount(1);
      for (const [name, [length]] of Object.entries(tooLong)) await expect(field(name)).toHaveValue('x'.repeat(length));
    },
  },
);

for (const language of languageCodes) {
  test(`${language}: a lost connection is reported next to a retry button`, async ({ page, context }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await openForm(page, language, 'browser-checks');
    const form = evacuationPage(page, language);
    const request = await form.fill();
    await context.setOffline(true);
    await form.send();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText(form.t.form.connection_lost);
    await expect(alert).toHaveCount(1);
    await expect(alert).toBeFocused();
    const retryButton = alert.getByRole('button', { name: form.t.failed.again });
    await expect(retryButton).toBeInViewport({ ratio: 1 });
    await expect(alert.locator('a[href="tel:+493023125010"]')).toBeVisible();
    await expect(alert.locator('a[href^="https://wa.me/"]')).toBeVisible();
    await expectAccessible(page, 'browser-checks');
    // While the browser is offline, a retry moves focus back to the message.
    await retryButton.click();
    await expect(alert).toBeFocused();
    await context.setOffline(false);
    await expectValues(form.field, request);
    await retryButton.click();
    await expect(page).toHaveURL(/\/requests\//);
  });
}

for (const language of languageCodes) {
  test(`${language}: a page restored from the back/forward cache says that the form has already been sent, and still works`, async ({
    page,
  }) => {
    await openForm(page, language, 'browser-checks');
    const form = evacuationPage(page, language);
    const request = await form.fill();
    // Without a response, the page stays in the state in which the browser would cache it: submitting.
    await page.route('**/requests/*', (route) => route.fulfill({ status: 204 }));
    await form.send();
    await expect(page.getByRole('button', { name: form.t.send.submitting })).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.cookie)).toContain('last-sent=');
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await expect(alreadySentMessage(page, language)).toBeVisible();
    await expectValues(form.field, request);
    await page.unroute('**/requests/*');
    await form.field('name').fill(`${request.name} 2`);
    await form.send();
    await expect(page).toHaveURL(/\/requests\//);
    await expect(page.getByText(`${request.name} 2`)).toBeVisible();
  });
}

test('the form keeps its key when going back from the receipt, and in another tab that restores it', async ({
  page,
  context,
}) => {
  await openForm(page, 'en', 'browser-checks');
  const form = evacuationPage(page, 'en');
  const key = page.locator('#evacuation [name=form-key]');
  await form.fill();
  await expect(key).toHaveValue(/^[\w-]{22}$/);
  const originalKey = await key.inputValue();
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain(originalKey);

  const otherTab = await context.newPage();
  await openForm(otherTab, 'en', 'browser-checks');
  await expect(otherTab.locator('#evacuation [name=form-key]')).not.toHaveValue(originalKey);
  await otherTab.getByRole('button', { name: form.t.draft.continue, exact: true }).click();
  await expect(otherTab.locator('#evacuation [name=form-key]')).toHaveValue(originalKey);
  await otherTab.close();

  await form.send();
  await expect(page).toHaveURL(/\/requests\//);
  await page.goBack();
  await expect(alreadySentMessage(page, 'en')).toBeVisible();
  await waitForHydration(page, 'evacuation');
  await expect(key).toHaveValue(originalKey);
});
