import AxeBuilder from '@axe-core/playwright';
import { expect, test as base, type Locator, type Page } from 'playwright/test';
import { languageCodes, type Language } from '../../app/i18n/languages.ts';
import { chosenCookies } from '../support/chosen-cookies.ts';
import { startSite, type Site } from '../support/site.ts';
import { startStandInApi, type StandInApi } from '../support/stand-in-api.ts';

/**
 * The three worlds in which every form scenario runs: checks of the browser, checks of the server behind
 * React (the form's constraints are taken away, as an old or tampered page would lack them), no JavaScript.
 */
export const modes = ['browser-checks', 'server-checks', 'no-script'] as const;
export type Mode = (typeof modes)[number];

/** By which the site would count visits. */
export const analyticsId = 'G-TEST123';

interface WorkerFixtures {
  desk: { site: Site; api: StandInApi };
}

interface TestFixtures {
  /** The visitor has said no to the question about cookies, which would stand over the page otherwise. */
  hasChosenCookies: boolean;
  toleratesPageErrors: boolean;
  failOnPageErrors: undefined;
}

/**
 * A site whose desk is the stand-in API, and which would count visits, one for each worker; every error in a page fails
 * its test.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  desk: [
    async ({}, use) => {
      const api = await startStandInApi();
      // One worker searches more often than a visitor may.
      const site = await startSite({
        env: { DESK: 'api', API_URL: api.url, RATE_LIMIT_FACTOR: '100', ANALYTICS_ID: analyticsId },
      });
      await use({ site, api });
      await site.close();
      await api.close();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ desk }, use) => use(desk.site.url),
  hasChosenCookies: [true, { option: true }],
  storageState: ({ hasChosenCookies, desk }, use) => use(hasChosenCookies ? chosenCookies(desk.site.url) : undefined),
  toleratesPageErrors: [false, { option: true }],
  failOnPageErrors: [
    async ({ page, toleratesPageErrors, desk }, use) => {
      // The worker's desk remembers how the test before wanted it.
      desk.api.behave('ok');
      desk.api.flights.reset();
      const errors: Error[] = [];
      page.on('pageerror', (error) => errors.push(error));
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) errors.push(new Error(message.text()));
      });
      await use(undefined);
      if (!toleratesPageErrors) expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Opens the form and waits for what its world promises: React in two of them. */
export async function openForm(page: Page, language: Language, mode: Mode): Promise<void> {
  await page.goto(`/${language}/services/evacuation`);
  if (mode === 'no-script') return;
  await reactStarts(page);
  if (mode === 'server-checks') await removeConstraints(page);
}

/** React has taken the form over: the airport fields are comboboxes. */
export async function reactStarts(page: Page): Promise<void> {
  await expect(page.locator('input[name=origin]').first()).toHaveAttribute('role', 'combobox');
}

/** React has taken over the form of this id, whatever stands in it. */
export async function formIsTakenOver(page: Page, id: string): Promise<void> {
  await page.waitForFunction((formId) => {
    // A form has its controls as properties, too.
    const properties = Object.keys(document.getElementById(formId) ?? {});
    return properties.some((name) => name.startsWith('__reactProps'));
  }, id);
}

export async function removeConstraints(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const control of document.querySelectorAll('form :is(input, textarea, select)')) {
      for (const constraint of ['required', 'pattern', 'minlength', 'maxlength', 'min'])
        control.removeAttribute(constraint);
    }
  });
}

/** Where a scenario runs, and what it can look at. */
export interface World {
  page: Page;
  language: Language;
  mode: Mode;
  api: StandInApi;
  site: Site;
}

/** A scenario is one function, whatever the world. */
export type Scenario = (world: World) => Promise<void>;

/** For what the browser leaves to the server anyway: its checks would make no difference. */
export const withAndWithoutScript = ['browser-checks', 'no-script'] as const satisfies Mode[];

