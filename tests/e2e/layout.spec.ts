import type { Page } from 'playwright/test';
import { languageCodes } from '../../app/i18n/languages.ts';
import { pdf } from '../support/medical-files.ts';
import { evacuationPage } from './evacuation-page.ts';
import { expect, openForm, test } from './site-test.ts';

const longName = `${'averylongnamewithoutanyspaces'.repeat(3)}.pdf`;

/** Nothing stands out to the side: neither on small screens nor with larger text (WCAG 1.4.4 and 1.4.10). */
async function expectNoSidewaysScrolling(page: Page, textSize: number): Promise<void> {
  await page.addStyleTag({ content: `html { font-size: ${textSize}% }` });
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(excess).toBe(0);
}

for (const language of languageCodes) {
  for (const [width, textSize] of [
    [320, 100],
    [360, 200],
    [768, 200],
  ] as const) {
    test(`${language}: at ${width} px with text of ${textSize} %, every state fits`, async ({ page }) => {
      await page.setViewportSize({ width, height: 740 });
      await page.goto(`/${language}`);
      await expectNoSidewaysScrolling(page, textSize);

      await openForm(page, language, 'browser-checks');
      const form = evacuationPage(page, language);
      await form.files.setInputFiles([{ name: longName, mimeType: 'application/pdf', buffer: pdf(900) }]);
      await form.send();
      await expect(form.problems).toHaveCount(5);
      await expectNoSidewaysScrolling(page, textSize);

      await form.fill({ email: `${'a'.repeat(50)}@example.com` });
      await form.send();
      await expect(page).toHaveURL(/\/requests\//);
      await expectNoSidewaysScrolling(page, textSize);
    });
  }
}
