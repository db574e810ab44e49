import type { Page } from 'playwright/test';
import { formLanguageCodes, hasPage, languageCodes, pathIn } from '../../app/i18n/languages.ts';
import { everyForm } from '../support/every-form.ts';
import { expect, test, waitForHydration } from './site-test.ts';

// If the server's elements or text differ from React's, React rebuilds the document, which loses focus. A different
// attribute remains until React changes it.

/** The pages that run in the browser, without their language. Some of them exist in Russian. */
const paths = [
  '',
  '/contact',
  '/services/booking',
  '/services/evacuation',
  '/medical-flight/air-ambulance',
  '/flights',
  '/search/flights',
  '/search/flights?origin=RUH&destination=BER&depart_date=2031-03-04&adults=1&children=0&infants=0&travelClass=Y',
  '/flights/x?search=y',
];

/** The pages with forms that React takes over. */
const formPaths = new Set(
  everyForm.filter(({ isPlain }) => !isPlain).map(({ path }) => path.replace(/\?.*/, '') || '/'),
);

for (const language of formLanguageCodes) {
  test(`React adopts the elements and attributes of every page that runs in the browser, in ${language}`, async ({
    page,
    desk,
  }) => {
    desk.api.flights.speedUp(1_000_000);
    await page.addInitScript(() => {
      addEventListener('document-rebuilt', () => (document.documentElement.dataset.rebuilt = ''));
    });
    for (const path of paths.filter((path) => hasPage(language, path))) {
      const address = pathIn(language, path);
      await page.goto(address);
      await waitForHydration(page, 'content');
      await expect(page.locator('html'), address).not.toHaveAttribute('data-rebuilt');
      expect(await differences(page), address).toEqual([]);
    }
  });
}

test.describe('with an extension that puts a style of its own first', () => {
  // Browsers let extensions do what the page's policy forbids.
  test.use({ toleratesPageErrors: true });

  for (const [index, path] of [...formPaths].entries()) {
    const address = pathIn(languageCodes[index % languageCodes.length] ?? 'ar', path);
    test(`${address} keeps its styles when it is touched`, async ({ page }) => {
      await page.goto(address);
      const readStyles = () =>
        page.evaluate(() =>
          Array.from(document.querySelectorAll('h1, main form, main form :is(input, button[type=submit])'), (part) => {
            const { padding, display, color, fontFamily } = getComputedStyle(part);
            return [padding, display, color, fontFamily];
          }).slice(0, 5),
        );
      const before = await readStyles();
      await page.evaluate(() => {
        const style = document.createElement('style');
        style.textContent = '.from-extension { color: red }';
        document.head.prepend(style);
      });
      await waitForHydration(page, 'content');
      expect(await readStyles()).toEqual(before);
    });
  }
});

/** Returns the ids, references and addresses in the page that differ from what React would have rendered. */
function differences(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const names: Record<string, string> = { htmlFor: 'for' };
    const compared = [
      'id',
      'htmlFor',
      'name',
      'href',
      'action',
      'aria-describedby',
      'aria-labelledby',
      'aria-controls',
    ];
    return Array.from(document.querySelectorAll('*')).flatMap((element) => {
      const key = Object.keys(element).find((name) => name.startsWith('__reactProps'));
      const props = key === undefined ? {} : (element as unknown as Record<string, Record<string, unknown>>)[key];
      return compared.flatMap((prop) => {
        const expected = props?.[prop];
        const actual = element.getAttribute(names[prop] ?? prop);
        return typeof expected === 'string' && expected !== actual
          ? [`${element.tagName} ${prop}: ${String(actual)} instead of ${expected}`]
          : [];
      });
    });
  });
}
