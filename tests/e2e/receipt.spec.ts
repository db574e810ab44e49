import { hospitalSheetGerman } from '../../app/enquiries/receipt/sheet/hospital-sheet-german.ts';
import { type Language, languageCodes } from '../../app/i18n/languages.ts';
import { formData, send } from '../support/evacuation-request.ts';
import { docx, executable, pdf } from '../support/medical-files.ts';
import { runEnquiries, type Site } from '../support/site.ts';
import type { StandInApi } from '../support/stand-in-api.ts';
import { receiptPage } from './receipt-page.ts';
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  removeConstraints,
  runAlternatingScenarios,
  runScenarios,
  test,
  type Variant,
  waitForHydration,
} from './site-test.ts';

const report = { name: 'تقرير.pdf', mimeType: 'application/pdf', buffer: pdf(5000) };
const fake = { name: 'fake.pdf', mimeType: 'application/pdf', buffer: executable };
const letter = { name: 'letter.docx', mimeType: 'application/octet-stream', buffer: docx() };

/** Sends a request without the browser. @returns the URL of its receipt */
async function sendRequest(site: Site, language: Language): Promise<string> {
  const response = await send(site, {}, [], language);
  expect(response.status).toBe(303);
  return response.headers.get('Location') ?? '';
}

/** Opens a receipt and prepares it for the mode. */
async function show({ page, mode }: Pick<Variant, 'page' | 'mode'>, address: string): Promise<void> {
  await page.goto(address);
  if (mode !== 'no-script') await waitForHydration(page, 'documents');
  if (mode === 'server-checks') await removeConstraints(page);
}

const openReceipt = async (variant: Variant) => show(variant, await sendRequest(variant.site, variant.language));

/** Lists the API's calls with this message. */
const callsWithMessage = (api: StandInApi, message: string) =>
  api.received.filter(({ parts }) => parts.some(({ name, value }) => name === 'message' && value === message));

runScenarios(openReceipt, {
  'contact details can be corrected': async ({ page, language, mode, api }) => {
    const receipt = receiptPage(page, language);
    const { t, details } = receipt;
    const message = `corrected contact details of ${await receipt.reference()}`;
    await expect(details.send).toBeHidden();
    await details.open.click();
    await expect(details.field('email')).toHaveValue('ahmad@example.com');
    await details.field('email').fill('a@b');
    await details.field('phone').fill('');
    await details.send.click();
    await expect(receipt.problems).toHaveText([t.form.phone_required, t.form.email_invalid]);
    await expect(receipt.summary).toBeFocused();
    await expect(details.field('email')).toHaveValue('a@b');
    await expectAccessible(page, mode);
    await receipt.problems.nth(1).click();
    await expect(details.field('email')).toBeFocused();

    await details.field('email').fill('new@example.com');
    await details.field('phone').fill('٠٥٠ ٧٦٥ ٤٣٢١');
    await details.send.click();
    await expect(receipt.confirmation(t.page.details.corrected)).toBeVisible();
    await expect(receipt.values.getByText('new@example.com', { exact: true })).toBeVisible();
    await expect(receipt.values.getByText('0507654321', { exact: true })).toBeVisible();
    await expect(receipt.additions).toHaveText([new RegExp(t.page.later.correction)]);
    await expectAccessible(page, mode);
    expect(callsWithMessage(api, message)).toMatchObject([{ path: '/ambulance', accepted: true }]);
    expect(callsWithMessage(api, message)[0]?.parts).toContainEqual({ name: 'email', value: 'new@example.com' });

    await show({ page, mode }, page.url());
    await expect(receipt.confirmation(t.page.details.corrected)).toHaveCount(0);
    await details.open.click();
    await details.send.click();
    await expect(receipt.confirmation(t.page.details.corrected)).toBeVisible();
    expect(callsWithMessage(api, message)).toHaveLength(1);
  },
});

