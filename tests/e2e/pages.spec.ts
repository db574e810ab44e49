import type { Locator, Page } from 'playwright/test';
import { treatmentCategories } from '../../app/content/copy/content-names.ts';
import { articlePages, indexablePaths, medicalFlightKinds } from '../../app/content/site/site-pages.ts';
import { type Language, languageCodes, pathIn } from '../../app/i18n/languages.ts';
import { overBudget, pageBudgets } from '../support/page-budgets.ts';
import { readPaintCosts } from '../support/paint-costs.ts';
import { scaleForSoak } from '../support/scale-for-soak.ts';
import { countTransfers, loadIcon, type Transfers } from '../support/transfers.ts';
import { evacuationPage } from './evacuation-page.ts';
import {
  expect,
  overflowingElements,
  test,
  testsAlternatingLanguage,
  violationsOn,
  waitForHydration,
} from './site-test.ts';

// Reduced motion disables animations.
test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 360, height: 740 } });

/** Sizes of the window (CSS pixels) and of the text (per cent). */
const narrowWindows = [
  { name: 'with double text size', width: 360, height: 740, textSize: 200 },
  { name: 'on the smallest phone, and at 400 % zoom', width: 320, height: 256, textSize: 100 },
];

/** Widths of a phone and a desktop (CSS pixels). */
const widths = [360, 1280];

/** Groups of pages that share a template and differ only in their texts, by name. */
const templates: Record<string, readonly string[]> = {
  services: ['consultation', 'transport', 'translation', 'nursing'].map((name) => `/services/${name}`),
  'medical flights': medicalFlightKinds.map((kind) => `/medical-flight/${kind}`),
  treatments: treatmentCategories.map((category) => `/treatment/${category}`),
  articles: articlePages.map((page) => `/${page}`),
};
const pagesWithTemplates = new Set(Object.values(templates).flat());

/**
 * The pages that one test opens one after another, because a new tab starts a process, which compiles everything again.
 * The pages that have a template of their own are divided into groups, so that no test takes long.
 */
const groups = [
  ...Object.entries(templates),
  ...inParts(
    indexablePaths.filter((path) => !pagesWithTemplates.has(path)),
    5,
  ).map((paths) => [paths.join(' '), paths] as const),
];

/**
 * Returns the widths at which axe checks a page in a language. A page with its own template is checked on a phone in one
 * language and on a desktop in the other, the next page the other way round; a soak checks it in every combination. Pages
 * that share a template take turns: together they cover every combination.
 */
function widthsForAxe(path: string, language: Language): number[] {
  if (!pagesWithTemplates.has(path)) {
    const turn = indexablePaths.indexOf(path) + languageCodes.indexOf(language);
    return widths.filter((_width, index) => scaleForSoak(turn % widths.length === index, true));
  }
  const pages = Object.values(templates).find((paths) => paths.includes(path)) ?? [];
  const combinations = languageCodes.flatMap((code) => widths.map((width) => ({ code, width })));
  return combinations
    .filter((_combination, index) => index % pages.length === pages.indexOf(path) % combinations.length)
    .filter(({ code }) => code === language)
    .map(({ width }) => width);
}

/** Divides a list into parts of at most this size. */
function inParts<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_part, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

const expectSoftly = expect.configure({ soft: true });

