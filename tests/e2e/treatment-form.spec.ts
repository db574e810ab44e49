import { pathIn } from '../../app/i18n/languages.ts';
import { pdf } from '../support/medical-files.ts';
import { inEveryLanguage } from '../support/translations.ts';
import { expect, expectAccessible, runAlternatingScenarios, type Variant, waitForHydration } from './site-test.ts';

const texts = inEveryLanguage(({ forms, receipt, treatment }) => ({ ...forms, receipt, treatment }));

const report = { name: 'تقرير.pdf', mimeType: 'application/pdf', buffer: pdf(5000) };

/** Opens the form from the page of a specialty. */
async function openFromSpecialty({ page, language, mode }: Variant): Promise<void> {
  await page.goto(pathIn(language, '/treatment/cardiology'));
  await page.locator('main a[href*="/treatment/request"]').first().click();
  await expect(page).toHaveURL(new RegExp(`/${language}/treatment/request\\?specialty=cardiology$`));
  if (mode !== 'no-script') await waitForHydration(page, 'treatment');
}

runAlternatingScenarios(openFromSpecialty, {
  'a request needs a sentence or a report, keeps what was chosen, and leads to its receipt': async ({
    page,
    language,
    mode,
    api,
  }) => {
    const t = texts[language];
    const form = page.locator('form#treatment');
    const send = () => form.getByRole('button', { name: t.treatment.form.send, exact: true }).click();
    await expect(form.locator('[name=specialty]')).toHaveValue('cardiology');
    const name = `Family ${language} ${Date.now()}`;
    await form.locator('[name=name]').fill(name);
    await form.locator('[name=phone]').fill('+966 50 123 4567');
    // A specialty that the visitor unselects does not come back.
    await form.locator('[name=specialty]').selectOption('');
    await form.getByRole('checkbox', { name: t.treatment.wish.second_opinion }).check();
    await send();
    await expect(page.getByRole('alert').getByRole('link')).toHaveText([t.form.case_required]);
    await expect(form.locator('[name=specialty]')).toHaveValue('');
    await expectAccessible(page, mode);

    await page.locator('#treatment-files').setInputFiles([report]);
    await send();
    await expect(page).toHaveURL(/\/requests\//);
    await expect(page.locator('main')).toContainText(t.receipt.choice.second_opinion);
    const call = api.received.find(({ parts }) => parts.some(({ value }) => value === name));
    expect(call).toMatchObject({ path: '/contact', files: [{ name: report.name }] });
  },
});
