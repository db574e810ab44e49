import type { Language } from '../../app/i18n/languages.ts';
import { jpeg, pdf, png, program } from '../support/medical-files.ts';
import { evacuationPage } from './evacuation-page.ts';
import {
  chooseLanguage,
  expect,
  expectAccessible,
  modes,
  openForm,
  reactStarts,
  removeConstraints,
  runScenarios,
  type Scenario,
} from './site-test.ts';

const report = { name: 'report.pdf', mimeType: 'application/pdf', buffer: pdf(5000) };
const photo = { name: 'صورة.jpg', mimeType: 'image/jpeg', buffer: jpeg };
const scan = { name: 'scan.png', mimeType: 'image/png', buffer: png };
const fake = { name: 'fake.pdf', mimeType: 'application/pdf', buffer: program };
const large = { name: 'large.pdf', mimeType: 'application/pdf', buffer: pdf(30 * 1024 * 1024 + 1) };

const scenarios: Record<string, Scenario> = {
  'an empty form names each missing field and leads to it': async ({ page, language, mode }) => {
    const form = evacuationPage(page, language);
    await expectAccessible(page, mode);
    await form.send();
    await expect(form.problems).toHaveText([
      form.t.form.origin_required,
      form.t.form.destination_required,
      form.t.form.name_required,
      form.t.form.phone_required,
      form.t.form.email_required,
    ]);
    await expect(form.summary).toBeFocused();
    await expect(page).toHaveTitle(language === 'ar' ? /^خطأ: / : /^Error: /);
    await expectAccessible(page, mode);
    await form.problems.nth(3).click();
    await expect(form.field('phone')).toBeFocused();
    await expect(form.field('phone')).toHaveAccessibleDescription(new RegExp(form.t.form.phone_required));
  },

  'wrong values are told beside their fields, and what was typed stays': async ({ page, language }) => {
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

  'a complete request leads to its receipt and leaves an empty form': async ({ page, language, mode, api }) => {
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

  'Enter in a field sends the form': async ({ page, language }) => {
    const form = evacuationPage(page, language);
    await form.fill();
    await form.field('email').press('Enter');
    await expect(page).toHaveURL(/\/requests\//);
  },

  'good files survive an error; a bad one is named; one can be removed': async ({ page, language, mode }) => {
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
    await form.files.setInputFiles([large, scan]);
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

  'more files than allowed are told': async ({ page, language, mode }) => {
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
      // Spec, section 5: a selection that goes over adds nothing.
      await expect(form.filesError).toHaveText(form.t.form.too_many_files.replace('{{max}}', '7'));
      await expect(form.fileRows).toHaveCount(0);
      await form.files.setInputFiles(eight.slice(0, 7));
      await expect(form.fileRows).toHaveCount(7);
    }
    await form.send();
    await expect(page).toHaveURL(/\/requests\//);
  },

  'a city with several airports is asked about, not guessed': async ({ page, language, mode }) => {
    const form = evacuationPage(page, language);
    await form.fill({ origin: language === 'ar' ? 'لندن' : 'London' });
    await form.send();
    await expect(form.problems).toHaveText([form.t.form.airport_ambiguous]);
    await expectAccessible(page, mode);
    await page.getByRole('radio', { name: /LHR/ }).check();
    await form.send();
    await expect(page).toHaveURL(/\/requests\//);
    await expect(page.getByText('LHR')).toBeVisible();
  },

  'a desk that fails costs nothing: everything stays, with a reference, and can be sent again': async ({
    page,
    language,
    mode,
    api,
  }) => {
    const form = evacuationPage(page, language);
    const request = await form.fill();
    await form.files.setInputFiles([report]);
    api.behave('error');
    await form.send();
    await expect(form.summary).toContainText(form.t.form.error);
    await expect(form.summary.locator('bdi').first()).toHaveText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    await expect(form.summary).toBeFocused();
    for (const [name, value] of Object.entries(request)) await expect(form.field(name)).toHaveValue(value);
    await expect(form.fileRows).toHaveCount(1);
    await expectAccessible(page, mode);
    const reference = (await form.summary.locator('bdi').first().textContent()) ?? '';

    api.behave('ok');
    await page.getByRole('button', { name: form.t.failed.again }).click();
    await expect(page).toHaveURL(/\/requests\//);
    await expect(page.getByText(reference)).toBeVisible();
    expect(
      api.received.filter((call) => call.accepted && call.parts.some(({ value }) => value === request.name)),
    ).toHaveLength(1);
  },

  'the other language takes the half-filled form along': async ({ page, language, mode }) => {
    const form = evacuationPage(page, language);
    const other: Language = language === 'ar' ? 'en' : 'ar';
    await form.field('name').fill('Ahmad');
    await form.files.setInputFiles([scan]);
    if (mode === 'no-script') await page.locator(`button[data-continue-in=${other}]`).click();
    else await chooseLanguage(page, other);
    await expect(page.locator('html')).toHaveAttribute('lang', other);
    await expect(form.field('name')).toHaveValue('Ahmad');
    await expect(evacuationPage(page, other).removeButton(scan.name)).toBeVisible();
    await expect(form.summary).toHaveCount(0);
    if (mode === 'no-script') return;
    expect(await page.evaluate(() => localStorage.getItem('language'))).toBe(other);
    await page.goto('/');
    await expect(page).toHaveURL(new RegExp(`/${other}$`));
  },

  'the form on the home page does the same': async ({ page, language, mode }) => {
    await page.goto(`/${language}`);
    if (mode !== 'no-script') await reactStarts(page);
    if (mode === 'server-checks') await removeConstraints(page);
    const form = evacuationPage(page, language);
    await expectAccessible(page, mode);
    await form.send();
    await expect(form.problems).toHaveCount(5);
    await form.fill();
    await form.files.setInputFiles([scan]);
    await form.send();
    await expect(page).toHaveURL(/\/requests\//);
  },
};

runScenarios(modes, ({ page, language, mode }) => openForm(page, language, mode), scenarios);
