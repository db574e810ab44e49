import type { Page } from 'playwright/test';
import { medicalFlightKinds } from '../../app/content/site/site-pages.ts';
import { formLanguageCodes, languageCodes } from '../../app/i18n/languages.ts';
import { jpeg, pdf } from '../support/medical-files.ts';
import { scaleForSoak } from '../support/scale-for-soak.ts';
import type { ReceivedCall, StandInApi } from '../support/stand-in-api.ts';
import { errorTitle, otherLanguage } from '../support/translations.ts';
import { medicalFlightPage, medicalFlightPath } from './medical-flight-page.ts';
import {
  chooseLanguage,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  expectValues,
  removeConstraints,
  runAlternatingScenarios,
  runScenarios,
  test,
  type Variant,
  waitForReact,
} from './site-test.ts';

const report = { name: 'report.pdf', mimeType: 'application/pdf', buffer: pdf(5000) };
const photo = { name: 'صورة.jpg', mimeType: 'image/jpeg', buffer: jpeg };

async function openAirAmbulance({ page, language, mode }: Variant): Promise<void> {
  await page.goto(medicalFlightPath(language));
  if (mode === 'no-script') return;
  await waitForReact(page);
  if (mode === 'server-checks') await removeConstraints(page);
}

function callFor(api: StandInApi, name = ''): ReceivedCall | undefined {
  const calls = api.received.filter(({ accepted, parts }) => accepted && parts.some(({ value }) => value === name));
  expect(calls.length).toBeLessThanOrEqual(1);
  return calls[0];
}

runScenarios(
  openAirAmbulance,
  {
    'an empty form lists each missing field with a link to it': async ({ page, language, mode }) => {
      const form = medicalFlightPage(page, language);
      await form.sendButton.click();
      await expect(form.errorLinks).toHaveText([
        form.t.form.place_from_required,
        form.t.form.place_to_required,
        form.t.form.condition_required,
        form.t.form.name_required,
        form.t.form.phone_required,
        form.t.form.email_required,
      ]);
      await expect(form.summary).toBeFocused();
      await expect(page).toHaveTitle(errorTitle[language]);
      await expectAccessible(page, mode);
      await form.errorLinks.nth(2).click();
      await expect(form.field('condition')).toBeFocused();
      await expect(form.field('condition')).toHaveAccessibleDescription(new RegExp(form.t.form.condition_required));
    },
  },
  'en',
);

