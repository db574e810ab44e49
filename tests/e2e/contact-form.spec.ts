import type { Page } from 'playwright/test';
import type { Language } from '../../app/i18n/languages.ts';
import { docx, pdf, png } from '../support/medical-files.ts';
import { inEveryLanguage } from '../support/translations.ts';
import {
  expect,
  expectAccessible,
  removeConstraints,
  runAlternatingScenarios,
  runScenarios,
  test,
  type Variant,
  waitForHydration,
} from './site-test.ts';

const texts = inEveryLanguage(({ forms, contact }) => ({ ...forms, page: contact }));

const letter = { name: 'letter.docx', mimeType: 'application/octet-stream', buffer: docx() };
const report = { name: 'تقرير.pdf', mimeType: 'application/pdf', buffer: pdf(5000) };
const scan = { name: 'scan.png', mimeType: 'image/png', buffer: png };
const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('no document') };

let counter = 0;

/** Page object for the contact form. */
function contactPage(page: Page, language: Language) {
  const t = texts[language];
  // The page also has the call-back form.
  const textbox = (label: string) => page.locator('#contact').getByRole('textbox', { name: label });
  return {
    t,
    name: textbox(t.field.name),
    email: textbox(t.field.email),
    message: textbox(t.page.form.message),
    files: page.locator('#contact-files'),
    summary: page.getByRole('alert'),
    problems: page.getByRole('alert').getByRole('link'),
    fileRows: page.locator('li:has(bdi):has(button)'),
    async fill(): Promise<string> {
      counter += 1;
      const name = `Ahmad ${counter} ${Date.now()}`;
      await textbox(t.field.name).fill(name);
      await textbox(t.field.phone).fill('٠٠٩٦٦ ٥٠-١٢٣ ٤٥٦٧');
      await textbox(t.field.email).fill('a@b.example');
      await textbox(t.page.form.message).fill('سطر\nline');
      return name;
    },
    send: () => page.getByRole('button', { name: t.page.form.send, exact: true }).click(),
  };
}

async function openContact({ page, language, mode }: Variant): Promise<void> {
  await page.goto(`/${language}/contact`);
  if (mode !== 'no-script') await waitForHydration(page, 'contact');
  if (mode === 'server-checks') await removeConstraints(page);
}

runScenarios(openContact, {
  'an empty form lists each missing field with a link to it': async ({ page, language, mode }) => {
    const form = contactPage(page, language);
    await form.send();
    await expect(form.problems).toHaveText([
      form.t.form.name_required,
      form.t.form.phone_required,
      form.t.form.email_required,
    ]);
    await expect(form.summary).toBeFocused();
    await expectAccessible(page, mode);
    await form.problems.nth(2).click();
    await expect(form.email).toBeFocused();
  },

  'a message with documents leads to its receipt': async ({ page, language, mode, api }) => {
    const form = contactPage(page, language);
    const name = await form.fill();
    await form.files.setInputFiles([letter, report]);
    await form.send();
    await expect(page).toHaveURL(new RegExp(`/${language}/requests/`));
    await expect(page.getByRole('status').filter({ hasText: form.t.form.message_sent })).toBeVisible();
    await expect(page.getByText(letter.name)).toBeVisible();
    await expectAccessible(page, mode);
    const calls = api.received.filter(({ parts }) => parts.some(({ value }) => value === name));
    expect(calls.map(({ path }) => path)).toEqual(['/contact']);
  },
});

