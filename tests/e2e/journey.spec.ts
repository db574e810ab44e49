import { evacuationPage } from './evacuation-page.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, openForm, runAlternatingScenarios } from './site-test.ts';

const headings = { ar: 'الرحلة في لمحة', en: 'The journey at a glance' };

runAlternatingScenarios(({ page, language, mode }) => openForm(page, language, mode), {
  'shows the journey between two places, and another one when a place changes': async ({ page, language, mode }) => {
    const { field, t } = evacuationPage(page, language);
    const journey = page.getByRole('figure', { name: headings[language] });
    const ask = async () => {
      if (mode === 'no-script') await page.getByRole('button', { name: t.airports.show_journey }).click();
      else await field('destination').press('Tab');
    };
    await expect(journey).toHaveCount(0);
    await field('origin').fill('RUH');
    await field('destination').fill('München');
    await ask();
    await expect(journey).toContainText('4,000');
    await expect(field('destination')).toHaveValue('München');
    await expectAccessible(page, mode);
    await page.setViewportSize({ width: 320, height: 740 });
    await expectNoHorizontalScroll(page);

    await field('destination').fill('Atlantis');
    await ask();
    await expect(journey).toHaveCount(0);
  },
});
