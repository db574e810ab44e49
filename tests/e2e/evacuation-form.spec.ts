import { multiLineLength } from '../../app/forms/text-lengths.ts';
import { executable, jpeg, pdf, png } from '../support/medical-files.ts';
import { errorTitle, otherLanguage } from '../support/translations.ts';
import { chooseFromDisk } from './choose-from-disk.ts';
import { evacuationPage } from './evacuation-page.ts';
import { medicalFlightPage } from './medical-flight-page.ts';
import {
  chooseLanguage,
  expect,
  expectAccessible,
  expectValues,
  openForm,
  removeConstraints,
  runAlternatingScenarios,
  runScenarios,
  type Variant,
  waitForReact,
} from './site-test.ts';

const report = { name: 'report.pdf', mimeType: 'application/pdf', buffer: pdf(5000) };
const photo = { name: 'صورة.jpg', mimeType: 'image/jpeg', buffer: jpeg };
const scan = { name: 'scan.png', mimeType: 'image/png', buffer: png };
const fake = { name: 'fake.pdf', mimeType: 'application/pdf', buffer: executable };
const large = { name: 'large.pdf', mimeType: 'application/pdf', buffer: pdf(30 * 1024 * 1024 + 1) };

const open = ({ page, language, mode }: Variant) => openForm(page, language, mode);

