import type { Locator, Page } from 'playwright/test';
import { pathIn, type Language, type Wording } from '../../app/i18n/languages.ts';
import arForms from '../../locales/ar/forms.json' with { type: 'json' };
import arFlight from '../../locales/ar/medical-flight.json' with { type: 'json' };
import arReceipt from '../../locales/ar/receipt.json' with { type: 'json' };
import enForms from '../../locales/en/forms.json' with { type: 'json' };
import enFlight from '../../locales/en/medical-flight.json' with { type: 'json' };
import enReceipt from '../../locales/en/receipt.json' with { type: 'json' };
import ruForms from '../../locales/ru/forms.json' with { type: 'json' };
import ruFlight from '../../locales/ru/medical-flight.json' with { type: 'json' };
import ruReceipt from '../../locales/ru/receipt.json' with { type: 'json' };

const texts = {
  ar: { ...arForms, page: arFlight, receipt: arReceipt },
  en: { ...enForms, page: enFlight, receipt: enReceipt },
  ru: { ...ruForms, page: ruFlight, receipt: ruReceipt },
};

/** Each request differs, because the same content is the same enquiry. */
let counter = 0;

/** Where the long form is, in a language of pages or in Russian on one of them. */
export function medicalFlightAddress(language: Language, wording: Wording, kind = 'air-ambulance'): string {
  return pathIn(language, `/medical-flight/${kind}`) + (wording === 'ru' ? '?wording=ru' : '');
}

/** The long request form as a person uses it: by the words of its language. */
export function medicalFlightPage(page: Page, wording: Wording) {
  const t = texts[wording];
  const form = page.locator('form#medical-flight');
  const field = (name: string): Locator => form.locator(`[name="${name}"]:not([type=radio])`);
  const box = (label: string): Locator => form.getByRole('checkbox', { name: label });
  const sendButton = form.getByRole('button', { name: t.page.form.send, exact: true });

  async function enter(values: Record<string, string>): Promise<void> {
    for (const [name, value] of Object.entries(values)) await field(name).fill(value);
    // The list of airports would cover the next field.
    await page.keyboard.press('Escape');
  }

  return {
    t,
    form,
    field,
    box,
    enter,
    files: page.locator('#medical-flight-files'),
    /** Files that are or will be sent. */
    fileRows: form.locator('li:has(bdi):has(button)'),
    summary: page.getByRole('alert'),
    problems: page.getByRole('alert').getByRole('link'),
    dialog: page.getByRole('dialog'),
    sendButton,
    sendAgain: page.getByRole('button', { name: t.failed.again }),

    /** Enters what is asked for and returns it. */
    async fill(overrides: Record<string, string> = {}): Promise<Record<string, string>> {
      counter += 1;
      const values = {
        origin: 'Riyadh (RUH)',
        destination: 'MUC',
        condition: 'Awake, breathing alone.\nواعٍ',
        name: `Ahmad ${counter} ${Date.now()}`,
        phone: '٠٠٩٦٦ ٥٠-١٢٣ ٤٥٦٧',
        email: 'a@b.example',
        ...overrides,
      };
      await enter(values);
      return values;
    },
  };
}
