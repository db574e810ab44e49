import { languageCodes } from '../../app/i18n/languages.ts';
import { pdf } from '../support/medical-files.ts';
import { evacuationPage } from './evacuation-page.ts';
import { elementsSidewaysOut, expect, openForm, test } from './site-test.ts';

const longName = `${'averylongnamewithoutanyspaces'.repeat(3)}.pdf`;

for (const language of languageCodes) {
  for (const [width, textSize] of [
    [320, 100],
    [360, 200],
    [768, 200],
  ] as const) {
    test(`${language}: at ${width} px with text of ${textSize} %, every state fits`, async ({ page }) => {
      await page.setViewportSize({ width, height: 740 });
      await page.goto(`/${language}`);
      await expect.poll(() => elementsSidewaysOut(page, textSize)).toEqual([]);

      await openForm(page, language, 'browser-checks');
      const form = evacuationPage(page, language);
      await form.files.setInputFiles([{ name: longName, mimeType: 'application/pdf', buffer: pdf(900) }]);
      await form.send();
      await expect(form.problems).toHaveCount(5);
      await expect.poll(() => elementsSidewaysOut(page, textSize)).toEqual([]);

      await form.fill({ email: `${'a'.repeat(50)}@example.com` });
      await form.send();
      await expect(page).toHaveURL(/\/requests\//);
      await expect.poll(() => elementsSidewaysOut(page, textSize)).toEqual([]);
    });
  }
}
