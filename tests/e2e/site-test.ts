import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import { type Browser, expect, type Locator, type Page, test as base } from 'playwright/test';
import { type Language, languageCodes } from '../../app/i18n/languages.ts';
import { consentStorageState } from '../support/consent-storage-state.ts';
import { scaleForSoak } from '../support/scale-for-soak.ts';
import { type Site, startSite } from '../support/site.ts';
import { type StandInApi, startStandInApi } from '../support/stand-in-api.ts';

/**
 * The three modes of form scenarios: with the browser's checks, with React but only the server's checks (the form's
 * constraints are removed, as in an outdated or tampered page), and without JavaScript.
 */
const modes = ['browser-checks', 'server-checks', 'no-script'] as const;
export type Mode = (typeof modes)[number];

/** The measurement id for analytics. */
const analyticsId = 'G-TEST123';

interface WorkerFixtures {
  desk: { site: Site; api: StandInApi };
}

interface TestFixtures {
  /** Whether the visitor has already declined cookies; otherwise the banner covers the page. */
  hasConsentChoice: boolean;
  /** Whether a test passes despite errors in its pages. */
  toleratesPageErrors: boolean;
  failOnPageErrors: undefined;
}

/**
 * Starts one site per worker, with the stand-in API as its desk and with analytics configured. Any error in a page
 * fails the test.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  desk: [
    async ({}, use) => {
      const api = await startStandInApi();
      // The tests of a worker send more requests than one visitor may.
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
  hasConsentChoice: [true, { option: true }],
  storageState: ({ hasConsentChoice, desk }, use) =>
    use(hasConsentChoice ? consentStorageState(desk.site.url) : undefined),
  toleratesPageErrors: [false, { option: true }],
  failOnPageErrors: [
    async ({ page, toleratesPageErrors, desk }, use) => {
      // The worker's tests share the desk: reset its behaviour.
      desk.api.setBehaviour('ok');
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

/** Opens the form and prepares it for the mode. */
export async function openForm(page: Page, language: Language, mode: Mode): Promise<void> {
  await page.goto(`/${language}/services/evacuation`);
  if (mode === 'no-script') return;
  await waitForReact(page);
  if (mode === 'server-checks') await removeConstraints(page);
}

/** Touches the first form, which starts React. */
async function touchForm(page: Page): Promise<void> {
  await page.locator('main form').first().dispatchEvent('pointerdown');
}

/** Starts React, if it waits for the visitor. */
async function touchContent(page: Page): Promise<void> {
  const trigger = await page.locator('body').getAttribute('data-react');
  if (trigger === 'on-form-interaction') await touchForm(page);
  if (trigger === 'on-content-interaction') await page.locator('main').dispatchEvent('pointerdown');
}

/** Waits until React has hydrated the form, which turns the airport fields into comboboxes. */
export async function waitForReact(page: Page): Promise<void> {
  await touchForm(page);
  await expect(page.locator('input[name=origin]').first()).toHaveAttribute('role', 'combobox');
}

/**
 * Waits until the browser is idle, when React starts on most pages. A tab that is never idle, or that draws nothing, is
 * waited for ten seconds.
 */
export async function waitUntilIdle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 10_000 })));
}

/** Starts React and waits until it has hydrated the element with this id. */
export async function waitForHydration(page: Page, id: string): Promise<void> {
  await touchContent(page);
  await page.waitForFunction((formId) => {
    // React stores its props in a property of the element.
    const properties = Object.keys(document.getElementById(formId) ?? {});
    return properties.some((name) => name.startsWith('__reactProps'));
  }, id);
}

export async function removeConstraints(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const control of document.querySelectorAll('form :is(input, textarea, select)')) {
      for (const constraint of ['required', 'pattern', 'minlength', 'data-max-length', 'min'])
        control.removeAttribute(constraint);
    }
  });
}

/** The variant in which a scenario runs, with access to the site and its desk. */
export interface Variant {
  page: Page;
  language: Language;
  mode: Mode;
  api: StandInApi;
  site: Site;
}

export type Scenario = (variant: Variant) => Promise<void>;

type TestBody = Parameters<typeof test>[2];

/**
 * Replaces `test` in a loop over the languages for tests that do not depend on the language: each test runs in only one
 * language, the next test in the next language. Tests that depend on texts or text direction use `test`.
 */
export function testsAlternatingLanguage(language: Language): (title: string, body: TestBody) => void {
  let count = languageCodes.indexOf(language);
  return (title, body) => {
    if (count % languageCodes.length === 0) test(title, body);
    count += 1;
  };
}

type Opener = (variant: Variant) => Promise<void>;

/**
 * Runs each scenario in every mode, on the page that `open` opens: with the browser's checks in one language, with only
 * the server's checks and without JavaScript in the other. The next scenario swaps the languages. A soak runs every
 * scenario in every mode and language.
 * @param first the language in which the first scenario runs with the browser's checks
 */
export function runScenarios(open: Opener, scenarios: Record<string, Scenario>, first: Language = 'ar'): void {
  for (const [index, [name, scenario]] of Object.entries(scenarios).entries()) {
    for (const mode of modes) {
      const turn = languageCodes.indexOf(first) + index + (mode === 'browser-checks' ? 0 : 1);
      const usualLanguages = [languageCodes[turn % languageCodes.length] ?? first];
      for (const language of scaleForSoak<readonly Language[]>(usualLanguages, languageCodes)) {
        const opener = async (variant: Variant) => {
          if (!usualLanguages.includes(language)) uncheckedPages.add(variant.page);
          await open(variant);
        };
        runScenario(opener, name, scenario, language, mode);
      }
    }
  }
}