// Read-only pages, and forms that are plain posts even with JavaScript.
runAlternatingScenarios(openReceipt, {
  'later documents are added to the request, each only once': async ({ page, language, mode, api }) => {
    const receipt = receiptPage(page, language);
    const { t, documents } = receipt;
    const message = `further documents for ${await receipt.reference()}`;
    await documents.send.click();
    await expect(receipt.summary).toContainText(t.form.nothing_chosen);
    await expect(receipt.summary).toBeFocused();
    await expectAccessible(page, mode);

    await documents.files.setInputFiles([report, fake]);
    await documents.send.click();
    await expect(receipt.problems).toHaveText([t.form.file_wrong_type.replace('{{name}}', `\u2068${fake.name}\u2069`)]);
    await expect(documents.rows.filter({ hasText: report.name })).toHaveCount(1);
    expect(callsWithMessage(api, message)).toEqual([]);
    await expectAccessible(page, mode);

    await documents.send.click();
    await expect(receipt.confirmation(t.page.documents.added)).toBeVisible();
    await expect(receipt.additions).toHaveText([new RegExp(`${report.name}.*${t.page.later.delivered}`)]);
    expect(callsWithMessage(api, message)).toMatchObject([{ path: '/ambulance', accepted: true }]);
    expect(callsWithMessage(api, message)[0]?.files.map(({ name }) => name)).toEqual([report.name]);
    await expectAccessible(page, mode);

    await show({ page, mode }, page.url());
    await expect(receipt.confirmation(t.page.documents.added)).toHaveCount(0);
    await documents.files.setInputFiles([report]);
    await documents.send.click();
    await expect(receipt.confirmation(t.page.documents.added)).toBeVisible();
    await expect(receipt.additions).toHaveCount(1);
    expect(callsWithMessage(api, message)).toHaveLength(1);
  },

  'the sheet for the hospital is bilingual and prints without navigation': async ({ page, language, mode }) => {
    const receipt = receiptPage(page, language);
    const { t, sheet } = receipt;
    const address = page.url();
    const reference = await receipt.reference();
    await sheet.open.click();
    await expect(sheet.heading).toBeVisible();
    await expect(sheet.german).toHaveText(Object.values(hospitalSheetGerman));
    await expect(page.getByText(reference, { exact: true })).toBeVisible();
    await expect(page.getByText(t.page.sheet.pathology)).toBeVisible();
    await expectAccessible(page, mode);
    await expect(page.getByText(t.page.sheet.print_hint)).toBeVisible({ visible: mode === 'no-script' });
    await expect(sheet.print).toBeVisible({ visible: mode !== 'no-script' });
    if (mode !== 'no-script') {
      await page.evaluate(() => Object.assign(window, { print: () => (document.title = 'printed') }));
      await sheet.print.click();
      await expect(page).toHaveTitle('printed');
    }

    await page.emulateMedia({ media: 'print' });
    await expect(sheet.heading).toBeVisible();
    await expect(sheet.german.last()).toBeVisible();
    for (const role of ['banner', 'contentinfo', 'navigation', 'button'] as const) {
      await expect(page.getByRole(role)).toHaveCount(0);
    }
    await expect(sheet.back).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await sheet.back.click();
    await expect(page).toHaveURL(address);
  },

  'everything can be erased permanently after a confirmation': async ({ page, language, mode, api }) => {
    const receipt = receiptPage(page, language);
    const { t, erasing } = receipt;
    const address = page.url();
    const reference = await receipt.reference();
    await erasing.open.click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(reference);
    // In these tests, the desk is external.
    await expect(page.getByText(t.page.erase.desk)).toBeVisible();
    await expectAccessible(page, mode);
    await erasing.keep.click();
    await expect(page).toHaveURL(address);
    await expect(receipt.values.getByText('RUH')).toBeVisible();

    await erasing.open.click();
    await erasing.confirm.click();
    await expect(erasing.done).toBeVisible();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('main').getByRole('link', { name: '+49 30 23125 010' })).toBeVisible();
    await expect(page.getByText(reference)).toHaveCount(0);
    await expectAccessible(page, mode);
    await expect.poll(() => callsWithMessage(api, `please erase ${reference}`).length).toBe(1);
    for (const path of ['', '/sheet', '/delete']) {
      const response = await page.goto(address + path);
      expect(response?.status(), path).toBe(410);
      await expect(erasing.done).toBeVisible();
    }
  },

  'a receipt still open elsewhere reports that its request has been erased': async (variant) => {
    const { page, language, mode, api } = variant;
    const errors: Error[] = [];
    const openElsewhere = async () => {
      const tab = await page.context().newPage();
      tab.on('pageerror', (error) => errors.push(error));
      await show({ page: tab, mode }, page.url());
      return { tab, receipt: receiptPage(tab, language) };
    };
    const documentsTab = await openElsewhere();
    const detailsTab = await openElsewhere();
    const here = receiptPage(page, language);
    const reference = await here.reference();
    await here.erasing.open.click();
    await here.erasing.confirm.click();
    await expect(here.erasing.done).toBeVisible();

    const { documents, erasing } = documentsTab.receipt;
    await documents.files.setInputFiles([report]);
    await documents.send.click();
    await expect(erasing.done).toBeVisible();
    await expectAccessible(documentsTab.tab, mode);

    const { details } = detailsTab.receipt;
    await details.open.click();
    await details.field('name').fill('Somebody Else');
    await details.send.click();
    await expect(detailsTab.receipt.erasing.done).toBeVisible();
    expect(callsWithMessage(api, `further documents for ${reference}`)).toEqual([]);
    expect(callsWithMessage(api, `corrected contact details of ${reference}`)).toEqual([]);
    expect(errors).toEqual([]);
  },

  'the current progress is stated first, and every event is listed with its time': async ({
    page,
    language,
    mode,
    site,
  }) => {
    const receipt = receiptPage(page, language);
    const { progress } = receipt.t.page;
    await expect(page.getByRole('heading', { name: progress.heading })).toBeHidden();
    expect((await runEnquiries(site, 'take', await receipt.reference())).code).toBe(0);
    await page.reload();
    await expect(page.getByText(progress.now.taken, { exact: true })).toBeVisible();
    await expect(receipt.progress).toHaveText([progress.received, progress.event.taken]);
    await expectAccessible(page, mode);
    await expectNoHorizontalScroll(page);
  },
});

test('a contact request also accepts Word documents later', async ({ page, desk: { site, api } }) => {
  const fields = { name: `Ahmad ${Date.now()}`, phone: '+966 50 123 4567', email: 'a@b.example', message: 'x' };
  const sent = await fetch(`${site.url}/en/contact`, { method: 'POST', body: formData(fields), redirect: 'manual' });
  await show({ page, mode: 'browser-checks' }, sent.headers.get('Location') ?? '');
  const receipt = receiptPage(page, 'en');
  const message = `further documents for ${await receipt.reference()}`;
  await receipt.documents.files.setInputFiles([letter]);
  await receipt.documents.send.click();
  await expect(receipt.additions).toContainText([letter.name]);
  expect(callsWithMessage(api, message)).toMatchObject([{ path: '/contact', accepted: true }]);
});

for (const language of languageCodes) {
  test(`${language}: the receipt, the sheet and the erasure page never scroll sideways`, async ({
    page,
    desk: { site },
  }) => {
    const address = await sendRequest(site, language);
    for (const path of ['', '/sheet', '/delete']) {
      await page.goto(address + path);
      await expectNoHorizontalScroll(page);
    }
  });
}
