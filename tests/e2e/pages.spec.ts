import type { Locator, Page } from 'playwright/test';
import { openPaths } from '../../app/content/site-pages.ts';
import { languageCodes, pathIn } from '../../app/i18n/languages.ts';
import { evacuationPage } from './evacuation-page.ts';
import { elementsSidewaysOut, expect, formIsTakenOver, test, violationsOn } from './site-test.ts';

// Nothing moves by itself here.
test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 360, height: 740 } });

/** Width and height of the window in CSS pixels, and the size of text in per cent. */
const narrowWindows = [
  { name: 'on the smallest phone', width: 320, height: 740, textSize: 100 },
  { name: 'with text twice as large', width: 360, height: 740, textSize: 200 },
  { name: 'at a zoom of 400 %', width: 320, height: 256, textSize: 100 },
];

const softly = expect.configure({ soft: true });

/** The page with everything that runs on it. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  for (const id of await page.locator('main form[method=post]').evaluateAll((forms) => forms.map((form) => form.id))) {
    await formIsTakenOver(page, id);
  }
  // What only a script can do comes a moment later.
  const dates = await page.locator('main form[method=post] input[type=date], #flight-search input[type=date]').count();
  await expect(page.locator('main button[aria-haspopup=dialog]')).toHaveCount(dates);
}

for (const language of languageCodes) {
  for (const path of openPaths) {
    const address = pathIn(language, path);

    test(`${address} is light and accessible, and never scrolls sideways`, async ({ page }) => {
      softly(await weigh(page, address), `${address}: bytes in the first view`).toBeLessThanOrEqual(70_000);
      for (const { name, width, height, textSize } of narrowWindows) {
        await page.setViewportSize({ width, height });
        softly(await elementsSidewaysOut(page, textSize), `${address} ${name}`).toEqual([]);
      }
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 740 });
        softly(await violationsOn(page), `${address} at ${width} px`).toEqual([]);
      }
    });
  }

  for (const path of ['/', '/help-center', '/treatment/oncology']) {
    const address = pathIn(language, path);
    for (const width of [360, 1280]) {
      test(`${address} at ${width} px: Tab goes through everything and back, and its focus is seen`, async ({
        page,
      }) => {
        await page.setViewportSize({ width, height: 740 });
        await open(page, address);
        const names = await rememberStops(page);
        const goThrough = async (key: string, expected: string[]) => {
          const visited: string[] = [];
          const unseen: string[] = [];
          while (visited.length < names.length) {
            const { stop, problems } = await lookAtFocus(page);
            const name = names[stop] ?? 'something else';
            await page.keyboard.press(key);
            // A date field has stops of its own inside.
            if (visited[visited.length - 1] === name && name.includes('type="date"')) continue;
            visited.push(name);
            unseen.push(...problems.map((problem) => `${name} ${problem}`));
          }
          expect(visited, `${address} by ${key}`).toEqual(expected);
          expect(unseen, `${address} by ${key}`).toEqual([]);
        };
        await page.keyboard.press('Tab');
        await goThrough('Tab', names);
        // From the end of the page, the header is above what comes next.
        await page.evaluate(() => (window as unknown as { stops: HTMLElement[] }).stops.slice(-1)[0]?.focus());
        await goThrough('Shift+Tab', Array.from(names).reverse());
      });
    }
  }

  test.describe('in forced colours', () => {
    test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } });

    for (const width of [360, 1280]) {
      test(`${language} at ${width} px: the home page is accessible, and what acts is seen`, async ({ page }) => {
        await page.setViewportSize({ width, height: 740 });
        await open(page, pathIn(language, '/'));
        // For the colour of text, axe asks a property that forced colours leave alone.
        softly(await violationsOn(page, 'color-contrast')).toEqual([]);

        const hero = page.locator('[data-hero]');
        const currentDot = hero.locator('[data-hero-dot][aria-current]');
        const otherDot = hero.locator('[data-hero-dot]:not([aria-current])').first();
        const sizeOf = (dot: Locator) => dot.evaluate((element) => getComputedStyle(element, '::before').inlineSize);
        softly(await sizeOf(currentDot)).not.toBe(await sizeOf(otherDot));
        for (const [name, element, pseudo, property] of [
          ['the dot of the current slide', currentDot, '::before', 'border-top-color'],
          ['the dot of another slide', otherDot, '::before', 'border-top-color'],
          ['the pause button', hero.locator('[data-pause]'), undefined, 'color'],
          ['the menu button or a main link', page.locator('header a:visible').last(), undefined, 'color'],
        ] as const) {
          const colour = await computed(element, property, pseudo);
          softly(await contrastOnScreen(page, element, colour), name).toBeGreaterThanOrEqual(3);
        }

        const edgesOfSteps = await page
          .locator('[data-journey-step] > a')
          .evaluateAll((steps) => steps.map((step) => getComputedStyle(step).borderTopColor));
        const [highlighted, ...others] = edgesOfSteps;
        softly(others, 'the steps of the journey that are not highlighted').not.toContain(highlighted);

        for (const button of [
          hero.locator('.hero-button').first(),
          evacuationPage(page, language).sendButton,
          page.locator('section[aria-labelledby=services] a').first(),
        ]) {
          const name = await button.innerText();
          softly(parseFloat(await computed(button, 'border-top-width')), `${name}: border`).toBeGreaterThanOrEqual(1);
          const edge = await computed(button, 'border-top-color');
          softly(await contrastOnScreen(page, button, edge), `${name}: border`).toBeGreaterThanOrEqual(3);
          await button.focus();
          softly(await computed(button, 'outline-style'), `${name}: focus`).toBe('solid');
          const outline = await computed(button, 'outline-color');
          softly(await contrastOnScreen(page, button, outline), `${name}: focus`).toBeGreaterThanOrEqual(3);
        }
      });
    }
  });
}

/**
 * Opens the page with an empty cache and counts the bytes on the line until it rests. React, where the page has it,
 * comes after that.
 */
