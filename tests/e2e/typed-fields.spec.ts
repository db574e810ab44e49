import type { Page } from 'playwright/test';
import { texts as russian } from '../../locales/ru/texts.ts';
import { inEveryLanguage } from '../support/translations.ts';
import {
  expect,
  expectAccessible,
  removeConstraints,
  runScenarios,
  test,
  type Variant,
  waitForHydration,
} from './site-test.ts';

const texts = inEveryLanguage(({ forms, contact, 'medical-flight': medicalFlight, receipt }) => ({
  ...{ forms, receipt },
  send: { contact: contact.form.send, 'medical-flight': medicalFlight.form.send },
}));

let counter = 0;

/** Replaces the values of the fields of a form, by name. */
async function fill(page: Page, form: string, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.locator(`#${form} [name="${name}"]`).fill(value);
}

function opener(path: string, id: string) {
  return async ({ page, language, mode }: Variant) => {
    await page.goto(`/${language}${path}`);
    if (mode !== 'no-script') await waitForHydration(page, id);
    if (mode === 'server-checks') await removeConstraints(page);
  };
}

runScenarios(opener('/contact', 'contact'), {
  'contact details are understood as people type them': async ({ page, language }) => {
    counter += 1;
    await fill(page, 'contact', {
      name: `علی\u200Cرضا ${counter} ${Date.now()}`,
      phone: 'tel:+966 (٠)٥٠؛١٢٣·4567',
      email: 'Ahmad <ahmad٩٠@example.com>,',
    });
    await page.getByRole('button', { name: texts[language].send.contact, exact: true }).click();
    await expect(page).toHaveURL(/\/requests\//);
    await expect(page.getByText('+966501234567', { exact: true })).toBeVisible();
    await expect(page.getByText('ahmad90@example.com', { exact: true })).toBeVisible();
    await expect(page.getByText(texts[language].receipt.mail.impossible)).toHaveCount(0);
  },

  'two numbers are not one, and the message says what to do': async ({ page, language, mode }) => {
    const { form } = texts[language].forms;
    const phone = '050 123 4567 / 050 765 4321';
    await fill(page, 'contact', { name: 'Ahmad', phone, email: 'ahmad@example.com, ali@example.com' });
    await page.getByRole('button', { name: texts[language].send.contact, exact: true }).click();
    await expect(page.getByRole('alert').getByRole('link')).toHaveText([form.phone_invalid, form.email_invalid]);
    await expect(page.locator('#contact [name=phone]')).toHaveValue(phone);
    await expectAccessible(page, mode);
  },
});

runScenarios(opener('/medical-flight/air-ambulance', 'medical-flight'), {
  'a number may have its unit, and no other': async ({ page, language }) => {
    const { form } = texts[language].forms;
    counter += 1;
    await fill(page, 'medical-flight', {
      origin: 'RUH',
      destination: 'MUC',
      condition: 'Stroke',
      name: `Ahmad ${counter} ${Date.now()}`,
      phone: '+966 50 123 4567',
      email: 'ahmad@example.com',
      patient_age: '٧٠ سنة',
      patient_weight: '176 lb',
    });
    const send = page.getByRole('button', { name: texts[language].send['medical-flight'], exact: true });
    await send.click();
    await expect(page.getByRole('alert').getByRole('link')).toHaveText([form.weight_invalid]);
    await fill(page, 'medical-flight', { patient_weight: '80 kg' });
    await send.click();
    await expect(page).toHaveURL(/\/requests\//);
    await expect(page.getByText('80', { exact: true })).toBeVisible();
    await expect(page.getByText('70', { exact: true })).toBeVisible();
  },
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'in Russian' : 'in Russian, without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('what is typed is understood, or the message says what to do', async ({ page }) => {
      await page.goto('/ar/medical-flight/air-ambulance?wording=ru');
      if (javaScriptEnabled) await waitForHydration(page, 'medical-flight');
      counter += 1;
      const typed = { phone: '050 123 4567 / 050 765 4321', email: 'Ахмад <ahmad٩٠@example.com>,' };
      await fill(page, 'medical-flight', {
        ...{ origin: 'Эр-Рияд', destination: 'Мюнхен', condition: 'Инсульт', name: `Ахмад ${counter} ${Date.now()}` },
        ...{ patient_weight: '80 кг', ...typed },
      });
      const send = page.getByRole('button', { name: russian['medical-flight'].form.send, exact: true });
      await send.click();
      await expect(page.getByRole('alert').getByRole('link')).toHaveText([russian.forms.form.phone_invalid]);
      await expect(page.locator('#medical-flight [name=phone]')).toHaveValue(typed.phone);
      await fill(page, 'medical-flight', { phone: '+966 (0)50 123-45-67' });
      await send.click();
      await expect(page).toHaveURL(/\/requests\//);
      await expect(page.getByText('+966501234567', { exact: true })).toBeVisible();
      await expect(page.getByText('ahmad90@example.com', { exact: true })).toBeVisible();
      await expect(page.getByText('80', { exact: true })).toBeVisible();
    });
  });
}

test('a date that the browser has no field for is understood, and a Hijri year is named', async ({ page, request }) => {
  // A date field of a browser sends a date; text comes from browsers without one, and from the field after an error.
  const response = await request.post('/ar/services/evacuation', { multipart: { date: '27/03/1448' } });
  await page.setContent(await response.text());
  await expect(page.locator('[name=date][type=text]')).toHaveValue('27/03/1448');
  await expect(page.getByRole('alert')).toContainText(texts.ar.forms.form.date_hijri);
});

test.describe('the language of the last visit', () => {
  const language = () => localStorage.getItem('language');

  test('is restored in the cookie, which decides about the root, but not about any other address', async ({
    page,
    context,
  }) => {
    await page.goto('/ar/about');
    expect(await page.evaluate(language)).toBeNull();
    const cookies = async () => (await context.cookies()).filter(({ name }) => name === 'language');
    expect(await cookies()).toEqual([]);
    await page.evaluate(() => localStorage.setItem('language', 'en'));
    await page.goto('/ar/services');
    await expect.poll(async () => (await cookies()).map(({ value }) => value)).toEqual(['en']);
    expect(new URL(page.url()).pathname).toBe('/ar/services');
    await page.goto('/');
    expect(new URL(page.url()).pathname).toBe('/en');
    await page.goto('/ar/about');
    expect(new URL(page.url()).pathname).toBe('/ar/about');
  });

  test('is not taken from storage if the cookie has another one, or if storage contains something else', async ({
    page,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: 'language', value: 'ar', url: baseURL ?? '' }]);
    await page.goto('/en');
    await page.evaluate(() => localStorage.setItem('language', 'en'));
    await page.goto('/en/about');
    await page.goto('/');
    expect(new URL(page.url()).pathname).toBe('/ar');
    await context.clearCookies({ name: 'language' });
    await page.evaluate(() => localStorage.setItem('language', 'en; Path=/en'));
    await page.goto('/ar/about');
    await page.goto('/');
    expect(new URL(page.url()).pathname).toBe('/ar');
  });
});
