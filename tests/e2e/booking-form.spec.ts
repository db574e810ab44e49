import type { Locator } from 'playwright/test';
import { languageCodes, pathIn } from '../../app/i18n/languages.ts';
import type { StandInApi } from '../support/stand-in-api.ts';
import { errorTitle } from '../support/translations.ts';
import { bookingPage } from './booking-page.ts';
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  expectValues,
  removeConstraints,
  runAlternatingScenarios,
  runScenarios,
  test,
  type Variant,
  waitForHydration,
} from './site-test.ts';

async function openBooking({ page, language, mode }: Variant): Promise<void> {
  await page.goto(pathIn(language, '/services/booking'));
  if (mode !== 'no-script') await waitForHydration(page, 'booking');
  if (mode === 'server-checks') await removeConstraints(page);
}

const callsFor = (api: StandInApi, name = '') =>
  api.received.filter(({ parts }) => parts.some(({ value }) => value === name));

/** Expects that focus is in the dialog and stays there on Tab. */
async function expectFocusTrapped(dialog: Locator): Promise<void> {
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await dialog.page().keyboard.press('Tab');
  await expect(dialog.locator(':focus')).toHaveCount(1);
  expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true);
}

runScenarios(openBooking, {
  'an empty hotel request lists each missing field with a link to it': async ({ page, language, mode }) => {
    const form = bookingPage(page, language);
    await form.sendHotelButton.click();
    await expect(form.problems).toHaveText([
      form.t.form.hotel_location_required,
      form.t.form.check_in_required,
      form.t.form.check_out_required,
      form.t.form.name_required,
      form.t.form.phone_required,
      form.t.form.email_required,
    ]);
    await expect(form.summary).toBeFocused();
    await expect(form.summary.getByRole('heading')).toContainText(form.t.page.hotel.heading);
    await expect(page).toHaveTitle(errorTitle[language]);
    await expectAccessible(page, mode);
    await form.problems.nth(1).click();
    await expect(form.field('hotel_check_in')).toBeFocused();
    await expect(form.field('hotel_check_in')).toHaveAccessibleDescription(form.t.form.check_in_required);
  },

  // In every mode, the server detects the first error. The browser detects the second one if its checks are on.
  'an error in one request keeps the values of the other': async ({ page, language, api }) => {
    const form = bookingPage(page, language);
    const hotel = await form.fillHotel({ hotel_adults: '0' });
    const chauffeur = await form.fillChauffeur({ chauffeur_pick_up_date: '2031-03-27', chauffeur_contact_phone: '12' });

    await form.sendHotelButton.click();
    await expect(form.problems).toHaveText([form.t.form.adults_required]);
    await expectValues(form.field, { ...hotel, ...chauffeur });

    await form.sendChauffeurButton.click();
    await expect(form.problems).toHaveText([form.t.form.phone_invalid]);
    await expect(form.summary.getByRole('heading')).toContainText(form.t.page.chauffeur.heading);
    await expectValues(form.field, { ...hotel, ...chauffeur });

    await form.enter({ chauffeur_contact_phone: '+966 50 123 4567' });
    await form.sendChauffeurButton.click();
    await expect(page).toHaveURL(/\/requests\//);
    expect(callsFor(api, chauffeur.chauffeur_contact_name).map(({ path }) => path)).toEqual(['/chauffeur']);
    expect(callsFor(api, hotel.hotel_contact_name)).toEqual([]);
  },
});

// Without errors, or with errors that only the server detects.
runAlternatingScenarios(openBooking, {
  'each child needs an age, and a missing age is rejected': async ({ page, language, mode, api }) => {
    const form = bookingPage(page, language);
    const typed = await form.fillHotel({ hotel_children: '2' });
    if (mode === 'no-script') {
      await expect(form.ages).toHaveCount(0);
      await form.showAgesButton.click();
      await expectValues(form.field, typed);
    } else {
      await expect(form.showAgesButton).toBeHidden();
    }
    await expect(form.ages).toHaveCount(2);
    await expect(form.summary).toHaveCount(0);
    await form.ages.nth(0).selectOption('0');
    await form.sendHotelButton.click();
    await expect(form.problems).toHaveText([form.t.form.child_age_required]);
    await expectValues(form.field, { ...typed, hotel_child_age_1: '0', hotel_child_age_2: '' });
    await expectAccessible(page, mode);
    await form.problems.click();
    await expect(form.ages.nth(1)).toBeFocused();
    await form.ages.nth(1).selectOption('7');
    await form.sendHotelButton.click();
    await expect(page).toHaveURL(/\/requests\//);
    await expect(page.getByRole('definition').getByText('0, 7')).toBeVisible();
    const [call] = callsFor(api, typed.hotel_contact_name);
    expect(call?.parts).toContainEqual({ name: 'childAges', value: '0,7' });
  },

  'Enter submits the request in which it is pressed': async ({ page, language, api }) => {
    const form = bookingPage(page, language);
    const typed = await form.fillChauffeur();
    await form.field('chauffeur_contact_email').press('Enter');
    await expect(page).toHaveURL(/\/requests\//);
    expect(callsFor(api, typed.chauffeur_contact_name).map(({ path }) => path)).toEqual(['/chauffeur']);
  },

  'Enter in the second of two requests submits it; without JavaScript, the page asks which one to submit': async ({
    page,
    language,
    mode,
    api,
  }) => {
    const form = bookingPage(page, language);
    const hotel = await form.fillHotel();
    const chauffeur = await form.fillChauffeur();
    await form.field('chauffeur_contact_email').press('Enter');
    if (mode === 'no-script') {
      await expect(form.summary).toContainText(form.t.form.which_request);
      await expect(form.summary).toBeFocused();
      await expectValues(form.field, { ...hotel, ...chauffeur });
      await expectAccessible(page, mode);
      expect(callsFor(api, hotel.hotel_contact_name)).toEqual([]);
      await form.sendChauffeurButton.click();
    }
    await expect(page).toHaveURL(/\/requests\//);
    expect(callsFor(api, hotel.hotel_contact_name)).toEqual([]);
    expect(callsFor(api, chauffeur.chauffeur_contact_name).map(({ path }) => path)).toEqual(['/chauffeur']);
  },

  'a double click submits once': async ({ page, language, api }) => {
    const form = bookingPage(page, language);
    const typed = await form.fillHotel();
    await form.sendHotelButton.dblclick();
    await expect(page).toHaveURL(/\/requests\//);
    expect(callsFor(api, typed.hotel_contact_name)).toHaveLength(1);
  },

  'reversed dates, past dates and zero adults are rejected': async ({ page, language }) => {
    const form = bookingPage(page, language);
    const invalid = { hotel_check_in: '2031-05-10', hotel_check_out: '2031-05-10', hotel_adults: '0' };
    await form.fillHotel(invalid);
    await form.sendHotelButton.click();
    await expect(form.problems).toHaveText([form.t.form.check_out_not_after, form.t.form.adults_required]);
    if (language === 'en') await expect(form.problems.nth(1)).toHaveText('At least one adult is required.');
    await expectValues(form.field, invalid);
    await form.enter({ hotel_check_in: '2020-05-10', hotel_adults: '٢' });
    await form.sendHotelButton.click();
    await expect(form.problems).toHaveText([form.t.form.date_past]);
    await expectValues(form.field, { hotel_check_in: '2020-05-10', hotel_adults: '٢' });
  },

  'a chauffeur request with all fields is delivered': async ({ page, language, api }) => {
    const form = bookingPage(page, language);
    const typed = await form.fillChauffeur({
      chauffeur_pick_up: 'مطار ميونخ، صالة 2',
      chauffeur_pick_up_date: '2031-03-27',
      chauffeur_pick_up_time: '09:05',
      chauffeur_flight: 'SV 177',
      chauffeur_passengers: '٣١',
    });
    await form.sendChauffeurButton.click();
    await expect(form.problems).toHaveText([form.t.form.passengers_invalid]);
    await expectValues(form.field, typed);
    await form.enter({ chauffeur_passengers: '٣' });
    await form.sendChauffeurButton.click();
    await expect(page).toHaveURL(/\/requests\//);
    for (const text of ['مطار ميونخ، صالة 2', '27/03/2031', '09:05', 'SV 177', typed.chauffeur_drop_off ?? '', '3']) {
      await expect(page.getByRole('definition').getByText(text, { exact: true })).toBeVisible();
    }
    const [call] = callsFor(api, typed.chauffeur_contact_name);
    expect(call).toMatchObject({ path: '/chauffeur', accepted: true });
    expect(call?.parts).toEqual(
      expect.arrayContaining([
        { name: 'pickUpDate', value: '2031-03-27' },
        { name: 'pickUpTime', value: '09:05' },
        { name: 'passengers', value: '3' },
      ]),
    );
  },

  'a failing desk is reported, and a retry sends the same request': async ({ page, language, mode, api }) => {
    const form = bookingPage(page, language);
    const typed = await form.fillHotel();
    const other = await form.fillChauffeur();
    api.setBehaviour('error');
    await form.sendHotelButton.click();
    if (mode === 'no-script') {
      await expect(form.summary).toBeFocused();
      await expect(form.dialog).toHaveCount(0);
    } else {
      await expect(form.dialog).toHaveAccessibleName(form.t.form.error);
      await expectFocusTrapped(form.dialog);
      await expectAccessible(page, mode);
      await form.dialog.getByRole('button', { name: form.t.dialog.ok }).click();
      await expect(form.dialog).toBeHidden();
      await expect(form.summary).toBeFocused();
    }
    await expect(form.summary).toContainText(form.t.form.error);
    await expectValues(form.field, { ...typed, ...other });
    await expectAccessible(page, mode);
    const reference = (await form.summary.locator('bdi').first().textContent()) ?? '';
    expect(reference).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);

    api.setBehaviour('ok');
    await form.retryButton.click();
    await expect(page).toHaveURL(/\/requests\//);
    await expect(page.getByRole('main').getByText(reference).first()).toBeVisible();
    expect(callsFor(api, typed.hotel_contact_name).filter(({ accepted }) => accepted)).toHaveLength(1);
    expect(callsFor(api, other.chauffeur_contact_name)).toEqual([]);
  },

  'reloading the receipt and going back submit nothing; the other request is kept, and the form can be submitted again':
    async (variant) => {
      const { page, language, api } = variant;
      const form = bookingPage(page, language);
      const typed = await form.fillHotel();
      const draft = { chauffeur_drop_off: 'Flughafen' };
      await form.enter(draft);
      await form.sendHotelButton.click();
      await expect(page).toHaveURL(/\/requests\//);
      await page.reload();
      await expect(page.getByRole('definition').getByText(typed.hotel_location ?? '')).toBeVisible();
      // The confirmation is not shown again.
      await expect(form.dialog).toHaveCount(0);
      await expect(page.getByText(form.t.form.success)).toHaveCount(0);

      await page.goBack();
      await expect(form.sendHotelButton).toBeEnabled();
      await expect(form.summary).toHaveCount(0);
      if (variant.mode !== 'no-script') await waitForHydration(page, 'booking');
      await expectValues(form.field, draft);
      expect(callsFor(api, typed.hotel_contact_name)).toHaveLength(1);
      const next = await form.fillHotel();
      await form.sendHotelButton.click();
      await expect(page).toHaveURL(/\/requests\//);
      expect(callsFor(api, next.hotel_contact_name)).toHaveLength(1);
    },
});

// The dialog is closed in a different way in each mode; without JavaScript it does not exist.
runScenarios(openBooking, {
  'a hotel request is confirmed: with JavaScript in a dialog, without it on the page': async ({
    page,
    language,
    mode,
    api,
  }) => {
    const form = bookingPage(page, language);
    const typed = await form.fillHotel();
    await form.sendHotelButton.click();
    await expect(page).toHaveURL(new RegExp(`/${language}/requests/`));
    if (mode === 'no-script') {
      await expect(form.dialog).toHaveCount(0);
    } else {
      await expect(form.dialog).toHaveAccessibleName(form.t.form.success);
      await expectFocusTrapped(form.dialog);
      await expectAccessible(page, mode);
      await expect(form.dialog.getByRole('link', { name: form.t.home })).toHaveAttribute('href', pathIn(language, '/'));
      if (mode === 'browser-checks') await page.keyboard.press('Escape');
      else await form.dialog.getByRole('button', { name: form.t.dialog.ok }).click();
      await expect(form.dialog).toBeHidden();
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    }
    await expect(page.getByRole('status').filter({ hasText: form.t.form.success })).toBeVisible();
    const shown = [typed.hotel_location ?? '', '27/03/2031', '02/04/2031', '2', typed.hotel_contact_name ?? ''];
    for (const text of shown) {
      await expect(page.getByRole('definition').getByText(text, { exact: true })).toBeVisible();
    }
    await expectAccessible(page, mode);
    const [call, ...more] = callsFor(api, typed.hotel_contact_name);
    expect(more).toEqual([]);
    expect(call).toMatchObject({ path: '/hotel', accepted: true });
    expect(call?.parts).toEqual(
      expect.arrayContaining([
        { name: 'phone', value: '00966501234567' },
        { name: 'checkIn', value: '2031-03-27' },
        { name: 'checkOut', value: '2031-04-02' },
        { name: 'adults', value: '2' },
        { name: 'children', value: '0' },
      ]),
    );
  },
});

for (const language of languageCodes) {
  test(`${language}: nothing scrolls sideways, even with errors and ages`, async ({ page }) => {
    await page.goto(pathIn(language, '/services/booking'));
    await waitForHydration(page, 'booking');
    const form = bookingPage(page, language);
    await form.enter({ hotel_children: '3' });
    await form.sendHotelButton.click();
    await expect(form.problems).toHaveCount(6);
    await expectNoHorizontalScroll(page);
  });
}

test('hydration applies a number of children chosen before it', async ({ page }) => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(pathIn('ar', '/services/booking'));
  const form = bookingPage(page, 'ar');
  await form.enter({ hotel_children: '2' });
  await expect(form.ages).toHaveCount(0);
  release();
  await expect(form.ages).toHaveCount(2);
  await expect(form.field('hotel_children')).toHaveValue('2');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('reloading the page after a failed submission retries the same request', async ({ page, desk: { api } }) => {
    await page.goto(pathIn('en', '/services/booking'));
    const form = bookingPage(page, 'en');
    const typed = await form.fillHotel();
    api.setBehaviour('error');
    await form.sendHotelButton.click();
    await expect(form.summary).toContainText(form.t.form.error);
    const reference = (await form.summary.locator('bdi').first().textContent()) ?? '';
    api.setBehaviour('ok');
    await page.reload();
    await expect(page).toHaveURL(/\/requests\//);
    await expect(page.getByRole('main').getByText(reference).first()).toBeVisible();
    expect(callsFor(api, typed.hotel_contact_name).filter(({ accepted }) => accepted)).toHaveLength(1);
  });
});
