import type { Page } from 'playwright/test';
import { type Language, languageCodes, pathIn } from '../../app/i18n/languages.ts';
import arHome from '../../locales/ar/pages/home.json' with { type: 'json' };
import { scaleForSoak } from '../support/scale-for-soak.ts';
import { inEveryLanguage, pagesIn } from '../support/translations.ts';
import { expect, test, testsAlternatingLanguage, waitForReact } from './site-test.ts';

const texts = inEveryLanguage(({ common, frame }, language) => ({ ...common, ...frame, page: pagesIn[language].home }));

test.use({ viewport: { width: 360, height: 740 } });

/** Opens the home page with a clock that only the test advances. */
async function openWithPausedClock(page: Page, language: Language): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(60_000);
  await page.goto(pathIn(language, '/'));
}

function hero(page: Page, language: Language) {
  const t = texts[language];
  const root = page.locator('[data-hero]');
  const dots = root.locator('[data-hero-dot]');
  const slides = root.locator('[data-hero-slides] > *');
  return {
    root,
    dots,
    slides,
    row: root.locator('[data-hero-slides]'),
    pause: root.getByRole('button', { name: t.hero.pause }),
    play: root.getByRole('button', { name: t.hero.play }),
    /** Expects that the row has stopped at this slide, and that its dot is current. */
    expectCurrent: async (index: number): Promise<void> => {
      await expect(slides.nth(index)).toBeInViewport({ ratio: 0.99 });
      await expect(dots.and(page.locator('[aria-current=true]'))).toHaveCount(1);
      await expect(dots.nth(index)).toHaveAttribute('aria-current', 'true');
    },
  };
}

const slideCount = arHome.slides.length;
/** In ms (spec, section 9). */
const [advanceInterval, pauseAfterChoice, stepInterval] = [4000, 6000, 2000];

