import { languageCodes } from '../../app/i18n/languages.ts';
import { inEveryLanguage } from '../support/translations.ts';
import { expect, expectAccessible, test } from './site-test.ts';

const texts = inEveryLanguage(({ 'call-back': callBack, forms, receipt }) => ({ callBack, forms, receipt }));

for (const language of languageCodes) {
  const t = texts[language];
  for (const javaScriptEnabled of [true, false]) {
    test.describe(`in ${language}, ${javaScriptEnabled ? 'with' : 'without'} scripts`, () => {
      test.use({ javaScriptEnabled, timezoneId: 'Asia/Dubai', viewport: { width: 360, height: 740 } });

      test('a family leaves a number without a country code at the end of a page, and chooses a time', async ({
        page,
      }) => {
        await page.goto(`/${language}/about`);
        const time = page.getByLabel(t.callBack.time_label, { exact: true });
        await expect(time).toBeHidden();
        await page.getByLabel(t.forms.field.phone).fill('0501234567');
        await page.getByLabel(t.callBack.when.time).check();
        await time.fill('23:59');
        await page.getByRole('button', { name: t.callBack.send }).click();
        if (!javaScriptEnabled) {
          // Nothing tells the server the time zone, so it asks, with everything else as it was.
          await expect(page.getByRole('alert').getByRole('link')).toHaveText([t.forms.form.zone_required]);
          await expect(page.getByRole('alert')).toBeFocused();
          await expectAccessible(page, 'no-script');
          await expect(time).toHaveValue('23:59');
          await page.getByLabel(t.callBack.zone).selectOption('Asia/Dubai');
          await page.getByRole('button', { name: t.callBack.send }).click();
        }
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.receipt.heading);
        await expect(page.getByText(t.receipt.row.call_when, { exact: true })).toBeVisible();
        const when = page.getByText('23:59');
        await expect(when).toContainText({ ar: 'الإمارات', en: 'United Arab Emirates Time' }[language]);
      });
    });
  }
}
