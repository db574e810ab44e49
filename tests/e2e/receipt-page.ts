import type { Page } from 'playwright/test';
import { hospitalSheetGerman } from '../../app/enquiries/receipt/sheet/hospital-sheet-german.ts';
import type { Language } from '../../app/i18n/languages.ts';
import { inEveryLanguage } from '../support/translations.ts';

const texts = inEveryLanguage(({ forms, receipt }) => ({ ...forms, page: receipt }));

/** Page object for a receipt. */
export function receiptPage(page: Page, language: Language) {
  const t = texts[language];
  return {
    t,
    summary: page.getByRole('alert'),
    problems: page.getByRole('alert').getByRole('link'),
    /** The flash message that confirms the last action. */
    confirmation: (text: string) => page.getByRole('status').filter({ hasText: text }),
    /** Reads the reference as displayed: `7K2M-9QXA`. */
    reference: async () => (await page.getByRole('main').locator('bdi').first().textContent()) ?? '',
    values: page.getByRole('definition'),
    /** What has happened to the enquiry. */
    progress: page
      .getByRole('main')
      .locator('section', { has: page.getByRole('heading', { name: t.page.progress.heading }) })
      .getByRole('definition'),
    /** Documents and corrections sent after the enquiry. */
    additions: page
      .getByRole('main')
      .locator('section', { has: page.getByRole('heading', { name: t.page.later.heading }) })
      .getByRole('definition'),

    documents: {
      files: page.locator('#documents-files'),
      /** Rows of stored or chosen files. */
      rows: page.locator('form#documents li:has(bdi):has(button)'),
      send: page.getByRole('button', { name: t.page.documents.send, exact: true }),
    },
    details: {
      open: page.getByText(t.page.details.open, { exact: true }),
      field: (name: 'name' | 'phone' | 'email') => page.locator(`form#details [name=${name}]`),
      send: page.getByRole('button', { name: t.page.details.send, exact: true }),
    },
    sheet: {
      open: page.getByRole('link', { name: t.page.sheet.open }),
      heading: page.getByRole('heading', { level: 1, name: t.page.sheet.title }),
      german: page
        .locator('[lang=de][dir=ltr]')
        .filter({ hasText: new RegExp(Object.values(hospitalSheetGerman).join('|')) }),
      print: page.getByRole('button', { name: t.page.print }),
      back: page.getByRole('link', { name: t.page.sheet.back }),
    },
    erasing: {
      open: page.getByRole('link', { name: t.page.erase.open }),
      confirm: page.getByRole('button', { name: t.page.erase.confirm }),
      keep: page.getByRole('link', { name: t.page.erase.keep }),
      done: page.getByRole('heading', { level: 1, name: t.page.erased.title }),
    },
  };
}