for (const language of languageCodes) {
  const t = texts[language];
  const home = pathIn(language, '/');

  test.describe(`the hero, ${language}`, () => {
    const testInOneLanguage = testsAlternatingLanguage(language);
    test('is 400 px high on phones and 355 on desktops, and every slide fits', async ({ page }) => {
      await page.goto(home);
      await page.evaluate(() => document.fonts.ready);
      const { root, row, slides } = hero(page, language);
      await expect(slides).toHaveCount(slideCount);
      for (const [width, height] of [
        [360, 400],
        [767, 400],
        [768, 355],
        [1280, 355],
      ] as const) {
        await page.setViewportSize({ width, height: 740 });
        await expect
          .poll(() => root.evaluate((element) => element.getBoundingClientRect().height), `${width} px`)
          .toBe(height);
        const clipped = await row.evaluate((element) => {
          const frame = element.getBoundingClientRect();
          return Array.from(element.children).flatMap((slide) => {
            const { left, right } = slide.getBoundingClientRect();
            return Array.from(slide.querySelectorAll('h2, p, a, img'), (part) => {
              const text = document.createRange();
              text.selectNodeContents(part);
              const fits = [part, text]
                .map((box) => box.getBoundingClientRect())
                .filter((box) => box.width > 0)
                .every(
                  (box) => box.top >= frame.top && box.bottom <= frame.bottom && box.left >= left && box.right <= right,
                );
              return fits ? '' : part.outerHTML;
            }).filter(Boolean);
          });
        });
        expect(clipped, `${width} px`).toEqual([]);
      }
    });

    test('shows the first slide, followed by the others in reading direction', async ({ page }) => {
      await page.goto(home);
      const [first = 0, second = 0] = await hero(page, language).slides.evaluateAll((slides) =>
        slides.map((slide) => slide.getBoundingClientRect().left),
      );
      if (language === 'ar') expect(first).toBeGreaterThan(second);
      else expect(first).toBeLessThan(second);
    });

    testInOneLanguage('advances every 4 s and wraps', async ({ page }) => {
      await openWithPausedClock(page, language);
      const { expectCurrent } = hero(page, language);
      for (let count = 0; count <= slideCount + 1; count += 1) {
        await expectCurrent(count % slideCount);
        await page.clock.runFor(advanceInterval - 1);
        await expectCurrent(count % slideCount);
        await page.clock.runFor(1);
      }
    });

    testInOneLanguage('a dot selects its slide and pauses the rotation for 6 s', async ({ page }) => {
      await openWithPausedClock(page, language);
      const { dots, expectCurrent } = hero(page, language);
      await dots.nth(3).click();
      await page.mouse.move(180, 700);
      await expectCurrent(3);
      await page.clock.runFor(pauseAfterChoice - 1);
      await dots.nth(1).click();
      await page.mouse.move(180, 700);
      await expectCurrent(1);
      await page.clock.runFor(pauseAfterChoice + advanceInterval - 1);
      await expectCurrent(1);
      await page.clock.runFor(1);
      await expectCurrent(2);
    });

    testInOneLanguage('pauses on hover and on keyboard focus', async ({ page }) => {
      await openWithPausedClock(page, language);
      const { root, expectCurrent } = hero(page, language);
      await root.hover();
      await page.clock.runFor(10 * advanceInterval);
      await expectCurrent(0);
      await page.mouse.move(180, 700);
      await page.clock.runFor(advanceInterval);
      await expectCurrent(1);
      await root.locator('a').nth(1).focus();
      await page.clock.runFor(10 * advanceInterval);
      await expectCurrent(1);
      await page.locator('#menu-button').focus();
      await page.clock.runFor(advanceInterval);
      await expectCurrent(2);
    });

    testInOneLanguage('stays paused after a click on its button', async ({ page }) => {
      await openWithPausedClock(page, language);
      const { pause, play, expectCurrent } = hero(page, language);
      await pause.click();
      await page.mouse.move(180, 700);
      await expect(pause).toHaveCount(0);
      await page.clock.runFor(10 * advanceInterval);
      await expectCurrent(0);
      await play.click();
      await page.mouse.move(180, 700);
      await expect(play).toHaveCount(0);
      await page.clock.runFor(advanceInterval);
      await expectCurrent(1);
    });

    test('follows a swipe', async ({ page }) => {
      await openWithPausedClock(page, language);
      const { row, expectCurrent } = hero(page, language);
      await row.evaluate(async (element) => {
        const scrolled = new Promise((resolve) => element.addEventListener('scroll', resolve, { once: true }));
        const [first, , third] = Array.from(element.children, (slide) => slide.getBoundingClientRect().left);
        element.scrollBy({ left: (third ?? 0) - (first ?? 0), behavior: 'instant' });
        await scrolled;
      });
      await page.clock.runFor(1000);
      await expectCurrent(2);
    });

    test.describe('by touch', () => {
      test.use({ hasTouch: true });

      test('a tap pauses the rotation for only 6 s', async ({ page }) => {
        await openWithPausedClock(page, language);
        const { dots, expectCurrent } = hero(page, language);
        await dots.nth(2).tap();
        await expectCurrent(2);
        await page.clock.runFor(pauseAfterChoice + advanceInterval - 1);
        await expectCurrent(2);
        await page.clock.runFor(1);
        await expectCurrent(3);
      });
    });
  });

  test.describe(`the journey, ${language}`, () => {
    test('its highlight advances every 2 s through four steps and five colours', async ({ page }) => {
      await openWithPausedClock(page, language);
      const steps = page.locator('[data-journey-step]');
      const highlights = () =>
        steps.evaluateAll((elements) => elements.map((element) => element.getAttribute('data-highlight')));
      const colours = new Set<string>();
      for (let count = 0; count <= 20; count += 1) {
        const expected = [0, 1, 2, 3].map((step) => (step === count % 4 ? String(count % 5) : null));
        expect(await highlights()).toEqual(expected);
        const borderColours = await steps
          .getByRole('link')
          .evaluateAll((links) => links.map((link) => getComputedStyle(link).borderBlockStartColor));
        const [plain, highlighted = ''] = Array.from(
          new Set([borderColours[(count + 1) % 4], borderColours[count % 4]]),
        );
        expect(borderColours.filter((colour) => colour === plain)).toHaveLength(3);
        colours.add(highlighted);
        await page.clock.runFor(stepInterval - 1);
        expect(await highlights()).toEqual(expected);
        await page.clock.runFor(1);
      }
      expect(colours.size).toBe(5);
    });

    test('its steps are links, and its button pauses it', async ({ page }) => {
      await openWithPausedClock(page, language);
      const journey = page.locator('[data-journey]');
      await expect(journey.getByRole('link')).toHaveCount(4);
      for (const [index, { title, link }] of t.page.journey.steps.entries()) {
        await expect(journey.getByRole('link', { name: title })).toHaveAttribute('href', pathIn(language, link));
        await expect(journey.getByRole('link').nth(index)).toContainText(title);
      }
      const highlighted = journey.locator('[data-highlight]');
      await journey.getByRole('button', { name: t.journey.pause }).click();
      await page.mouse.move(0, 0);
      await page.clock.runFor(10 * stepInterval + 1);
      await expect(highlighted).toHaveAttribute('data-highlight', '0');
      await journey.getByRole('button', { name: t.journey.play }).click();
      await page.mouse.move(0, 0);
      await page.clock.runFor(stepInterval);
      await expect(highlighted).toHaveAttribute('data-highlight', '1');
    });
  });

  test.describe(`with reduced motion, ${language}`, () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' } });

    test('nothing moves without user input', async ({ page }) => {
      await openWithPausedClock(page, language);
      const { dots, row, play, expectCurrent } = hero(page, language);
      const highlighted = page.locator('[data-highlight]');
      await page.clock.runFor(10 * advanceInterval);
      await expectCurrent(0);
      await expect(highlighted).toHaveAttribute('data-highlight', '0');
      await expect(page.locator('[data-journey]').getByRole('button', { name: t.journey.play })).toBeVisible();
      // A chosen slide appears immediately, without scrolling past the others.
      const slidesScrolled = await row.evaluate((element) => {
        document.querySelectorAll<HTMLElement>('[data-hero-dot]')[4]?.click();
        return Math.abs(element.scrollLeft) / element.clientWidth;
      });
      expect(Math.round(slidesScrolled)).toBe(4);
      await expectCurrent(4);
      await page.clock.runFor(10 * advanceInterval);
      await expectCurrent(4);
      await dots.nth(0).click();
      await play.click();
      await page.mouse.move(180, 700);
      await page.clock.runFor(pauseAfterChoice + advanceInterval);
      await expectCurrent(1);
    });
  });

  test.describe(`without JavaScript, ${language}`, () => {
    test.use({ javaScriptEnabled: false });

    test('the slides can be swiped or reached by links, and the journey is static', async ({ page }) => {
      await page.goto(home);
      const { dots, row, slides } = hero(page, language);
      await expect(row).toHaveCSS('scroll-snap-type', 'x mandatory');
      await expect(row).toHaveCSS('overflow-x', 'auto');
      await expect(slides.nth(1)).toHaveCSS('scroll-snap-align', 'start');
      await expect(slides.nth(0)).toBeInViewport({ ratio: 0.99 });
      const header = await page.locator('header').boundingBox();
      for (const index of [3, 1]) {
        await dots.nth(index).click();
        await expect(slides.nth(index)).toBeInViewport({ ratio: 0.99 });
        const slide = await slides.nth(index).boundingBox();
        expect(slide?.y).toBeGreaterThanOrEqual(header?.height ?? 0);
        expect(Math.round(slide?.x ?? NaN)).toBe(Math.round((await row.boundingBox())?.x ?? NaN));
      }
      await expect(page.locator('[data-hero] button, [data-journey] button').filter({ visible: true })).toHaveCount(0);
      await expect(page.locator('[data-journey]').getByRole('link')).toHaveCount(4);
      await expect(page.locator('[data-highlight]')).toHaveCount(0);
    });
  });

  test(`the home page is at most 6,500 px high on a phone, ${language}`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(home);
    await page.waitForLoadState('networkidle');
    // On a busy machine, the fonts arrive too late for the first view, and those of the system are wider.
    await page.reload();
    const height = await page.evaluate(async () => {
      await document.fonts.ready;
      const laidOut = new CSSStyleSheet();
      laidOut.replaceSync('.lazy { content-visibility: visible !important }');
      document.adoptedStyleSheets = [laidOut];
      return document.documentElement.scrollHeight;
    });
    expect(height).toBeLessThanOrEqual(6500);
  });

  test(`a link to the flight search opens its card, ${language}`, async ({ page }) => {
    await page.goto(home);
    const origin = page.locator('#search-flights').getByRole('textbox').first();
    await expect(origin).toBeHidden();
    await page.goto(`${home}#search-flights`);
    await expect(origin).toBeVisible();
    const place = page.locator('#search-flights input[name=origin]');
    const suggestions = await place.evaluate((input) => (input as HTMLInputElement).list?.options.length);
    expect(suggestions, 'the list of airports').toBeGreaterThan(200);
  });

  test(`content far from the viewport is laid out only when it comes near, ${language}`, async ({ page }) => {
    await page.goto(home);
    const isLaidOut = (selector: string) =>
      page
        .locator(selector)
        .last()
        .evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }));
    const lastQuestion = 'section[aria-labelledby=questions] h3';
    expect(await isLaidOut('main h1')).toBe(true);
    expect([await isLaidOut(lastQuestion), await isLaidOut('footer p')]).toEqual([false, false]);
    // The heights are estimates, so the end of the page moves.
    await expect(async () => {
      await page.locator('footer p').last().scrollIntoViewIfNeeded();
      await expect(page.locator('footer p').last()).toBeInViewport({ timeout: 5_000 });
    }).toPass();
    expect(await isLaidOut('footer p')).toBe(true);
    await expect.poll(() => isLaidOut(lastQuestion)).toBe(true);
  });

  test(`the service cards, ${language}: two columns from md, and an accessible name for each link`, async ({
    page,
  }) => {
    await page.goto(home);
    const cards = page.locator('section[aria-labelledby=services] li');
    await expect(cards).toHaveCount(t.page.services.cards.length);
    for (const [index, { title, link }] of t.page.services.cards.entries()) {
      const cardLink = cards.nth(index).getByRole('link');
      await expect(cardLink).toHaveText(t.learn_more);
      await expect(cardLink).toHaveAccessibleName(`${t.learn_more}: ${title}`);
      await expect(cardLink).toHaveAttribute('href', pathIn(language, link));
    }
    const columnsAt = async (width: number) => {
      await page.setViewportSize({ width, height: 740 });
      const lefts = await cards.evaluateAll((elements) => elements.map((card) => card.getBoundingClientRect().left));
      return new Set(lefts).size;
    };
    expect([await columnsAt(767), await columnsAt(768), await columnsAt(1280)]).toEqual([1, 2, 2]);
  });

  for (const [index, path] of [
    '/',
    '/about',
    '/services',
    '/treatment/oncology',
    '/help-center',
    '/contact',
  ].entries()) {
    // In one language in time and in the other late, in turn; in a soak, both in both.
    const turn = index + languageCodes.indexOf(language);
    for (const fonts of scaleForSoak([turn % 2 === 0 ? 'in time' : 'late'], ['in time', 'late'])) {
      test(`${pathIn(language, path)} has no layout shifts while loading, with fonts that load ${fonts}`, async ({
        page,
      }) => {
        await page.addInitScript(() => {
          const shifts: string[] = [];
          Object.assign(window, { shifts });
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries() as LayoutShift[]) {
              const names = entry.sources.map(({ node }) => (node instanceof Element ? node.outerHTML : ''));
              if (!entry.hadRecentInput) shifts.push(`${entry.value} ${names.join().slice(0, 200)}`);
            }
          }).observe({ type: 'layout-shift', buffered: true });
        });
        let release: () => void = () => undefined;
        const held = new Promise<void>((resolve) => (release = resolve));
        if (fonts === 'late') {
          await page.route('**/*.woff2', async (route) => {
            await held;
            await route.continue();
          });
        }
        await page.goto(pathIn(language, path), { waitUntil: 'commit' });
        await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
        release();
        await page.waitForLoadState();
        if (path === '/') await waitForReact(page);
        const shifts = await page.evaluate(async () => {
          await document.fonts.ready;
          // The browser reports layout shifts in the next frame.
          for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
          return (window as unknown as { shifts: string[] }).shifts;
        });
        const sum = shifts.reduce((total, shift) => total + parseFloat(shift), 0);
        expect(sum, shifts.join('\n')).toBeLessThanOrEqual(0.02);
      });
    }
  }
}

/** https://wicg.github.io/layout-instability/, not in TypeScript's DOM types. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}