/** Pages that axe does not check, because it checks the same scenario in another language. */
const uncheckedPages = new WeakSet<Page>();

/**
 * Like `runScenarios`, for scenarios that depend neither on the browser's checks nor on the language. A scenario runs
 * with JavaScript in one language and without it in the other; the next scenario runs the other way round. Together,
 * the scenarios of a form cover every combination.
 */
export function runAlternatingScenarios(open: Opener, scenarios: Record<string, Scenario>): void {
  for (const [index, [name, scenario]] of Object.entries(scenarios).entries()) {
    for (const [languageIndex, language] of languageCodes.entries()) {
      const mode = (index + languageIndex) % 2 === 0 ? 'browser-checks' : 'no-script';
      runScenario(open, name, scenario, language, mode);
    }
  }
}

function runScenario(open: Opener, name: string, scenario: Scenario, language: Language, mode: Mode): void {
  test.describe(`${language}, ${mode}`, () => {
    test.use({ javaScriptEnabled: mode !== 'no-script' });
    test(name, async ({ page, desk }) => {
      const variant = { page, language, mode, ...desk };
      await open(variant);
      await scenario(variant);
    });
  });
}

/**
 * Expects that axe finds no violation of WCAG 2.2 A and AA or of best practices. axe is itself a script: for a page
 * without JavaScript, it checks a copy of the markup without its scripts in a context that allows scripts.
 *
 * It checks a scenario once with JavaScript and once without, each in another language, and never twice in the same
 * mode, because the elements are the same. It skips `server-checks`, because the browser's own checks do not change any
 * element.
 */
export async function expectAccessible(page: Page, mode: Mode): Promise<void> {
  if (mode === 'server-checks' || uncheckedPages.has(page)) return;
  if (mode === 'no-script') {
    const html = (await page.content()).replace(/<script\b.*?<\/script>/gs, '');
    const browser = page.context().browser();
    if (!browser) throw new Error('The browser cannot open the copy');
    const copy = await openCopies(browser);
    await copy.route(page.url(), (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }));
    await copy.goto(page.url());
    const violations = await violationsOn(copy);
    await copy.unrouteAll();
    expect(violations).toEqual([]);
    return;
  }
  expect(await violationsOn(page)).toEqual([]);
}

/** The page in which axe checks copies, by browser: a new one for each copy would start a process. */
const copies = new WeakMap<Browser, Promise<Page>>();

function openCopies(browser: Browser): Promise<Page> {
  const page =
    copies.get(browser) ?? browser.newContext({ javaScriptEnabled: true }).then((context) => context.newPage());
  copies.set(browser, page);
  return page;
}

/** Minified, because the browser parses it again for each document. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare global {
  interface Window {
    axe?: { run: (context: Document, options: RunOptions) => Promise<AxeResults> };
  }
}

/** Runs axe on the page. @returns the violations with their elements */
export async function violationsOn(page: Page, ...disabledRules: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => Boolean(window.axe)))) await page.evaluate(axeSource);
  return page.evaluate(async (names) => {
    // axe sees no colours in parts that the browser has not laid out.
    const laidOut = new CSSStyleSheet();
    laidOut.replaceSync('.lazy { content-visibility: visible !important }');
    document.adoptedStyleSheets = [laidOut];
    const rules = Object.fromEntries(names.map((name) => [name, { enabled: false }]));
    const results = await window.axe?.run(document, { resultTypes: ['violations'], rules });
    document.adoptedStyleSheets = [];
    if (!results) throw new Error('axe is not on the page');
    return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
  }, disabledRules);
}

/**
 * Lists the elements that make the page scroll horizontally (WCAG 1.4.4 and 1.4.10) at the current window size.
 * @param textSize per cent of the browser's default
 */
export function overflowingElements(page: Page, textSize: number): Promise<string[]> {
  return page.evaluate(async (size) => {
    const root = document.documentElement;
    root.style.fontSize = `${size}%`;
    await document.fonts.ready;
    const { scrollWidth, clientWidth } = root;
    if (scrollWidth <= clientWidth) return [];
    const overflows = (element: Element) => {
      const boxes: (Element | Range)[] = [element];
      // An element's text may overflow its box.
      for (const node of element.childNodes) {
        if (!(node instanceof Text)) continue;
        const text = document.createRange();
        text.selectNode(node);
        boxes.push(text);
      }
      return boxes
        .map((box) => box.getBoundingClientRect())
        .some(({ left, right }) => left < -0.5 || right > clientWidth + 0.5);
    };
    const excluded = ['[data-hero-slides] *', '[data-menu]', '[data-menu] *', '.visually-hidden'];
    const elements = Array.from(document.querySelectorAll(`body *:not(${excluded.join()})`));
    const found = elements.filter((element) => element.checkVisibility() && overflows(element));
    const innermost = found.filter((element) => !found.some((other) => other !== element && element.contains(other)));
    return [`${scrollWidth} px wide instead of ${clientWidth}`, ...innermost.map(({ outerHTML }) => outerHTML)];
  }, textSize);
}

/** Expects that the page does not scroll horizontally, either on the smallest phone or with double text size. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  for (const [width, textSize] of [
    [320, 100],
    [360, 200],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await expect.poll(() => overflowingElements(page, textSize)).toEqual([]);
  }
}

/** Expects fields to have these values, by field name. */
export async function expectValues(field: (name: string) => Locator, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await expect(field(name)).toHaveValue(value);
}

/** Chooses a language in the header's menu. */
export async function chooseLanguage(page: Page, language: Language): Promise<void> {
  const menu = page.locator('header details');
  await menu.locator('summary').click();
  await menu.locator(`[data-switch-language=${language}]`).click();
}
