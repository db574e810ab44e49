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