runScenarios(open, {
  'the home page form collapses its optional fields, but never hides those that are filled in or invalid': async ({
    page,
    language,
    mode,
  }) => {
    await page.goto(`/${language}`);
    if (mode !== 'no-script') await waitForReact(page);
    if (mode === 'server-checks') await removeConstraints(page);
    const form = evacuationPage(page, language);
    await expectAccessible(page, mode);
    await form.send();
    await expect(form.problems).toHaveCount(5);
    for (const collapsed of [form.condition, form.detailButton]) await expect(collapsed).toBeHidden();
    for (const shown of [form.consent, form.files]) await expect(shown).toBeVisible();

    await form.conditionButton.click();
    await form.condition.fill('a'.repeat(multiLineLength.max + 1));
    await form.files.setInputFiles([scan]);
    await form.fill();
    await form.conditionButton.click();
    await expect(form.condition).toBeHidden();
    await form.send();
    await expect(form.problems).toHaveText([form.t.form.condition_too_long]);
    await expect(form.condition).toBeVisible();
    await expect(form.removeButton(scan.name)).toBeVisible();
    await expectAccessible(page, mode);
    await form.conditionButton.click();
    await form.problems.first().click();
    await expect(form.condition).toBeFocused();
    await form.condition.fill('awake');
    await form.send();
    await expect(page).toHaveURL(/\/requests\//);
    await expect(page.getByText(scan.name)).toBeVisible();
  },

  'an empty form lists each missing field with a link to it': async ({ page, language, mode }) => {
    const form = evacuationPage(page, language);
    await expectAccessible(page, mode);
    await form.send();
    await expect(form.problems).toHaveText([
      form.t.form.place_from_required,
      form.t.form.place_to_required,
      form.t.form.name_required,
      form.t.form.phone_required,
      form.t.form.email_required,
    ]);
    await expect(form.summary).toBeFocused();
    await expect(page).toHaveTitle(errorTitle[language]);
    await expectAccessible(page, mode);
    await form.problems.nth(3).click();
    await expect(form.field('phone')).toBeFocused();
    await expect(form.field('phone')).toHaveAccessibleDescription(new RegExp(form.t.form.phone_required));
  },

  'invalid values are kept and reported next to their fields': async ({ page, language }) => {
    const form = evacuationPage(page, language);
    const request = await form.fill({ name: 'A', phone: '12345', email: 'a@b' });
    await form.send();
    await expect(form.problems).toHaveText([
      form.t.form.name_too_short,
      form.t.form.phone_invalid,
      form.t.form.email_invalid,
    ]);
    for (const [name, value] of Object.entries(request)) await expect(form.field(name)).toHaveValue(value);
    await expect(form.field('email')).toHaveAttribute('aria-invalid', 'true');
  },

  'a complete request leads to its receipt, and the form is empty afterwards': async ({
    page,
    language,
    mode,
    api,
  }) => {
    const form = evacuationPage(page, language);
    const request = await form.fill({ phone: '٠٠٩٦٦ ٥٠-١٢٣ ٤٥٦٧' });
    await form.files.setInputFiles([report, photo]);
    await form.send();
    await expect(page).toHaveURL(new RegExp(`/${language}/requests/`));
    await expect(page.getByRole('status').filter({ hasText: form.t.form.success })).toBeVisible();
    await expect(page.getByText(report.name)).toBeVisible();
    await expect(page.getByText(photo.name)).toBeVisible();
    await expectAccessible(page, mode);
    expect(api.received.filter(({ parts }) => parts.some(({ value }) => value === request.name))).toHaveLength(1);

    await page.goto(`/${language}/services/evacuation`);
    for (const name of ['name', 'phone', 'origin', 'date']) await expect(form.field(name)).toHaveValue('');
    await expect(form.fileRows).toHaveCount(0);
  },

  'if the desk fails, the form shows a reference, keeps everything and can be submitted again': async ({
    page,
    language,
    mode,
    api,
  }) => {
    const form = evacuationPage(page, language);
    const request = await form.fill();
    await form.files.setInputFiles([report]);
    api.setBehaviour('error');
    await form.send();
    await expect(form.summary).toContainText(form.t.form.error);
    await expect(form.summary.locator('bdi').first()).toHaveText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    await expect(form.summary).toBeFocused();
    for (const [name, value] of Object.entries(request)) await expect(form.field(name)).toHaveValue(value);
    await expect(form.fileRows).toHaveCount(1);
    await expectAccessible(page, mode);
    const reference = (await form.summary.locator('bdi').first().textContent()) ?? '';

    api.setBehaviour('ok');
    await page.getByRole('button', { name: form.t.failed.again }).click();
    await expect(page).toHaveURL(/\/requests\//);
    await expect(page.getByText(reference)).toBeVisible();
    expect(
      api.received.filter((call) => call.accepted && call.parts.some(({ value }) => value === request.name)),
    ).toHaveLength(1);
  },

  'the detailed form takes over all values and files, even invalid ones, and going back loses nothing': async ({
    page,
    language,
    mode,
    api,
  }) => {
    const form = evacuationPage(page, language);
    const typed = await form.fill({ origin: 'مكه', destination: 'Uniklinik Heidelberg', phone: '12', email: '' });
    await form.condition.fill('سقوط من السلم\nawake');
    await form.choice('urgency', 'soon').check();
    await form.reach.locator('summary').click();
    await form.choice('reach_by', 'whatsapp').check();
    await chooseFromDisk(form.files, report, photo);
    if (mode !== 'no-script') await expect(form.fileRows.filter({ hasText: form.t.files.stored })).toHaveCount(2);
    await expectAccessible(page, mode);

    const detailed = medicalFlightPage(page, language);
    const expectDetailedForm = async () => {
      await expect(page).toHaveURL(new RegExp(`/${language}/medical-flight/air-ambulance#request$`));
      await expectValues(detailed.field, { ...typed, condition: 'سقوط من السلم\nawake' });
      await expect(detailed.form.locator('[name=urgency][value=soon]')).toBeChecked();
      await expect(detailed.form.locator('[name=reach_by][value=whatsapp]')).toBeChecked();
      for (const { name } of [report, photo]) await expect(form.removeButton(name)).toBeVisible();
      await expect(detailed.summary).toHaveCount(0);
    };
    await form.detailButton.click();
    await expectDetailedForm();

    await page.goBack();
    await expect(page).toHaveURL(/\/services\/evacuation$/);
    await expectValues(form.field, typed);
    await expect(form.choice('urgency', 'soon')).toBeChecked();
    if (mode === 'no-script') {
      expect(await form.files.evaluate((input: HTMLInputElement) => input.files?.length)).toBe(2);
    } else {
      // The browser has restored everything else; files that have been uploaded are in no input.
      await waitForReact(page);
      await page.getByRole('button', { name: form.t.draft.continue, exact: true }).click();
      await expect(form.fileRows).toHaveCount(2);
    }
    await form.detailButton.click();
    await expectDetailedForm();

    await detailed.enter({ phone: '+966501234567', email: 'a@b.example' });
    await detailed.sendButton.click();
    await expect(page).toHaveURL(/\/requests\//);
    for (const { name } of [report, photo]) await expect(page.getByText(name)).toBeVisible();
    const calls = api.received.filter(({ parts }) => parts.some(({ value }) => value === typed.name));
    expect(calls).toHaveLength(1);
    expect(calls[0]?.parts).toEqual(
      expect.arrayContaining([
        { name: 'message', value: 'medical Evacuation request' },
        { name: 'flight', value: 'air-ambulance' },
        { name: 'urgency', value: 'soon' },
        { name: 'reachBy', value: 'whatsapp' },
      ]),
    );
    // The browser does not offer to restore the sent form.
    const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('kept-form:')));
    expect(kept).toEqual([]);
  },
});

// Scenarios that cause no errors, or only errors that the server detects.
runAlternatingScenarios(open, {
  'Enter in a field submits the form': async ({ page, language }) => {
    const form = evacuationPage(page, language);
    await form.fill();
    await form.field('email').press('Enter');
    await expect(page).toHaveURL(/\/requests\//);
  },

  'after an error, valid files are kept, the invalid file is named, and files can be removed': async ({
    page,
    language,
    mode,
  }) => {
    const form = evacuationPage(page, language);
    await form.fill();
    await form.files.setInputFiles([report, fake, scan]);
    await form.send();
    await expect(form.problems).toHaveText([form.fileError('file_wrong_type', fake.name)]);
    await expect(form.fileRows).toHaveCount(2);
    await expectAccessible(page, mode);

    await form.removeButton(report.name).click();
    await expect(form.fileRows).toHaveCount(1);
    await form.send();
    await expect(page).toHaveURL(/\/requests\//);
    await expect(page.getByText(scan.name)).toBeVisible();
    await expect(page.getByText(report.name)).toHaveCount(0);
  },

  'a file over the limit is named and not added': async ({ page, language, mode }) => {
    const form = evacuationPage(page, language);
    await form.fill();
    await chooseFromDisk(form.files, large, scan);
    const error = form.fileError('file_too_large', large.name);
    if (mode === 'no-script') {
      await form.send();
      await expect(form.problems).toHaveText([error]);
    } else {
      await expect(page.getByRole('listitem').filter({ hasText: error })).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: error })).toHaveCount(1);
      await form.removeButton(large.name).click();
      await expect(page.getByRole('listitem').filter({ hasText: error })).toHaveCount(0);
    }
    await expect(form.fileRows).toHaveCount(1);
    await form.send();
    await expect(page).toHaveURL(/\/requests\//);
    await expect(page.getByText(scan.name)).toBeVisible();
  },

  'too many files are rejected': async ({ page, language, mode }) => {
    const form = evacuationPage(page, language);
    await form.fill();
    const eight = Array.from({ length: 8 }, (_, index) => ({
      ...report,
      name: `${index + 1}.pdf`,
      buffer: pdf(900, index),
    }));
    await form.files.setInputFiles(eight);
    if (mode === 'no-script') {
      await form.send();
      await expect(form.problems).toHaveText([form.fileError('too_many_files_named', '8.pdf')]);
      await expect(form.fileRows).toHaveCount(7);
    } else {
      // Spec, section 5: a selection that exceeds the limit adds no files.
      await expect(form.filesError).toHaveText(form.t.form.too_many_files.replace('{{max}}', '7'));
      await expect(form.fileRows).toHaveCount(0);
      await form.files.setInputFiles(eight.slice(0, 7));
      await expect(form.fileRows).toHaveCount(7);
    }
    await form.send();
    await expect(page).toHaveURL(/\/requests\//);
  },

  'places are accepted as typed on the first submission': async ({ page, language, mode, api }) => {
    const form = evacuationPage(page, language);
    const request = await form.fill({ origin: 'مكه', destination: 'Uniklinik Heidelberg', date: '' });
    await form.checkbox(form.t.page.form.as_soon_as_possible).check();
    await form.condition.fill('سقوط من السلم\nawake');
    await form.send();
    await expect(page).toHaveURL(/\/requests\//);
    const definitions = page.getByRole('definition');
    for (const text of ['مكه', 'Uniklinik Heidelberg', 'سقوط من السلم']) {
      await expect(definitions.filter({ hasText: text })).toBeVisible();
    }
    const interpretation = { ar: /مكة المكرمة، السعودية؛ .*JED.*\sكم/, en: /Mecca, Saudi Arabia; .*JED.*\skm/ }[
      language
    ];
    await expect(definitions.filter({ hasText: 'مكه' })).toContainText(interpretation);
    await expectAccessible(page, mode);
    const call = api.received.find(({ parts }) => parts.some(({ value }) => value === request.name));
    expect(call?.parts).toEqual(
      expect.arrayContaining([
        { name: 'origin', value: 'مكه' },
        { name: 'date', value: '' },
        { name: 'asSoonAsPossible', value: 'true' },
        { name: 'condition', value: 'سقوط من السلم\nawake' },
      ]),
    );
  },

  'the destination may be empty if it is undecided': async ({ page, language, mode, api }) => {
    const form = evacuationPage(page, language);
    const request = await form.fill({ destination: '', date: '' });
    await form.send();
    await expect(form.problems).toHaveText([form.t.form.place_to_required]);
    await form.checkbox(form.t.airports.destination_open).check();
    await form.send();
    await expect(page).toHaveURL(/\/requests\//);
    const text =
      language === 'ar'
        ? 'لم تُحدَّد الوجهة بعد، وسنسأل المستشفيات نيابة عنك'
        : 'not decided yet: we will ask hospitals for you';
    await expect(page.getByRole('definition').getByText(text)).toBeVisible();
    await expectAccessible(page, mode);
    const call = api.received.find(({ parts }) => parts.some(({ value }) => value === request.name));
    expect(call?.parts).toContainEqual({ name: 'destination', value: 'not decided yet' });
    expect(call?.parts).toContainEqual({ name: 'asSoonAsPossible', value: 'false' });
  },

  'a destination that is the same as the origin is rejected': async ({ page, language }) => {
    const form = evacuationPage(page, language);
    await form.fill({ origin: 'Dubai', destination: 'دبي' });
    await form.send();
    await expect(form.problems).toHaveText([form.t.form.same_place]);
    await expect(form.field('destination')).toHaveValue('دبي');
  },

  'switching the language keeps the half-filled form': async ({ page, language, mode }) => {
    const form = evacuationPage(page, language);
    const other = otherLanguage(language);
    await form.field('name').fill('Ahmad');
    await form.files.setInputFiles([scan]);
    if (mode === 'no-script') await page.locator(`button[data-continue-in=${other}]`).click();
    else await chooseLanguage(page, other);
    await expect(page.locator('html')).toHaveAttribute('lang', other);
    await expect(form.field('name')).toHaveValue('Ahmad');
    await expect(evacuationPage(page, other).removeButton(scan.name)).toBeVisible();
    await expect(form.summary).toHaveCount(0);
    if (mode === 'no-script') return;
    await expect.poll(() => page.evaluate(() => localStorage.getItem('language'))).toBe(other);
    await page.goto('/');
    await expect(page).toHaveURL(new RegExp(`/${other}$`));
  },
});
