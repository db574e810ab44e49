import type { Locator, Page } from 'playwright/test';
import { medicalFlightKinds } from '../../app/content/site/site-pages.ts';
import { type FormLanguage, formLanguageCodes, languageCodes, pathIn } from '../../app/i18n/languages.ts';
import { inEach } from '../support/translations.ts';
import { expect, expectNoHorizontalScroll, test } from './site-test.ts';

// First-time visitors also get the cookie banner at the bottom of the window.
test.use({ contextOptions: { reducedMotion: 'reduce' }, hasConsentChoice: false });

const words = inEach(formLanguageCodes, ({ common }) => common);
const windows = [
  { width: 360, height: 640 },
  { width: 1280, height: 800 },
];

/** Expects that the whole element is visible without scrolling, and not covered. */
async function expectFullyVisible(element: Locator): Promise<void> {
  await expect(element).toBeInViewport({ ratio: 1 });
  const isCovered = await element.evaluate((found) => {
    const { left, top, width, height } = found.getBoundingClientRect();
    const elements = [0.02, 0.98].map((fraction) =>
      document.elementFromPoint(left + width / 2, top + height * fraction),
    );
    return elements.some((visible) => !found.contains(visible));
  });
  expect(isCovered).toBe(false);
}

for (const language of formLanguageCodes) {
  test(`${language}: the phone number of urgent pages is visible without scrolling, before the form, on phone and desktop`, async ({
    page,
  }) => {
    for (const path of ['/services/evacuation', ...medicalFlightKinds.map((kind) => `/medical-flight/${kind}`)]) {
      await test.step(path, () => expectVisiblePhoneNumber(page, language, path));
    }
  });
}

async function expectVisiblePhoneNumber(page: Page, language: FormLanguage, path: string): Promise<void> {
  await page.goto(pathIn(language, path));
  await expect(page.locator('[data-consent-banner]')).toHaveAttribute('data-asks', '');
  const call = page.locator('[data-urgent-call]');
  for (const size of windows) {
    await page.setViewportSize(size);
    const advice = call.getByText(words[language].urgent_call.advice);
    const phone = call.getByRole('link', { name: `${words[language].way_out.call} +49` });
    await expect(phone).toHaveAttribute('href', 'tel:+493023125010');
    await expectFullyVisible(advice);
    await expectFullyVisible(phone);
    expect((await phone.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    const isBeforeForm = await call.evaluate((element) => {
      const form = document.querySelector('main form');
      return Boolean(form && element.compareDocumentPosition(form) & Node.DOCUMENT_POSITION_FOLLOWING);
    });
    expect(isBeforeForm).toBe(true);
    await expect(page.getByText(words[language].urgent_call.advice)).toHaveCount(1);
  }
}

for (const language of languageCodes) {
  test(`${language}: on the home page, the phone number is above the form`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(pathIn(language, '/'));
    const call = page.locator('[data-urgent-call]');
    await expect(call.getByText(words[language].urgent_call.advice)).toBeVisible();
    const [callBox, formBox] = [await call.boundingBox(), await page.locator('#evacuation').boundingBox()];
    expect((callBox?.y ?? Infinity) + (callBox?.height ?? 0)).toBeLessThan(formBox?.y ?? 0);
  });

  test(`${language}: on a phone, the header has telephone, chat, language and menu in one row`, async ({ page }) => {
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 640 });
      await page.goto(pathIn(language, '/about'));
      const header = page.locator('header');
      const items = [
        header.locator('a[href^="tel:"]'),
        header.locator('a[href^="https://wa.me/"]'),
        header.locator('details summary'),
        header.locator('#menu-button'),
      ];
      const logo = await header.locator('svg').first().boundingBox();
      for (const item of items) {
        await expect(item).toBeVisible();
        const box = await item.boundingBox();
        expect(box?.width).toBeGreaterThanOrEqual(44);
        expect(box?.height).toBeGreaterThanOrEqual(44);
        expect(
          Math.abs((box?.y ?? 0) + (box?.height ?? 0) / 2 - ((logo?.y ?? 0) + (logo?.height ?? 0) / 2)),
        ).toBeLessThan(8);
      }
    }
    await expectNoHorizontalScroll(page);
  });
}
