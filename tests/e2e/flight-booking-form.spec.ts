import { pathIn } from '../../app/i18n/languages.ts';
import { inEveryLanguage } from '../support/translations.ts';
import { expect, expectAccessible, runAlternatingScenarios, type Variant, waitForHydration } from './site-test.ts';

const texts = inEveryLanguage(({ forms, receipt, 'flight-booking': booking }) => ({ ...forms, receipt, booking }));

/** Opens the form with its dates and places filled in, as from a flight whose search has been deleted. */
async function openPrefilled({ page, language, mode }: Variant): Promise<void> {
  const query = 'origin=RUH&destination=MUC&depart_date=2031-03-04&adults=2&children=0&infants=0&travelClass=C';
  await page.goto(`${pathIn(language, '/book-flight')}?${query}&search=forgotten&offer=x`);
  if (mode !== 'no-script') await waitForHydration(page, 'flight-booking');
}

runAlternatingScenarios(openPrefilled, {
  'a request to book a flight names what is missing, keeps what was chosen, and leads to its receipt': async ({
    page,
    language,
    mode,
    api,
  }) => {
    const t = texts[language];
    const form = page.locator('form#flight-booking');
    const send = () => form.getByRole('button', { name: t.booking.form.send, exact: true }).click();
    await expect(form.locator('[name=origin]')).toHaveValue(/\(RUH\)$/);
    await expect(form.locator('[name=dates]')).toHaveValue('04/03/2031');
    await expect(form.locator('[name=cabin]')).toHaveValue('C');
    const name = `Family ${language} ${Date.now()}`;
    await form.locator('[name=name]').fill(name);
    await form.locator('[name=phone]').fill('+966 50 123 4567');
    await form.locator('[name=destination]').fill('');
    await form.getByRole('checkbox', { name: t.booking.need.stretcher }).check();
    await send();
    await expect(page.getByRole('alert').getByRole('link')).toHaveText([t.form.destination_required]);
    await expect(form.getByRole('checkbox', { name: t.booking.need.stretcher })).toBeChecked();
    await expectAccessible(page, mode);

    await form.locator('[name=destination]').fill('Hamburg');
    await send();
    await expect(page).toHaveURL(/\/requests\//);
    await expect(page.locator('main')).toContainText(t.receipt.row.medical_form);
    const call = api.received.find(({ parts }) => parts.some(({ value }) => value === name));
    expect(call).toMatchObject({ path: '/contact' });
  },
});
