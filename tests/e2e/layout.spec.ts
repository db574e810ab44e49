import { languageCodes } from '../../app/i18n/languages.ts';
import { pdf } from '../support/medical-files.ts';
import { evacuationPage } from './evacuation-page.ts';
import { expect, openForm, overflowingElements, test } from './site-test.ts';

const longName = `${'averylongnamewithoutanyspaces'.repeat(3)}.pdf`;

/** Widths in CSS pixels, and text sizes in per cent. */
const windows = [
  [320, 100],
  [360, 200],
  [768, 200],
] as const;

for (const language of languageCodes) {
  test(`${language}: every state fits phones and tablets, even with double text size`, async ({ page }) => {
    const expectFits = async () => {
      for (const [width, textSize] of windows) {
        await page.setViewportSize({ width, height: 740 });
        await expect.poll(() => overflowingElements(page, textSize), `${width} px, ${textSize} %`).toEqual([]);
      }
    };
    await page.goto(`/${language}`);
    await expectFits();

    await openForm(page, language, 'browser-checks');
    const form = evacuationPage(page, language);
    await form.files.setInputFiles([{ name: longName, mimeType: 'application/pdf', buffer: pdf(900) }]);
    await form.send();
    await expect(form.problems).toHaveCount(5);
    await expectFits();

    await form.fill({ email: `${'a'.repeat(50)}@example.com` });
    await form.send();
    await expect(page).toHaveURL(/\/requests\//);
    await expectFits();
  });
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('the table of contents is collapsed on phones, and in view on wide screens', async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto('/en/costs');
      const contents = page.getByRole('navigation', { name: 'On this page' });
      const link = contents.getByRole('link', { name: 'Paying safely' });
      await expect(link).toBeHidden();
      await contents.getByText('On this page').click();
      await link.click();
      await expect(page).toHaveURL(/#paying-safely$/);

      await page.setViewportSize({ width: 1280, height: 740 });
      await page.goto('/en/costs#paying-safely');
      await expect(link).toBeInViewport();
      await expect(contents.locator('summary')).toBeHidden();
    });

    test('the list of next steps stays in view next to a long form', async ({ page }) => {
      await page.setViewportSize({ width: 1280, height: 740 });
      await page.goto('/en/services/evacuation');
      const steps = page.getByRole('listitem').filter({ hasText: /^We read it and call you$/ });
      await page.getByRole('button', { name: 'Send' }).first().scrollIntoViewIfNeeded();
      await expect(steps).toBeInViewport();
    });
  });
}
