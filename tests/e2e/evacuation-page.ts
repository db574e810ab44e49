import type { Locator, Page } from 'playwright/test';
import type { Language } from '../../app/i18n/languages.ts';
import arEvacuation from '../../locales/ar/evacuation.json' with { type: 'json' };
import arForms from '../../locales/ar/forms.json' with { type: 'json' };
import enEvacuation from '../../locales/en/evacuation.json' with { type: 'json' };
import enForms from '../../locales/en/forms.json' with { type: 'json' };
import { validRequest } from '../support/evacuation-request.ts';

export const texts = {
  ar: { ...arForms, page: arEvacuation },
  en: { ...enForms, page: enEvacuation },
};

/** The request form as a person uses it: by the words on the page. */
export function evacuationPage(page: Page, language: Language) {
  const t = texts[language];
  const field = (name: string): Locator => page.locator(`#evacuation input[name="${name}"]:not([type=radio])`);
  return {
    t,
    field,
    files: page.locator('#evacuation-files'),
    summary: page.getByRole('alert'),
    problems: page.getByRole('alert').getByRole('link'),
    sendButton: page.getByRole('button', { name: t.page.form.send, exact: true }),
    /** Files that are or will be sent; a refused one has a row of words only. */
    fileRows: page.locator('li:has(bdi):has(button)'),
    filesError: page.locator('#evacuation-files-error'),

    /** Fills in everything that is asked for; what stands there already is replaced. */
    async fill(overrides: Record<string, string> = {}): Promise<Record<string, string>> {
      const request = validRequest(overrides);
      for (const [name, value] of Object.entries(request)) await field(name).fill(value);
      // The list of airports would cover the next field.
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