/** Runs each scenario in these worlds and in every language, on the page that `open` opens. */
export function runScenarios(
  worlds: readonly Mode[],
  open: (world: World) => Promise<void>,
  scenarios: Record<string, Scenario>,
): void {
  for (const language of languageCodes) {
    for (const mode of worlds) {
      test.describe(`${language}, ${mode}`, () => {
        test.use({ javaScriptEnabled: mode !== 'no-script' });
        for (const [name, scenario] of Object.entries(scenarios)) {
          test(name, async ({ page, desk }) => {
            const world = { page, language, mode, ...desk };
            await open(world);
            await scenario(world);
          });
        }
      });
    }
  }
}

/**
 * No violation that axe knows, of WCAG 2.2 A and AA and of good practice. axe is a script itself, so a page
 * without JavaScript is checked by its markup, shown once more where scripts may run and with its own removed.
 */
export async function expectAccessible(page: Page, mode: Mode): Promise<void> {
  if (mode === 'no-script') {
    const html = (await page.content()).replace(/<script\b.*?<\/script>/gs, '');
    const context = await page.context().browser()?.newContext({ javaScriptEnabled: true });
    const copy = await context?.newPage();
    if (!context || !copy) throw new Error('No browser to show the copy in');
    await copy.route(page.url(), (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }));
    await copy.goto(page.url());
    await expectAccessible(copy, 'server-checks');
    await context.close();
    return;
  }
  expect(await violationsOn(page)).toEqual([]);
}

/** What axe finds on the page as it is, each with its elements; its rules of these names are left out. */
export async function violationsOn(page: Page, ...leftOut: string[]): Promise<string[]> {
  // Its other mode opens a page more for each run, for the sake of frames, which this site has none of.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.disableRules(leftOut).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}

/**
 * What makes the page scroll sideways (WCAG 1.4.4 and 1.4.10), at this size of the window and of text; nothing where
 * it does not.
 * @param textSize per cent of the browser's own
 */
export function elementsSidewaysOut(page: Page, textSize: number): Promise<string[]> {
  return page.evaluate(async (size) => {
    const root = document.documentElement;
    root.style.fontSize = `${size}%`;
    await document.fonts.ready;
    const { scrollWidth, clientWidth } = root;
    if (scrollWidth <= clientWidth) return [];
    const isOut = (element: Element) => {
      const boxes: (Element | Range)[] = [element];
      // The words of an element may stand out of its box.
      for (const node of element.childNodes) {
        if (!(node instanceof Text)) continue;
        const words = document.createRange();
        words.selectNode(node);
        boxes.push(words);
      }
      return boxes
        .map((box) => box.getBoundingClientRect())
        .some(({ left, right }) => left < -0.5 || right > clientWidth + 0.5);
    };
    const elsewhere = ['[data-hero-slides] *', '[data-menu]', '[data-menu] *', '.hidden-visually'];
    const elements = Array.from(document.querySelectorAll(`body *:not(${elsewhere.join()})`));
    const found = elements.filter((element) => element.checkVisibility() && isOut(element));
    const innermost = found.filter((element) => !found.some((other) => other !== element && element.contains(other)));
    return [`${scrollWidth} px wide instead of ${clientWidth}`, ...innermost.map(({ outerHTML }) => outerHTML)];
  }, textSize);
}

/** The page as it is now fits on the smallest phone, and with text twice as large: nothing makes it scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  for (const [width, textSize] of [
    [320, 100],
    [360, 200],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await expect.poll(() => elementsSidewaysOut(page, textSize)).toEqual([]);
  }
}

/** Each field has its value, by its name. */
export async function expectValues(field: (name: string) => Locator, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await expect(field(name)).toHaveValue(value);
}

/** Chooses a language in the header's menu. */
export async function chooseLanguage(page: Page, language: Language): Promise<void> {
  const menu = page.locator('header details');
  await menu.locator('summary').click();
  await menu.locator(`a[data-switch-language=${language}]:not([aria-current])`).click();
}
