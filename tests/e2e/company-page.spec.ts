import type { DeskLanguage } from '../../app/desk/people/person.ts';
import { startSite } from '../support/site.ts';
import { deskPage, openAccount, runDeskTool } from './desk-page.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, type Mode, test } from './site-test.ts';

/** The size of a phone: leads use the page on theirs. */
test.use({ viewport: { width: 360, height: 740 } });

const leads: { language: DeskLanguage; mode: Mode }[] = [
  { language: 'ar', mode: 'no-script' },
  { language: 'de', mode: 'browser-checks' },
];

for (const { language, mode } of leads) {
  test.describe(`${language}, ${mode}`, () => {
    test.use({ javaScriptEnabled: mode !== 'no-script', locale: language });

    test('a lead changes the company facts', async ({ page }) => {
      const site = await startSite({ env: { RATE_LIMIT_FACTOR: '100' } });
      try {
        const email = 'lead@desk.example';
        const link = await runDeskTool(site, 'add', email, '--role', 'lead', '--name', 'Anna', '--language', language);
        const person = await openAccount(page, { language, email, link });
        const desk = deskPage(page, language);
        await desk.signIn(person);
        const t = desk.t.company;
        await page.getByRole('link', { name: desk.t.nav.company }).click();

        await page.locator('#people > summary').click();
        await page.locator('#people summary', { hasText: t.add.people }).click();
        const form = page.locator('#form-people-1');
        for (const [name, value] of Object.entries({
          'name.ar': 'ليلى',
          'name.en': 'Leyla',
          'role.ar': 'منسقة',
          'role.en': 'Coordinator',
        })) {
          await form.locator(`[name="${name}"]`).fill(value);
        }
        await form.locator('[value=ar]').check();
        await form.getByRole('button', { name: t.save }).click();
        await expect(page.getByRole('status')).toHaveText(t.saved);
        await expect(page.locator('#people summary bdi')).toHaveText(language === 'ar' ? 'ليلى' : 'Leyla');

        await page.locator('#hours > summary').click();
        await page.locator('[name="hours.monday.0.from"]').fill('١٠:٠٠');
        await page.locator('[name="hours.monday.0.to"]').fill('9:00');
        await page.locator('#form-hours').getByRole('button', { name: t.save }).click();
        await page.getByRole('alert').getByRole('link').click();
        await expect(page.locator('[name="hours.monday.0.to"]')).toBeFocused();
        await expect(page.locator('[name="hours.monday.0.from"]')).toHaveValue('10:00');
        await page.locator('[name="hours.monday.0.to"]').fill('18:00');
        await page.locator('#form-hours').getByRole('button', { name: t.save }).click();
        await expect(page.getByRole('status')).toHaveText(t.saved);

        const closed = page.locator('details:not([open]) > summary');
        while ((await closed.count()) > 0) await closed.first().click();
        await expectAccessible(page, mode);
        await expectNoHorizontalScroll(page);

        await page.getByRole('button', { name: t.undo }).click();
        await expect(page.getByRole('status')).toHaveText(t.undone);
        await expectNoHorizontalScroll(page);
      } finally {
        await site.close();
      }
    });
  });
}