/** Opens a page and waits for hydration. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  for (const id of await page
    .locator('body[data-react] main form[method=post]')
    .evaluateAll((forms) => forms.map((form) => form.id))) {
    await waitForHydration(page, id);
  }
  // A script adds the calendar buttons.
  const dateFieldCount = await page
    .locator('main form[method=post] input[type=date], #flight-search:not(details *) input[type=date]')
    .count();
  await expect(page.locator('main button[aria-haspopup=dialog]')).toHaveCount(dateFieldCount);
}

for (const language of languageCodes) {
  const testInOneLanguage = testsAlternatingLanguage(language);
  for (const [name, paths] of groups) {
    test(`${language}: pages are lightweight and accessible, and never scroll sideways: ${name}`, async ({ page }) => {
      await useSlowPhone(page);
      const transfers = await countTransfers(page);
      for (const path of paths) await inspect(page, language, path, transfers);
    });
  }

  for (const [index, path] of ['/', '/help-center', '/treatment/oncology'].entries()) {
    const address = pathIn(language, path);
    // Pages take turns, so that each width is checked in both languages.
    for (const width of index % 2 === 0 ? widths : Array.from(widths).reverse()) {
      testInOneLanguage(
        `${address} at ${width} px: Tab reaches everything in both directions, and focus is visible`,
        async ({ page }) => {
          await page.setViewportSize({ width, height: 740 });
          await open(page, address);
          const names = await recordTabStops(page);
          const tabThrough = async (key: string, expected: string[]) => {
            const visited: string[] = [];
            const invisible: string[] = [];
            while (visited.length < names.length) {
              const { stop, problems } = await inspectFocus(page);
              const name = names[stop] ?? 'something else';
              await page.keyboard.press(key);
              // A date field has several inner tab stops.
              if (visited[visited.length - 1] === name && name.includes('type="date"')) continue;
              visited.push(name);
              invisible.push(...problems.map((problem) => `${name} ${problem}`));
            }
            expect(visited, `${address} by ${key}`).toEqual(expected);
            expect(invisible, `${address} by ${key}`).toEqual([]);
          };
          await page.keyboard.press('Tab');
          await tabThrough('Tab', names);
          // When focus moves up, the sticky header might cover it.
          await page.evaluate(() => (window as unknown as { stops: HTMLElement[] }).stops.slice(-1)[0]?.focus());
          await tabThrough('Shift+Tab', Array.from(names).reverse());
        },
      );
    }
  }

  test.describe('in forced colours', () => {
    test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } });

    for (const width of widths) {
      testInOneLanguage(
        `${language} at ${width} px: the home page is accessible, and controls are visible`,
        async ({ page }) => {
          await page.setViewportSize({ width, height: 740 });
          await open(page, pathIn(language, '/'));
          // axe reads a text colour that ignores forced colours.
          expectSoftly(await violationsOn(page, 'color-contrast')).toEqual([]);

          const hero = page.locator('[data-hero]');
          const currentDot = hero.locator('[data-hero-dot][aria-current]');
          const otherDot = hero.locator('[data-hero-dot]:not([aria-current])').first();
          const sizeOf = (dot: Locator) => dot.evaluate((element) => getComputedStyle(element, '::before').inlineSize);
          expectSoftly(await sizeOf(currentDot)).not.toBe(await sizeOf(otherDot));
          for (const [name, element, pseudo, property] of [
            ['the dot of the current slide', currentDot, '::before', 'border-top-color'],
            ['the dot of another slide', otherDot, '::before', 'border-top-color'],
            ['the pause button', hero.locator('[data-pause]'), undefined, 'color'],
            ['the menu button or a main link', page.locator('header a:visible').last(), undefined, 'color'],
          ] as const) {
            const colour = await computedStyle(element, property, pseudo);
            expectSoftly(await contrastOnScreen(page, element, colour), name).toBeGreaterThanOrEqual(3);
          }

          const borderColours = await page
            .locator('[data-journey-step] > a')
            .evaluateAll((steps) => steps.map((step) => getComputedStyle(step).borderTopColor));
          const [highlighted, ...others] = borderColours;
          expectSoftly(others, 'the steps of the journey that are not highlighted').not.toContain(highlighted);

          for (const button of [
            hero.locator('.hero-button').first(),
            evacuationPage(page, language).sendButton,
            page.locator('section[aria-labelledby=services] a').first(),
          ]) {
            const name = await button.innerText();
            expectSoftly(
              parseFloat(await computedStyle(button, 'border-top-width')),
              `${name}: border`,
            ).toBeGreaterThanOrEqual(1);
            const border = await computedStyle(button, 'border-top-color');
            expectSoftly(await contrastOnScreen(page, button, border), `${name}: border`).toBeGreaterThanOrEqual(3);
            await button.focus();
            expectSoftly(await computedStyle(button, 'outline-style'), `${name}: focus`).toBe('solid');
            const outline = await computedStyle(button, 'outline-color');
            expectSoftly(await contrastOnScreen(page, button, outline), `${name}: focus`).toBeGreaterThanOrEqual(3);
          }
        },
      );
    }
  });
}

/** Opens a page as a phone on a slow connection does, and checks its costs, its width and its accessibility. */
async function inspect(page: Page, language: Language, path: string, transfers: () => Transfers): Promise<void> {
  const address = pathIn(language, path);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectLightweight(page, address, transfers);
  for (const { name, width, height, textSize } of narrowWindows) {
    await page.setViewportSize({ width, height });
    expectSoftly(await overflowingElements(page, textSize), `${address} ${name}`).toEqual([]);
  }
  for (const width of widthsForAxe(path, language)) {
    await page.setViewportSize({ width, height: 740 });
    expectSoftly(await violationsOn(page), `${address} at ${width} px`).toEqual([]);
  }
}

/**
 * Opens every page without a cache, on a slow connection, in a browser that is never idle, so React waits for a touch.
 */
async function useSlowPhone(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const whenIdle = window.requestIdleCallback.bind(window);
    const hasReact = () => document.querySelector('script[type="text/deferred-module"]') !== null;
    Object.assign(window, {
      requestIdleCallback: (...request: Parameters<typeof whenIdle>) => (hasReact() ? 0 : whenIdle(...request)),
    });
  });
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  // On slow connections, browsers load lazy pictures further ahead.
  await network.send('Network.overrideNetworkState', {
    offline: false,
    latency: 300,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
    connectionType: 'cellular3g',
  });
}

