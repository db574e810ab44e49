import type { Page } from 'playwright/test';
import { type Language, languageCodes, pathIn } from '../../app/i18n/languages.ts';
import { bookingPage } from './booking-page.ts';
import { evacuationPage } from './evacuation-page.ts';
import { medicalFlightPage, medicalFlightPath } from './medical-flight-page.ts';
import { receiptPage } from './receipt-page.ts';
import { chooseLanguage, expect, expectValues, openForm, test, waitForHydration, waitForReact } from './site-test.ts';

/** Longer than the time after the last keystroke until a form is stored (ms). */
const storeDelay = 800;

const keptKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('kept-form:')));

/** Waits until this browser keeps a form with this text. */
const expectKept = (page: Page, text: string) =>
  expect.poll(() => page.evaluate(() => Object.values(localStorage).join('\n'))).toContain(text);

/**
 * Waits until a form would have been stored, where nothing is to be stored. The form's timer runs in the same page: on a
 * slow machine, both are late.
 */
const passStoreDelay = (page: Page) =>
  page.evaluate((delay) => new Promise((resolve) => setTimeout(resolve, delay)), storeDelay);

/** Page object for the offer to restore a form. @param t the texts of the page */
function offerOn(page: Page, t: { draft: { title: string; continue: string; delete: string } }) {
  const region = page.getByRole('region', { name: t.draft.title });
  return {
    region,
    resume: region.getByRole('button', { name: t.draft.continue, exact: true }),
    discard: region.getByRole('button', { name: t.draft.delete, exact: true }),
  };
}

async function openBooking(page: Page, language: Language): Promise<ReturnType<typeof bookingPage>> {
  await page.goto(pathIn(language, '/services/booking'));
  await waitForHydration(page, 'booking');
  return bookingPage(page, language);
}

for (const language of languageCodes) {
  test(`${language}: when one of two requests is sent, the other is kept until it is sent as well`, async ({
    page,
  }) => {
    const first = await openBooking(page, language);
    const hotel = await first.fillHotel();
    const chauffeur = await first.fillChauffeur({ chauffeur_flight: 'SV 177' });
    await first.sendHotelButton.click();
    await expect(page).toHaveURL(/\/requests\//);

    const form = await openBooking(page, language);
    await offerOn(page, form.t).resume.click();
    await expectValues(form.field, { ...chauffeur, hotel_location: '', hotel_adults: '1', hotel_contact_name: '' });
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain(hotel.hotel_contact_name);
    await form.sendChauffeurButton.click();
    await expect(page).toHaveURL(/\/requests\//);
    await expect.poll(() => keptKeys(page)).toEqual([]);
  });
}

test('default values of a form are not kept', async ({ page }) => {
  const form = await openBooking(page, 'en');
  await form.fillChauffeur();
  await form.sendChauffeurButton.click();
  await expect(page).toHaveURL(/\/requests\//);
  await expect.poll(() => keptKeys(page)).toEqual([]);
});

test('the ages of children are restored, although the number of their fields varies', async ({ page }) => {
  const first = await openBooking(page, 'en');
  await first.enter({ hotel_children: '3' });
  for (const [index, age] of ['4', '0', '17'].entries()) await first.ages.nth(index).selectOption(age);
  await expectKept(page, '"hotel_child_age_3","17"');
  const form = await openBooking(page, 'en');
  await offerOn(page, form.t).resume.click();
  await expectValues(form.field, {
    hotel_children: '3',
    hotel_child_age_1: '4',
    hotel_child_age_2: '0',
    hotel_child_age_3: '17',
  });
});

test('typing while an offer is open does not replace the kept form, and is stored once the offer is accepted or declined', async ({
  page,
}) => {
  await openForm(page, 'en', 'browser-checks');
  const form = evacuationPage(page, 'en');
  const { region, resume, discard } = offerOn(page, form.t);
  await form.field('name').fill('Ahmad');
  await expectKept(page, 'Ahmad');

  await page.reload();
  await waitForReact(page);
  await expect(region).toBeVisible();
  await form.field('email').fill('later@b.example');
  await passStoreDelay(page);
  await page.reload();
  await waitForReact(page);
  await form.field('phone').fill('0501234567');
  await resume.click();
  await expectValues(form.field, { name: 'Ahmad', phone: '0501234567', email: '' });

  await expectKept(page, '0501234567');
  await page.reload();
  await waitForReact(page);
  await form.field('email').fill('last@b.example');
  await discard.click();
  await expect(region).toHaveCount(0);
  await page.reload();
  await waitForReact(page);
  await resume.click();
  await expectValues(form.field, { name: '', phone: '', email: 'last@b.example' });
});

test('each kind of flight has its own kept form, shared by all languages', async ({ page }) => {
  const open = async (...[language, kind]: Parameters<typeof medicalFlightPath>) => {
    await page.goto(medicalFlightPath(language, kind));
    await waitForReact(page);
    const form = medicalFlightPage(page, language);
    return { form, offer: offerOn(page, form.t) };
  };
  const { form } = await open('en', 'air-ambulance');
  await form.enter({ name: 'Ahmad' });
  await expectKept(page, 'Ahmad');

  const other = await open('en', 'incubator');
  await other.form.enter({ name: 'Sara' });
  await expectKept(page, 'Sara');
  await expect(other.offer.region).toHaveCount(0);

  for (const language of ['ar', 'ru'] as const) {
    const restored = await open(language, 'air-ambulance');
    await restored.offer.resume.click();
    await expect(restored.form.field('name')).toHaveValue('Ahmad');
  }
});

test('the forms of a receipt are not kept', async ({ page }) => {
  await openForm(page, 'en', 'browser-checks');
  const form = evacuationPage(page, 'en');
  await form.fill();
  await form.send();
  await expect(page).toHaveURL(/\/requests\//);
  await page.keyboard.press('Escape');
  await waitForHydration(page, 'details');
  const { details } = receiptPage(page, 'en');
  await details.open.click();
  await details.field('name').fill('Sara');
  await passStoreDelay(page);
  await page.reload();
  await expect.poll(() => keptKeys(page)).toEqual([]);
});

test('any page deletes kept forms that have expired', async ({ page }) => {
  await page.goto('/en/about');
  await page.evaluate(() => {
    const expired = JSON.stringify({ until: Date.now() - 1 });
    localStorage.setItem('kept-form:contact:/contact', expired);
    localStorage.setItem('upload:0', expired);
    localStorage.setItem('upload:1', JSON.stringify({ until: Date.now() + 60_000 }));
    localStorage.setItem('language', 'en');
  });
  await page.goto('/ar/about');
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).sort())).toEqual(['language', 'upload:1']);
});

test('a language switch posts a changed form, but not an untouched one', async ({ page }) => {
  const form = await openBooking(page, 'en');
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
  await chooseLanguage(page, 'ar');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  expect(posts).toEqual([]);

  await form.field('hotel_adults').fill('2');
  await chooseLanguage(page, 'en');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(form.field('hotel_adults')).toHaveValue('2');
  // The values are now the defaults of the form, and are carried over again.
  await chooseLanguage(page, 'ar');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(form.field('hotel_adults')).toHaveValue('2');
});
