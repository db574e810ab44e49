import type { Locator, Page } from 'playwright/test';
import { type FormLanguage, formLanguageCodes, pathIn } from '../../app/i18n/languages.ts';
import { inEach } from '../support/translations.ts';

const texts = inEach(formLanguageCodes, ({ forms, 'medical-flight': page, receipt }) => ({ ...forms, page, receipt }));

/** Each request gets a different name, because equal requests become one enquiry. */
let counter = 0;

/** Returns the URL path of the form. */
export function medicalFlightPath(language: FormLanguage, transportType = 'air-ambulance'): string {
  return pathIn(language, `/medical-flight/${transportType}`);
}

/** Page object for the medical flight form. */
export function medicalFlightPage(page: Page, language: FormLanguage) {
  const t = texts[language];
  const form = page.locator('form#medical-flight');
  const field = (name: string): Locator => form.locator(`[name="${name}"]:not([type=radio])`);
  const checkbox = (label: string): Locator => form.getByRole('checkbox', { name: label });
  const sendButton = form.getByRole('button', { name: t.page.form.send, exact: true });

  async function enter(values: Record<string, string>): Promise<void> {
    for (const [name, value] of Object.entries(values)) await field(name).fill(value);
    // Close the list of airports, which covers the next field.
    await page.keyboard.press('Escape');
  }

  return {
    t,
    form,
    field,
    checkbox,
    enter,
    files: page.locator('#medical-flight-files'),
    /** Rows of stored or chosen files. */
    fileRows: form.locator('li:has(bdi):has(button)'),
    summary: page.getByRole('alert'),
    errorLinks: page.getByRole('alert').getByRole('link'),
    dialog: page.getByRole('dialog'),
    sendButton,
    retryButton: page.getByRole('button', { name: t.failed.again }),

    /** Fills in the required fields. @returns their values */
    async fill(overrides: Record<string, string> = {}): Promise<Record<string, string>> {
      counter += 1;
      const values = {
        origin: 'Riyadh (RUH)',
        destination: 'MUC',
        condition: 'Awake, breathing unaided.\nواعٍ',
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
