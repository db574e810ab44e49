import type { Locator, Page } from 'playwright/test';
import { type Language, languageCodes, languages, pathIn } from '../../app/i18n/languages.ts';
import { inEveryLanguage, otherLanguage, pagesIn } from '../support/translations.ts';
import {
  chooseLanguage,
  expect,
  overflowingElements,
  test,
  testsAlternatingLanguage,
  violationsOn,
  waitForReact,
} from './site-test.ts';

const texts = inEveryLanguage(({ common, frame }, language) => ({
  ...common,
  ...frame,
  // Questions about facts are shown once the company has stated them; it always has a phone number and an address.
  questions: pagesIn[language]['help-center'].items.filter(({ a }) => !/\{\{company_(?!phone|email)/.test(a)),
}));

test.use({ viewport: { width: 360, height: 740 } });

function siteMenu(page: Page, language: Language) {
  const t = texts[language];
  const dialog = page.getByRole('dialog', { name: t.menu.title });
  return {
    panel: page.locator('[data-menu]'),
    dialog,
    /** With JavaScript it is a button, without it a link. */
    opener: page.locator('header').getByText(t.menu.open).locator('..'),
    button: page.getByRole('button', { name: t.menu.open }),
    close: page.locator('[data-menu]').getByText(t.menu.close),
    async open() {
      await this.button.click();
      await expect(dialog).toBeVisible();
    },
  };
}

const box = async (locator: Locator) => {
  const bounds = await locator.boundingBox();
  if (!bounds) throw new Error('The element is not visible');
  return bounds;
};

const hasFocus = (locator: Locator) => locator.evaluate((element) => element.contains(document.activeElement));

/** Returns the stored choice, from the cookie and from local storage. */
async function storedLanguage(page: Page): Promise<(string | null | undefined)[]> {
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'language');
  return [cookie?.value, await page.evaluate(() => localStorage.getItem('language'))];
}

for (const language of languageCodes) {
  const other = otherLanguage(language);
  const t = texts[language];
  const about = pathIn(language, '/about');

  test.describe(`the small-screen menu, ${language}`, () => {
    const testInOneLanguage = testsAlternatingLanguage(language);
    test('slides in from the left over the whole screen', async ({ page }) => {
      await page.goto(about);
      const menu = siteMenu(page, language);
      await expect(menu.button).toHaveAttribute('aria-expanded', 'false');
      await expect(menu.dialog).toHaveCount(0);
      await expect(menu.panel).toBeHidden();
      const closed = await box(menu.panel);
      expect(closed.x).toBe(-360);
      await expect(menu.panel).toHaveCSS('transition-property', /^transform/);
      await expect(menu.panel).toHaveCSS('transition-duration', /^0\.3s/);
      await menu.open();
      await expect(menu.button).toHaveAttribute('aria-expanded', 'true');
      await expect(menu.panel).toHaveCSS('transition-duration', '0.3s');
      await expect.poll(() => box(menu.panel)).toEqual({ x: 0, y: 0, width: 360, height: 740 });
      expect(await violationsOn(page)).toEqual([]);
    });

    test('covers half of a wider screen, closes on a tap outside, and is absent from a wide screen', async ({
      page,
    }) => {
      await page.setViewportSize({ width: 640, height: 740 });
      await page.goto(about);
      const menu = siteMenu(page, language);
      await menu.open();
      await expect.poll(() => box(menu.panel)).toEqual({ x: 0, y: 0, width: 320, height: 740 });
      // Tap on a link, which the browser must not follow.
      const target = await page.locator('main a').evaluateAll((links) => {
        const boxes = links.map((link) => link.getBoundingClientRect());
        const visible = boxes.find(({ right, bottom, top }) => right > 340 && top > 100 && bottom < 700);
        return visible && { x: visible.right - 4, y: visible.bottom - 4 };
      });
      await page.mouse.click(target?.x ?? 600, target?.y ?? 400);
      await expect(menu.panel).toBeHidden();
      await expect(menu.button).toBeFocused();
      await expect(page).toHaveURL(about);

      await menu.open();
      await page.setViewportSize({ width: 768, height: 740 });
      await expect(menu.panel).toHaveCSS('display', 'none');
      await expect(menu.opener).toBeHidden();
      await expect(page.getByRole('navigation', { name: t.nav.main })).toBeVisible();
      await page.setViewportSize({ width: 640, height: 740 });
      await expect(menu.button).toHaveAttribute('aria-expanded', 'false');
      await expect(menu.panel).toBeHidden();
    });

    testInOneLanguage('traps focus and restores it', async ({ page }) => {
      await page.goto(about);
      const menu = siteMenu(page, language);
      await menu.button.focus();
      for (const key of ['Enter', ' ']) {
        await page.keyboard.press(key);
        await expect(menu.dialog).toBeVisible();
        await expect(menu.close).toBeFocused();
        const links = menu.dialog.getByRole('link');
        const count = await links.count();
        await page.keyboard.press('Shift+Tab');
        await expect(links.last()).toBeFocused();
        await page.keyboard.press('Tab');
        await expect(links.first()).toBeFocused();
        for (let stop = 1; stop < count; stop += 1) {
          await page.keyboard.press('Tab');
          await expect.poll(() => hasFocus(links.nth(stop))).toBe(true);
        }
        await page.keyboard.press('Tab');
        await expect(links.first()).toBeFocused();
        await page.keyboard.press('Escape');
        await expect(menu.panel).toBeHidden();
        await expect(menu.button).toBeFocused();
        await expect(menu.button).toHaveAttribute('aria-expanded', 'false');
      }
      await menu.open();
      await menu.close.click();
      await expect(menu.panel).toBeHidden();
      await expect(menu.button).toBeFocused();
      await expect(page).toHaveURL(about);
    });

    testInOneLanguage('stays open and becomes a dialog if it was opened before the script loaded', async ({ page }) => {
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/assets/enhancement-*.js', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(about, { waitUntil: 'commit' });
      const menu = siteMenu(page, language);
      await menu.opener.click();
      await expect(menu.panel).toBeVisible();
      release();
      await page.waitForLoadState();
      await expect(menu.dialog).toBeVisible();
      await expect(menu.close).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(menu.panel).toBeHidden();
    });

    test('contains the main links, the languages and the link groups', async ({ page }) => {
      await page.goto(about);
      const menu = siteMenu(page, language);
      await menu.open();
      const linksIn = (name: string) =>
        menu.dialog
          .getByRole('group', { name, exact: true })
          .getByRole('link')
          .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      const addresses = (...paths: string[]) => paths.map((path) => pathIn(language, path));
      const mainPaths = ['/', '/services', '/treatment', '/treatment/request', '/flights', '/about', '/contact'];
      expect(await linksIn(t.nav.main)).toEqual(addresses(...mainPaths));
      expect(await linksIn(t.language.title)).toContain(pathIn(other, '/about'));
      await expect(menu.dialog.getByText(languages[language].name)).toHaveAttribute('aria-current', 'true');
      expect(await linksIn(t.nav.families)).toContain(pathIn(language, '/costs'));
      expect(await linksIn(t.nav.company)).toContain(pathIn(language, '/about'));
      expect(await linksIn(t.nav.support)).toContain(pathIn(language, '/help-center'));
      expect(await linksIn(t.nav.legal)).toEqual(
        addresses('/privacy-policy', '/terms-of-service', '/cookies-policy', '/imprint', '/accessibility'),
      );
    });

    test('changes the language, on the same page and for the next visit', async ({ page }) => {
      await page.goto(`${about}?x=1`);
      const menu = siteMenu(page, language);
      await menu.open();
      await menu.dialog.locator(`[data-switch-language=${other}]`).click();
      // This page ignores its query, which the site therefore removes.
      await expect(page).toHaveURL(pathIn(other, '/about'));
      await expect(siteMenu(page, other).panel).toBeHidden();
      await expect.poll(() => storedLanguage(page)).toEqual([other, other]);
      await page.goto('/');
      await expect(page).toHaveURL(pathIn(other, '/'));
    });

    test.describe('without JavaScript', () => {
      test.use({ javaScriptEnabled: false });

      test('opens, closes and navigates by links', async ({ page }) => {
        await page.goto(about);
        const menu = siteMenu(page, language);
        await expect(menu.panel).toBeHidden();
        await menu.opener.click();
        await expect(menu.panel).toBeVisible();
        await expect.poll(() => box(menu.panel)).toEqual({ x: 0, y: 0, width: 360, height: 740 });
        await menu.close.click();
        await expect(menu.panel).toBeHidden();
        await menu.opener.click();
        await menu.panel.getByRole('link', { name: t.nav.treatment }).click();
        await expect(page).toHaveURL(pathIn(language, '/treatment'));
        await expect(menu.panel).toBeHidden();
      });
    });
  });

  test.describe(`the language menu, ${language}`, () => {
    test('opens, and closes on Escape and on a tap elsewhere', async ({ page }) => {
      await page.goto(about);
      const menu = page.locator('header details');
      const choices = menu.getByRole('listitem');
      const link = menu.getByRole('link', { name: languages[other].name });
      await expect(choices).toHaveCount(0);
      await menu.locator('summary').click();
      await expect(choices).toHaveText(['العربية', 'English', 'Русский']);
      await expect(menu.locator('[aria-current=true]')).toHaveText(languages[language].name);
      expect(await violationsOn(page)).toEqual([]);
      await link.focus();
      await page.keyboard.press('Escape');
      await expect(link).toBeHidden();
      await expect(menu.locator('summary')).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(link).toBeVisible();
      await page.locator('h1').click();
      await expect(link).toBeHidden();
    });

    for (const textSize of [100, 200]) {
      test(`fits the screen at ${textSize}% text size`, async ({ page }) => {
        await page.goto(about);
        await page.locator('header summary').click();
        await expect.poll(() => overflowingElements(page, textSize)).toEqual([]);
        for (const choice of await page.locator('header details').getByRole('listitem').all())
          await expect(choice).toBeInViewport({ ratio: 1 });
      });
    }

    for (const path of ['/', '/treatment/oncology', '/help-center?q=x']) {
      test(`stays on the page and remembers the choice: ${path}`, async ({ page }) => {
        await page.goto(pathIn(language, path));
        await chooseLanguage(page, other);
        await expect(page).toHaveURL(pathIn(other, path));
        await expect(page.locator('html')).toHaveAttribute('lang', other);
        await expect.poll(() => storedLanguage(page)).toEqual([other, other]);
      });
    }

    test.describe('without JavaScript', () => {
      test.use({ javaScriptEnabled: false });

      test('opens and changes the language', async ({ page }) => {
        await page.goto(pathIn(language, '/treatment/oncology'));
        await chooseLanguage(page, other);
        await expect(page).toHaveURL(pathIn(other, '/treatment/oncology'));
      });
    });
  });

  test.describe(`navigation, ${language}`, () => {
    const testInOneLanguage = testsAlternatingLanguage(language);
    testInOneLanguage('shows a loading message until a slow page has arrived', async ({ page }) => {
      await page.goto(about);
      const message = page.getByRole('status').filter({ hasText: t.loading });
      await expect(message).toBeHidden();
      // A page that the browser has prefetched is not slow.
      await page.evaluate(() => document.querySelector('script[type="speculationrules"]')?.remove());
      // Playwright cannot inspect a page during navigation: the page itself reports the message.
      let reported = '';
      await page.exposeFunction('reportMessage', (text: string) => (reported = text));
      await page.evaluate(() => {
        const { reportMessage } = window as unknown as { reportMessage: (text: string) => void };
        const text = document.querySelector<HTMLElement>('[data-loading-message] > *');
        new MutationObserver(() => reportMessage(text?.checkVisibility() ? text.innerText : '')).observe(
          document.body,
          {
            subtree: true,
            attributes: true,
          },
        );
      });
      const next = pathIn(language, '/careers');
      const link = page.locator(`footer a[href="${next}"]`);

      // The first two navigations never complete: the visitor cancels one, and comes back from the other through the
      // back/forward cache.
      await page.route(`**${next}`, (route) => route.fulfill({ status: 204 }));
      await link.click();
      await expect(message).toBeVisible();
      await expect(message).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Escape');
      await expect(message).toBeHidden();
      await link.click();
      await expect(message).toBeVisible();
      await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
      await expect(message).toBeHidden();

      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route(`**${next}`, async (route) => {
        await held;
        await route.continue();
      });
      await expect.poll(() => reported).toBe('');
      // oxlint-disable-next-line typescript/no-deprecated -- this test inspects the page during the navigation
      await link.click({ noWaitAfter: true });
      await expect.poll(() => reported).toBe(t.loading);
      release();
      await expect(page).toHaveURL(next);
      await expect(message).toBeHidden();
      await page.goBack();
      await expect(page).toHaveURL(about);
      await expect(message).toBeHidden();
    });

    testInOneLanguage('hides the message after a download', async ({ page }) => {
      await page.clock.install();
      await page.goto(pathIn(language, '/press'));
      const download = page.waitForEvent('download');
      await page.locator('main a[href$=".zip"]').click();
      await download;
      await page.clock.runFor(10_000);
      await expect(page.getByRole('status').filter({ hasText: t.loading })).toBeHidden();
    });

    for (const path of ['/', '/help-center']) {
      testInOneLanguage(`the next page starts at the top after leaving ${path}`, async ({ page }) => {
        await page.goto(pathIn(language, path));
        if (path === '/') await waitForReact(page);
        const link = page.locator('footer').getByRole('link', { name: t.nav.press });
        await link.scrollIntoViewIfNeeded();
        await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
        await link.click();
        await expect(page).toHaveURL(pathIn(language, '/press'));
        await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
      });
    }

    for (const path of ['/', '/help-center']) {
      testInOneLanguage(`the skip link skips the header: ${path}`, async ({ page }) => {
        await page.goto(pathIn(language, path));
        const link = page.getByRole('link', { name: t.skip_to_content });
        await expect(link).not.toHaveCSS('clip-path', 'none');
        await page.keyboard.press('Tab');
        await expect(link).toBeFocused();
        await expect(link).toHaveCSS('clip-path', 'none');
        await expect(link).toBeInViewport({ ratio: 1 });
        expect((await box(link)).height).toBeGreaterThanOrEqual(44);
        await page.keyboard.press('Enter');
        await expect(page).toHaveURL(/#content$/);
        await page.keyboard.press('Tab');
        await expect.poll(() => hasFocus(page.locator('main'))).toBe(true);
      });
    }
  });

  test.describe(`the help centre search, ${language}`, () => {
    // A word from a question; the Arabic word has a hamza, which people spell in several ways.
    const word = { ar: /[\u0621-\u064A]*[أإ][\u0621-\u064A]{3,}/, en: /[a-z]{7,}/ }[language];
    const item = t.questions.find(({ q }) => word.test(q));
    const [original = ''] = word.exec(item?.q ?? '') ?? [];
    const spellings =
      language === 'ar'
        ? ['ا', 'آ', 'أ', 'إ'].map((alef) => original.replace(/[أإ]/, alef))
        : [original, original.toUpperCase(), ` ${original}  ${original}!`];

    test('filters the questions while the visitor types and reports the number of results', async ({ page }) => {
      await page.clock.install();
      await page.goto(pathIn(language, '/help-center'));
      const input = page.getByRole('searchbox', { name: t.faq.search });
      const questions = page.locator('details.faq:visible');
      const status = page.getByRole('search').getByRole('status');
      await expect(questions).toHaveCount(t.questions.length);
      const counts: number[] = [];
      for (const spelling of spellings) {
        await input.fill('');
        await page.clock.runFor(2000);
        await expect(status).toBeEmpty();
        await expect(questions).toHaveCount(t.questions.length);
        await input.pressSequentially(spelling);
        await expect(page.locator('details.faq').filter({ hasText: item?.q })).toBeVisible();
        const count = await questions.count();
        await page.clock.runFor(2000);
        await expect(status).toHaveText(t.faq.found.replace('{{n}}', String(count)));
        counts.push(count);
      }
      expect(new Set(counts).size).toBe(1);
      expect(counts[0]).toBeLessThan(t.questions.length);
      await input.fill('xyzzy');
      await expect(questions).toHaveCount(0);
      await page.clock.runFor(2000);
      await expect(status).toHaveText(t.faq.none);
      await input.press('Enter');
      await expect(page).toHaveURL(pathIn(language, '/help-center'));
    });

    test.describe('without JavaScript', () => {
      test.use({ javaScriptEnabled: false });

      test('works on the server', async ({ page }) => {
        const questions = page.locator('details.faq:visible');
        const status = page.getByRole('search').getByRole('status');
        for (const spelling of spellings) {
          await page.goto(pathIn(language, '/help-center'));
          await page.getByRole('searchbox', { name: t.faq.search }).fill(spelling);
          await page.getByRole('button', { name: t.faq.submit }).click();
          await expect(page).toHaveURL(/\?q=/);
          await expect(questions.filter({ hasText: item?.q })).toBeVisible();
          const count = await questions.count();
          expect(count).toBeLessThan(t.questions.length);
          await expect(status).toHaveText(t.faq.found.replace('{{n}}', String(count)));
        }
        await page.getByRole('link', { name: t.faq.all }).click();
        await expect(questions).toHaveCount(t.questions.length);
      });
    });
  });
}
