import type { Locator, Page } from 'playwright/test';
import type { Language } from '../../app/i18n/languages.ts';
import { validRequest } from '../support/evacuation-request.ts';
import { inEveryLanguage } from '../support/translations.ts';

export const texts = inEveryLanguage(({ forms, evacuation, airports }) => ({ ...forms, page: evacuation, airports }));

/** Page object for the evacuation form. */
export function evacuationPage(page: Page, language: Language) {
  const t = texts[language];
  const field = (name: string): Locator => page.locator(`#evacuation input[name="${name}"]:not([type=radio])`);
  return {
    t,
    field,
    checkbox: (label: string): Locator => page.locator('#evacuation').getByRole('checkbox', { name: label }),
    condition: page.locator('#evacuation textarea[name=condition]'),
    choice: (name: string, value: string): Locator => page.locator(`#evacuation [name=${name}][value=${value}]`),
    /** The collapsible part about how to reach the family. */
    reach: page.locator('#evacuation details:has([name=reach_by])'),
    /** The button that opens and closes the condition, which is collapsed on the home page. */
    conditionButton: page.locator('#evacuation details:has([name=condition]) > summary'),
    consent: page.locator('#evacuation [data-consent-text]'),
    detailButton: page.getByRole('button', { name: t.page.form.more_button }),
    files: page.locator('#evacuation-files'),
    summary: page.getByRole('alert'),
    problems: page.getByRole('alert').getByRole('link'),
    sendButton: page.getByRole('button', { name: t.page.form.send, exact: true }),
    /** Rows of stored or chosen files; rejected files have no row. */
    fileRows: page.locator('li:has(bdi):has(button)'),
    filesError: page.locator('#evacuation-files-error'),

    /** Fills in all required fields. @returns their values */
    async fill(overrides: Record<string, string> = {}): Promise<Record<string, string>> {
      const request = validRequest(overrides);
      for (const [name, value] of Object.entries(request)) await field(name).fill(value);
      // Close the list of airports, which covers the next field.
      await page.keyboard.press('Escape');
      return request;
    },
    async send(): Promise<void> {
      await page.getByRole('button', { name: t.page.form.send, exact: true }).click();
    },
    removeButton: (name: string): Locator =>
      page.getByRole('button', { name: t.files.remove.replace('{{name}}', `\u2068${name}\u2069`) }),
    fileError: (
      code: 'file_too_large' | 'file_wrong_type' | 'file_empty' | 'too_many_files_named',
      name: string,
    ): string =>
      t.form[code].replace('{{name}}', `\u2068${name}\u2069`).replace('{{max}}', '7').replace('{{megabytes}}', '30'),
  };
}
