import type { Page } from 'playwright/test';
import type { Language } from '../../app/i18n/languages.ts';
import { germanSheet } from '../../app/enquiries/receipt/german-sheet.ts';
import arForms from '../../locales/ar/forms.json' with { type: 'json' };
import arReceipt from '../../locales/ar/receipt.json' with { type: 'json' };
import enForms from '../../locales/en/forms.json' with { type: 'json' };
import enReceipt from '../../locales/en/receipt.json' with { type: 'json' };

const texts = {
  ar: { ...arForms, page: arReceipt },
  en: { ...enForms, page: enReceipt },
};

/** A receipt as a person uses it: by the words on the page. */
export function receiptPage(page: Page, language: Language) {
  const t = texts[language];
  return {
    t,
    summary: page.getByRole('alert'),
    problems: page.getByRole('alert').getByRole('link'),
    /** What has just been done, said once. */
    notice: (text: string) => page.getByRole('status').filter({ hasText: text }),
    /** As it is read aloud: `7K2M-9QXA`. */
    reference: async () => (await page.getByRole('main').locator('bdi').first().textContent()) ?? '',
    answers: page.getByRole('definition'),
    /** Each addition since the enquiry arrived. */
    additions: page
      .getByRole('main')
      .locator('section', { has: page.getByRole('heading', { name: t.page.later.heading }) })
      .getByRole('definition'),

    documents: {
      files: page.locator('#documents-files'),
      /** Files that are or will be sent. */
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
      german: page.locator('[lang=de][dir=ltr]').filter({ hasText: new RegExp(Object.values(germanSheet).join('|')) }),
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
