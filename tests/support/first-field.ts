import type { Locator, Page } from 'playwright/test';

/** Text fields of the forms in the content of a page. */
const textFields = 'main form input:is([type=text], [type=tel], [type=email])';

/** Returns the first field of the page's first form, scrolled into view; undefined on a page without a form. */
export async function firstField(page: Page): Promise<Locator | undefined> {
  const field = page.locator(textFields).first();
  if ((await field.count()) === 0) return undefined;
  // The results page shows its search form on request.
  if (!(await field.isVisible())) await page.locator('main details:has(form) > summary').first().tap();
  await field.scrollIntoViewIfNeeded();
  return field;
}

/**
 * Taps a field and replaces its text, as a visitor does. If the field suggests airports, waits for the list of
 * suggestions. Requires JavaScript.
 * @returns whether a list is open
 */
export async function typeInto(field: Locator): Promise<boolean> {
  await field.tap();
  await field.fill('b');
  const [name, id] = await Promise.all([field.getAttribute('name'), field.getAttribute('id')]);
  // The places of a flight to book are free text, without suggestions.
  if (name !== 'origin' || id === 'flight-booking-origin') return false;
  // Waits for the attribute: a field with a datalist has the same role without it.
  await field.and(field.page().locator('[role=combobox]')).waitFor();
  await field.fill('be');
  await field.page().locator('[role=option]').first().waitFor();
  return true;
}