// Errors that only the server detects.
runAlternatingScenarios(openContact, {
  'a file of the wrong type is named, and all other values are kept': async ({ page, language }) => {
    const form = contactPage(page, language);
    const name = await form.fill();
    await form.files.setInputFiles([letter, note]);
    await form.send();
    await expect(form.problems).toHaveText([
      form.t.form.file_wrong_type_letter.replace('{{name}}', `\u2068${note.name}\u2069`),
    ]);
    await expect(form.name).toHaveValue(name);
    await expect(form.message).toHaveValue('سطر\nline');
    await expect(form.fileRows).toHaveCount(1);
    await form.send();
    await expect(page).toHaveURL(/\/requests\//);
  },

  'if the desk fails, the form keeps everything and can be submitted again': async ({ page, language, mode, api }) => {
    const form = contactPage(page, language);
    const name = await form.fill();
    await form.files.setInputFiles([letter]);
    api.setBehaviour('error');
    await form.send();
    if (mode !== 'no-script') await page.getByRole('dialog').getByRole('button', { name: form.t.dialog.ok }).click();
    await expect(form.summary).toContainText(form.t.form.error);
    await expect(form.message).toHaveValue('سطر\nline');
    await expect(form.fileRows).toHaveCount(1);
    await expectAccessible(page, mode);
    api.setBehaviour('ok');
    await page.getByRole('button', { name: form.t.failed.again }).click();
    await expect(page).toHaveURL(/\/requests\//);
    const accepted = api.received.filter((call) => call.accepted && call.parts.some(({ value }) => value === name));
    expect(accepted).toHaveLength(1);
  },
});

test('a picture in another format is sent as JPG, and one that the browser cannot read is refused', async ({
  page,
  desk: { api },
}) => {
  await page.goto('/ar/contact');
  await waitForHydration(page, 'contact');
  const form = contactPage(page, 'ar');
  const name = await form.fill();
  const photo = { name: 'photo.heic', mimeType: 'image/heic', buffer: Buffer.from('not a picture') };
  await form.files.setInputFiles([scan, photo]);
  await expect(form.fileRows.filter({ hasText: 'scan.jpg' })).toContainText(form.t.files.stored);
  await expect(page.getByText(form.t.files.converted, { exact: true })).toBeVisible();
  // The same picture again is not added again.
  await form.files.setInputFiles([scan]);
  await expect(form.fileRows.filter({ hasText: 'scan.jpg' })).toHaveCount(1);
  await expectAccessible(page, 'browser-checks');
  await form.send();
  await expect(form.problems).toHaveText([
    form.t.form.file_wrong_type_letter.replace('{{name}}', `\u2068${photo.name}\u2069`),
  ]);
  await form.send();
  await expect(page).toHaveURL(/\/requests\//);
  const call = api.received.find(({ parts }) => parts.some(({ value }) => value === name));
  expect(call?.files.map(({ name: fileName, type, head }) => [fileName, type, head.toString('hex', 0, 3)])).toEqual([
    ['scan.jpg', 'image/jpeg', 'ffd8ff'],
  ]);
});

test('our texts replace those of the browser until there is a file or a date', async ({ page }) => {
  // React does not start: the names of chosen files are then in the native input only.
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await page.goto('/ar/services/evacuation');
  const files = page.locator('#evacuation-files');
  const date = page.locator('input[type=date]');
  const wordsOverDate = () =>
    page.locator('.empty-words').evaluate((words) => getComputedStyle(words, '::before').content);
  /**
   * Whether the browser's own words are visible: the date field's text is not transparent, and the file field's has a
   * size.
   */
  const ownWords = () =>
    Promise.all([
      date.evaluate((input) => getComputedStyle(input).color !== 'rgba(0, 0, 0, 0)'),
      files.evaluate((input) => getComputedStyle(input).fontSize !== '0px'),
    ]);
  await expect.poll(wordsOverDate).toBe(`"${texts.ar.field.choose_date}"`);
  await expect.poll(ownWords).toEqual([false, false]);
  await files.setInputFiles([report]);
  await date.focus();
  await expect.poll(wordsOverDate).toBe('none');
  await expect.poll(ownWords).toEqual([true, true]);
  await date.fill('2099-03-27');
  await page.locator('[name=name]').focus();
  await expect.poll(ownWords).toEqual([true, true]);
  await date.fill('');
  await page.locator('[name=name]').focus();
  await expect.poll(wordsOverDate).not.toBe('none');
});