/**
 * Opens the page without a cache and expects that it stays within its budget before the first touch, with the headers
 * and bodies of the page and of everything it loads, including the icon. Loads React afterwards.
 */
async function expectLightweight(page: Page, address: string, transfers: () => Transfers): Promise<void> {
  // Nothing that the previous page loads late may count.
  await expect.poll(() => transfers().pending).toBe(0);
  const before = transfers();
  await page.goto(address, { waitUntil: 'networkidle' });
  const hasReact = (await page.locator('script[type="text/deferred-module"]').count()) > 0;
  if (!hasReact) {
    const hasLastScript = () =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/consent-')),
      );
    await expect.poll(hasLastScript).toBe(true);
  }
  await loadIcon(page);
  await expect.poll(() => transfers().pending).toBe(0);
  const { layoutShift, renderBlocking } = await readPaintCosts(page);
  const figures = {
    bytes: transfers().bytes - before.bytes,
    requests: transfers().requests - before.requests,
    layoutShift,
    renderBlocking: renderBlocking.length,
  };
  const budget = hasReact ? pageBudgets.beforeReact : pageBudgets.contentPage;
  // The lightest page needs more than this without a cache.
  expectSoftly(figures.bytes, `${address}: nothing comes from the cache`).toBeGreaterThan(25_000);
  expectSoftly(overBudget(figures, { ...budget, layoutShift: pageBudgets.layoutShift }), address).toEqual([]);
  const field = page.locator('input[name=origin]').first();
  if ((await field.count()) > 0) {
    await field.focus();
    const form = await field.evaluate((input) => (input as HTMLInputElement).form?.id ?? '');
    await waitForHydration(page, form);
  }
}

/** Records all elements that Tab should reach, in document order. @returns their names */
function recordTabStops(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** Tab stops once in a group of radio buttons: at the chosen one, or at either end. */
    const stopOf = (element: Element) => {
      if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return element;
      const group = [...(element.form?.querySelectorAll<HTMLInputElement>(`[name="${element.name}"]`) ?? [])];
      return group.find(({ checked }) => checked) ?? group[0] ?? element;
    };
    const stops = Array.from(
      document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary'),
    ).filter(
      (element) =>
        element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }) && stopOf(element) === element,
    );
    Object.assign(window, { stops, stopOf });
    return stops.map((element, index) => `${index + 1}. ${element.outerHTML.replace(/\s+/g, ' ').slice(0, 100)}`);
  });
}

/**
 * Finds the recorded element that has focus.
 * @returns its index, and the problems if focus is not visible: outlined, in the window, not under the header
 */
function inspectFocus(page: Page): Promise<{ stop: number; problems: string[] }> {
  return page.evaluate(() => {
    const { stops, stopOf } = window as unknown as { stops: Element[]; stopOf: (element: Element) => Element };
    const element = document.activeElement ?? document.body;
    const { top, right, bottom, left } = element.getBoundingClientRect();
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const header = document.querySelector('header');
    const isHeaderAbove = header && getComputedStyle(header).position === 'sticky' && !header.contains(element);
    const visibleTop = isHeaderAbove ? header.getBoundingClientRect().bottom : 0;
    // The native calendar button in a date field has the browser's own outline.
    const isNativeButton = element.matches('[type=date]:not(:focus-visible)');
    const checks = {
      'has no outline': !isNativeButton && (outlineStyle === 'none' || parseFloat(outlineWidth) < 2),
      'is outside the window': bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth,
      'is under the header': top < visibleTop,
    };
    const problems = Object.entries(checks).filter(([, isPresent]) => isPresent);
    return { stop: stops.indexOf(stopOf(element)), problems: problems.map(([problem]) => problem) };
  });
}

function computedStyle(element: Locator, property: string, pseudo?: string): Promise<string> {
  return element.evaluate((found, [name, part]) => getComputedStyle(found, part).getPropertyValue(name), [
    property,
    pseudo,
  ] as const);
}

/** Returns the contrast ratio (1 to 21) between a colour and the element's most frequent colour on the screen. */
async function contrastOnScreen(page: Page, element: Locator, colour: string): Promise<number> {
  const picture = await element.screenshot();
  return page.evaluate(
    async ([base64, foreground]) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      if (!context) throw new Error('No canvas');
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      const counts = new Map<string, number>();
      for (let offset = 0; offset < data.length; offset += 4) {
        const pixel = data.slice(offset, offset + 3).join();
        counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
      }
      const [mostFrequent = ''] = Array.from(counts).sort(([, a], [, b]) => b - a)[0] ?? [];
      // Relative luminance, WCAG 2.2.
      const luminance = (rgb: string) => {
        const [red = 0, green = 0, blue = 0] = (rgb.match(/[\d.]+/g) ?? []).map((value) => {
          const channel = Number(value) / 255;
          return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const [dark = 0, light = 0] = [luminance(mostFrequent), luminance(foreground)].sort((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    },
    [picture.toString('base64'), colour] as const,
  );
}