// Errors that only the server detects, and valid values.
runAlternatingScenarios(openAirAmbulance, {
  'all fields are delivered': async ({ page, language, mode, api }) => {
    const form = medicalFlightPage(page, language);
    await expect(form.field('companions')).toBeHidden();
    await form.checkbox(form.t.page.form.with_companion).check();
    await expect(form.field('companions')).toBeVisible();
    const typed = await form.fill({
      date: '2031-03-27',
      relation: 'ابن',
      patient_name: 'Fatima Ali',
      patient_age: '٧٠',
      patient_height: '168',
      patient_weight: '70,5',
      patient_hip_width: '٤٥',
      diagnosis: 'Stroke, 3 days ago',
      hospital_now: 'مستشفى الملك فيصل، الرياض',
      receiving_hospital: 'Charité, Berlin',
      companions: '٢',
    });
    for (const need of [form.t.page.need.oxygen, form.t.page.need.stretcher]) await form.checkbox(need).check();
    await form.files.setInputFiles([report, photo]);
    await form.sendButton.click();

    await expect(page).toHaveURL(new RegExp(`/${language}/requests/`));
    const shown = [typed.patient_name, typed.hospital_now, typed.receiving_hospital, typed.diagnosis, typed.relation];
    for (const text of [...shown, '27/03/2031', '70.5', report.name, photo.name]) {
      await expect(page.getByRole('definition').getByText(text ?? '', { exact: true })).toBeVisible();
    }
    if (mode !== 'no-script') {
      await expect(page.getByRole('dialog')).toHaveAccessibleName(form.t.form.success);
      await page.keyboard.press('Escape');
    }
    await expectAccessible(page, mode);
    const call = callFor(api, typed.name);
    expect(call?.path).toBe('/ambulance');
    expect(Object.fromEntries(call?.parts.map(({ name, value }) => [name, value]) ?? [])).toMatchObject({
      flight: 'air-ambulance',
      wording: language,
      origin: 'RUH',
      destination: 'MUC',
      date: '2031-03-27',
      phone: '00966501234567',
      patientAge: '70',
      heightCm: '168',
      weightKg: '70.5',
      hipWidthCm: '45',
      needs: 'oxygen,stretcher',
      companions: '2',
    });
    // Files are uploaded concurrently: their order varies.
    expect(call?.files.map(({ name }) => name).sort()).toEqual([report.name, photo.name].sort());
  },

  'invalid numbers are reported next to their fields, and all values and ticks are kept': async ({
    page,
    language,
  }) => {
    const form = medicalFlightPage(page, language);
    await form.checkbox(form.t.page.form.with_companion).check();
    await form.checkbox(form.t.page.need.ventilator).check();
    const invalid = { patient_age: '١٣٠', patient_height: '12', patient_weight: 'heavy', patient_hip_width: '3' };
    const typed = await form.fill({ ...invalid, companions: '' });
    await form.sendButton.click();
    await expect(form.errorLinks).toHaveText([
      form.t.form.age_invalid,
      form.t.form.height_invalid,
      form.t.form.weight_invalid,
      form.t.form.hip_width_invalid,
      form.t.form.companions_required,
    ]);
    await expect(form.field('patient_age')).toHaveAccessibleDescription(new RegExp(form.t.form.age_invalid));
    await expectValues(form.field, typed);
    await expect(form.checkbox(form.t.page.need.ventilator)).toBeChecked();
    await expect(form.field('companions')).toBeVisible();

    await form.enter({ patient_age: '٧٠', patient_height: '١٧٠', patient_weight: '', patient_hip_width: '' });
    await form.enter({ companions: '١٢' });
    await form.sendButton.click();
    await expect(form.errorLinks).toHaveText([form.t.form.companions_invalid]);
    await expectValues(form.field, { patient_age: '٧٠', patient_height: '١٧٠', companions: '١٢' });
    await form.enter({ companions: '٢' });
    await form.sendButton.click();
    await expect(page).toHaveURL(/\/requests\//);
  },

  'the incubator form asks about a newborn instead of an adult patient': async ({ page, language, mode, api }) => {
    await page.goto(medicalFlightPath('ru', 'incubator'));
    await expectRussian(page, 40);
    await expectAccessible(page, mode);

    await page.goto(medicalFlightPath(language, 'incubator'));
    const form = medicalFlightPage(page, language);
    await expect(form.field('patient_name')).toHaveAccessibleName(form.t.page.newborn.patient_name);
    for (const name of ['patient_age', 'patient_height', 'patient_weight', 'patient_hip_width'])
      await expect(form.field(name)).toHaveCount(0);
    const typed = await form.fill({
      newborn_age: '٩',
      newborn_gestation: '29+9',
      newborn_birth_weight: '1.25',
    });
    const ventilated = form.form.locator('[name=newborn_ventilated][value=yes]');
    await ventilated.check();
    await form.sendButton.click();
    await expect(form.errorLinks).toHaveText([form.t.form.gestation_invalid, form.t.form.birth_weight_invalid]);
    await expectValues(form.field, typed);
    await expect(ventilated).toBeChecked();
    await expectAccessible(page, mode);

    await form.enter({ newborn_gestation: '٢٩ + ٤', newborn_birth_weight: '١٢٥٠' });
    await form.sendButton.click();
    await expect(page).toHaveURL(/\/requests\//);
    for (const text of ['9', '29+4', '1250', form.t.receipt.choice.yes])
      await expect(page.getByRole('definition').getByText(text, { exact: true })).toBeVisible();
    expect(callFor(api, typed.name)?.parts).toEqual(
      expect.arrayContaining([
        { name: 'flight', value: 'incubator' },
        { name: 'newbornAgeDays', value: '9' },
        { name: 'gestation', value: '29+4' },
        { name: 'birthWeightG', value: '1250' },
        { name: 'ventilated', value: 'yes' },
        { name: 'hipWidthCm', value: '' },
      ]),
    );
  },

  'a ground ambulance accepts any place, not only airports': async ({ page, language, mode, api }) => {
    await page.goto(medicalFlightPath(language, 'ground-ambulance'));
    const form = medicalFlightPage(page, language);
    await expect(form.field('origin')).toHaveAccessibleName(form.t.page.form.place_from);
    await expect(form.field('origin')).not.toHaveAttribute('list');
    await form.sendButton.click();
    await expect(form.errorLinks).toHaveCount(6);
    await expect(form.errorLinks.nth(0)).toHaveText(form.t.form.place_from_required);
    await expect(form.errorLinks.nth(1)).toHaveText(form.t.form.place_to_required);
    await expectAccessible(page, mode);
    const places = { origin: 'مستشفى الملك فيصل', destination: 'Flughafen München' };
    const typed = await form.fill(places);
    await form.sendButton.click();
    await expect(page).toHaveURL(/\/requests\//);
    for (const place of Object.values(places)) {
      await expect(page.getByRole('definition').getByText(place, { exact: true })).toBeVisible();
    }
    expect(callFor(api, typed.name)?.parts).toEqual(
      expect.arrayContaining([
        { name: 'flight', value: 'ground-ambulance' },
        { name: 'origin', value: places.origin },
      ]),
    );
  },

  'a half-filled form keeps everything when it is switched to the other language, to Russian and back': async ({
    page,
    language,
    mode,
  }) => {
    const first = medicalFlightPage(page, language);
    const other = otherLanguage(language);
    await first.checkbox(first.t.page.form.with_companion).check();
    await first.checkbox(first.t.page.need.incubator).check();
    const typed = { condition: 'سطر\nline', name: 'Ahmad', patient_age: '٧', companions: '3', origin: 'RUH' };
    await first.enter(typed);
    await first.files.setInputFiles([report]);
    const expectAll = async (form: typeof first) => {
      await expectValues(form.field, typed);
      await expect(form.checkbox(form.t.page.need.incubator)).toBeChecked();
      await expect(form.checkbox(form.t.page.need.oxygen)).not.toBeChecked();
      await expect(form.fileRows).toHaveCount(1);
      await expect(form.summary).toHaveCount(0);
    };

    if (mode === 'no-script') await page.locator(`button[data-continue-in=${other}]`).click();
    else await chooseLanguage(page, other);
    await expect(page.locator('html')).toHaveAttribute('lang', other);
    await expectAll(medicalFlightPage(page, other));

    await page.locator('button[data-continue-in=ru]').click();
    await expect(page).toHaveURL(/\?wording=ru/);
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
    await expectAll(medicalFlightPage(page, 'ru'));

    await page.locator(`button[data-continue-in=${language}]`).click();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page).not.toHaveURL(/wording/);
    await expectAll(first);
  },

  'the Russian form is in Russian in every state': async ({ page, mode, api }) => {
    await page.getByRole('link', { name: 'Заполнить эту форму на русском языке' }).click();
    await expect(page).toHaveURL(/\?wording=ru/);
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
    if (mode !== 'no-script') await waitForReact(page);
    const form = medicalFlightPage(page, 'ru');
    await expectRussian(page, 40);
    await expectAccessible(page, mode);

    await form.sendButton.click();
    await expect(form.errorLinks).toHaveCount(6);
    await expect(form.errorLinks.nth(2)).toHaveText(form.t.form.condition_required);
    await expect(form.summary).toBeFocused();
    await expectRussian(page, 50);

    const typed = await form.fill({ patient_age: '130' });
    await form.sendButton.click();
    await expect(form.errorLinks).toHaveText([form.t.form.age_invalid]);
    await expectRussian(page, 45);
    await expectAccessible(page, mode);

    await form.enter({ patient_age: '13' });
    api.setBehaviour('error');
    await form.sendButton.click();
    if (mode !== 'no-script') {
      await expect(form.dialog).toHaveAccessibleName(form.t.form.error);
      await expectRussian(page, 45);
      await form.dialog.getByRole('button', { name: form.t.dialog.ok }).click();
    }
    await expect(form.summary).toContainText(form.t.form.error);
    await expectRussian(page, 45);

    api.setBehaviour('ok');
    await form.retryButton.click();
    await expect(page).toHaveURL(/\/en\/requests\//);
    await expect(page.getByRole('heading', { level: 1, name: form.t.receipt.heading })).toHaveCount(1);
    await expectRussian(page, 30);
    if (mode !== 'no-script') await page.keyboard.press('Escape');
    await expectRussian(page, 30);
    await expectAccessible(page, mode);
    expect(callFor(api, typed.name)?.parts).toContainEqual({ name: 'wording', value: 'ru' });
  },
});

/**
 * Expects that all texts in the main part of the page are Russian and marked as such; `russian.test.ts` checks whole
 * pages without scripts. Exceptions are names, visitor input, the company's details and links to other languages.
 * @param minTexts minimum number of texts, to detect a missing part
 */
async function expectRussian(page: Page, minTexts: number): Promise<void> {
  const part = page.locator('html[lang=ru][dir=ltr] main');
  const texts = await part.evaluateAll((parts) =>
    parts.flatMap((root) =>
      Array.from(root.querySelectorAll('*')).flatMap((element) => {
        const isExpectedInRussian =
          element.closest('[lang]')?.matches('[lang=ru]') && !element.closest('bdi, datalist, textarea, p[dir=auto]');
        if (!isExpectedInRussian || !element.checkVisibility()) return [];
        const textNodes = Array.from(element.childNodes).filter((node) => node instanceof Text);
        const attributes = ['aria-label', 'placeholder', 'title', 'alt'].map((name) => element.getAttribute(name));
        return [...textNodes.map((node) => node.textContent), ...attributes].map((text) => text?.trim() ?? '');
      }),
    ),
  );
  const readable = texts.filter((text) => /\p{L}/u.test(text));
  expect(readable.length).toBeGreaterThanOrEqual(minTexts);
  const isName = (text: string) =>
    /^[\p{Script=Latin} ,’-]+ \(\u2066?[A-Z]{3}\u2069?\)$/u.test(text) || ['OK', 'PDF'].includes(text);
  const foreign = readable.filter(
    (text) => /\p{Script=Arabic}/u.test(text) || (!/\p{Script=Cyrillic}/u.test(text) && !isName(text)),
  );
  expect(foreign).toEqual([]);
}

for (const language of languageCodes) {
  test(`${language}: kinds of medical flights can be requested, as soon as possible`, async ({
    page,
    desk: { api },
  }) => {
    // Each kind in one language, or in every language in a soak.
    const isRequested = (_kind: string, index: number) =>
      scaleForSoak(languageCodes[index % languageCodes.length] === language, true);
    for (const kind of medicalFlightKinds.filter(isRequested)) {
      await page.goto(medicalFlightPath(language, kind));
      const form = medicalFlightPage(page, language);
      const typed = await form.fill();
      await form.checkbox(form.t.page.form.as_soon_as_possible).check();
      await form.sendButton.click();
      await expect(page).toHaveURL(/\/requests\//);
      for (const choice of [kind, 'as_soon_as_possible'] as const) {
        const text = form.t.receipt.choice[choice];
        await expect(page.getByRole('definition').getByText(text, { exact: true })).toBeVisible();
      }
      expect(callFor(api, typed.name)?.parts).toContainEqual({ name: 'flight', value: kind });
    }
  });
}

for (const language of formLanguageCodes) {
  test(`${language}: nothing scrolls sideways, even with errors`, async ({ page }) => {
    await page.goto(medicalFlightPath(language));
    await waitForReact(page);
    const form = medicalFlightPage(page, language);
    await form.sendButton.click();
    await expect(form.errorLinks).toHaveCount(6);
    await expectNoHorizontalScroll(page);
  });
}