async function weigh(page: Page, address: string): Promise<number> {
  await page.addInitScript(() => {
    // A browser that is never idle.
    Object.assign(window, { requestIdleCallback: () => 0 });
  });
  const network = await page.context().newCDPSession(page);
  let bytes = 0;
  const count = ({ encodedDataLength }: { encodedDataLength: number }) => (bytes += encodedDataLength);
  network.on('Network.loadingFinished', count);
  await network.send('Network.enable');
  await page.goto(address, { waitUntil: 'networkidle' });
  network.off('Network.loadingFinished', count);
  const field = page.locator('input[name=origin]').first();
  if ((await field.count()) > 0) {
    await field.focus();
    const form = await field.evaluate((input) => (input as HTMLInputElement).form?.id ?? '');
    await formIsTakenOver(page, form);
  }
  return bytes;
}

/** Everything that Tab should stop at, in the document's order; returns their names. */
function rememberStops(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const stops = Array.from(
      document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary'),
    ).filter((element) => element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }));
    Object.assign(window, { stops });
    return stops.map((element, index) => `${index + 1}. ${element.outerHTML.replace(/\s+/g, ' ').slice(0, 100)}`);
  });
}

/** Which stop has the focus, and whether a visitor sees it: a line around it, in the window, not under the header. */
function lookAtFocus(page: Page): Promise<{ stop: number; problems: string[] }> {
  return page.evaluate(() => {
    const { stops } = window as unknown as { stops: Element[] };
    const element = document.activeElement ?? document.body;
    const { top, right, bottom, left } = element.getBoundingClientRect();
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const header = document.querySelector('header');
    const covers = header && getComputedStyle(header).position === 'sticky' && !header.contains(element);
    const ceiling = covers ? header.getBoundingClientRect().bottom : 0;
    // A date field's own calendar button has the browser's line.
    const isInside = element.matches('[type=date]:not(:focus-visible)');
    const found = {
      'has no outline': !isInside && (outlineStyle === 'none' || parseFloat(outlineWidth) < 2),
      'is outside the window': bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth,
      'is under the header': top < ceiling,
    };
    const problems = Object.entries(found).filter(([, isSo]) => isSo);
    return { stop: stops.indexOf(element), problems: problems.map(([problem]) => problem) };
  });
}

function computed(element: Locator, property: string, pseudo?: string): Promise<string> {
  return element.evaluate((found, [name, part]) => getComputedStyle(found, part).getPropertyValue(name), [
    property,
    pseudo,
  ] as const);
}

/** Contrast, 1 to 21, between a colour and the one that most of the element's surface has on the screen. */
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
      for (let place = 0; place < data.length; place += 4) {
        const pixel = data.slice(place, place + 3).join();
        counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
      }
      const [commonest = ''] = Array.from(counts).sort(([, a], [, b]) => b - a)[0] ?? [];
      // Relative luminance, WCAG 2.2.
      const luminance = (numbers: string) => {
        const [red = 0, green = 0, blue = 0] = (numbers.match(/[\d.]+/g) ?? []).map((value) => {
          const part = Number(value) / 255;
          return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const [dark = 0, light = 0] = [luminance(commonest), luminance(foreground)].sort((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    },
    [picture.toString('base64'), colour] as const,
  );
}
