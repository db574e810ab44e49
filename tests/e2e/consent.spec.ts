import type { Locator, Page, Route } from 'playwright/test';
import { type Consent, essentialConsent, fullConsent, readConsentCookie } from '../../app/consent/consent.ts';
import { indexablePaths } from '../../app/content/site/site-pages.ts';
import { type Language, languageCodes, pathIn } from '../../app/i18n/languages.ts';
import { pdf } from '../support/medical-files.ts';
import { scaleForSoak } from '../support/scale-for-soak.ts';
import { inEveryLanguage } from '../support/translations.ts';
import { evacuationPage } from './evacuation-page.ts';
import {
  expect,
  expectAccessible,
  overflowingElements,
  test,
  testsAlternatingLanguage,
  violationsOn,
  waitForReact,
} from './site-test.ts';

const texts = inEveryLanguage(({ common, frame, consent }) => ({
  consent: { ...common.consent, ...frame.consent },
  form: consent,
}));

const phone = { width: 360, height: 640 };
/** The narrowest window in which the banner floats. */
const tablet = { width: 768, height: 1024 };

test.use({ hasConsentChoice: false, viewport: phone, contextOptions: { reducedMotion: 'reduce' } });

const report = { name: 'report.pdf', mimeType: 'application/pdf', buffer: pdf(3000) };

/** Whether the page's scripts run. */
type ScriptMode = 'with JavaScript' | 'without JavaScript' | 'scripts that fail';

/** The modes without working scripts show the same form: each is tested in only one language. */
const modesOf: Record<Language, ScriptMode[]> = {
  ar: ['with JavaScript', 'without JavaScript'],
  en: ['with JavaScript', 'scripts that fail'],
};

function bannerOn(page: Page, language: Language) {
  const t = texts[language];
  const region = page.getByRole('region', { name: t.consent.title });
  return {
    t,
    region,
    accept: region.getByRole('button', { name: t.consent.accept }),
    deny: region.getByRole('button', { name: t.consent.deny }),
    preferences: region.getByRole('link', { name: t.consent.more }),
  };
}

function preferencesOn(page: Page, language: Language) {
  const { form: t } = texts[language];
  const form = page.locator('[data-consent-form]');
  return {
    t,
    dialog: page.getByRole('dialog', { name: t.form.heading }),
    analytics: form.getByRole('checkbox', { name: t.form.analytics }),
    marketing: form.getByRole('checkbox', { name: t.form.marketing }),
    save: form.getByRole('button', { name: t.form.save }),
    deny: form.getByRole('button', { name: t.form.deny }),
    reset: form.getByRole('button', { name: t.form.reset }),
    close: page.getByRole('button', { name: t.form.close }),
  };
}

async function breakScripts(page: Page, mode: ScriptMode): Promise<void> {
  if (mode === 'scripts that fail') await page.route('**/assets/*.js', (route) => route.abort());
}

/** Reads the choice from the browser's cookie. */
async function consentInCookie(page: Page): Promise<Consent | undefined> {
  const cookies = await page.context().cookies();
  return readConsentCookie(cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
}

const consentInStorage = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('cookieConsent') ?? 'null') as Consent | null);

const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

/** Intercepts the requests of all tabs to other hosts. @returns their URLs, updated with each request */
async function recordExternalRequests(page: Page): Promise<string[]> {
  const requests: string[] = [];
  await page.context().route(/^https?:\/\/(?!127\.0\.0\.1)/, (route: Route) => {
    requests.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: fakeTag });
  });
  return requests;
}

/** A fake of Google's tag that sets the same cookies. */
const fakeTag = `
  document.cookie = '_ga=GA1.1.1; Path=/; Max-Age=1000';
  document.cookie = '_ga_TEST123=GS1.1; Path=/; Max-Age=1000';
`;

/** Lists the page's calls to the tag, in order. */
const tagCalls = (page: Page) =>
  page.evaluate(() => {
    const { dataLayer = [] } = window as unknown as { dataLayer?: ArrayLike<unknown>[] };
    return dataLayer.map((call) =>
      Array.from(call).map((argument) => (argument instanceof Date ? 'a date' : argument)),
    );
  });

const isTagOff = (page: Page) =>
  page.evaluate(() => (window as unknown as Record<string, boolean>)['ga-disable-G-TEST123']);

/**
 * Defers the page's idle callbacks.
 * @returns a function that runs them and resolves to their number; later callbacks run immediately
 */
async function deferIdleCallbacks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const deferred: (() => void)[] = [];
    const idle = { deferred, isReleased: false };
    Object.assign(window, {
      idle,
      requestIdleCallback: (callback: () => void, { timeout }: { timeout: number }) => {
        if (timeout > 1500) return;
        if (idle.isReleased) callback();
        else deferred.push(callback);
      },
    });
  });
  return () =>
    page.evaluate(() => {
      const { idle } = window as unknown as { idle: { deferred: (() => void)[]; isReleased: boolean } };
      idle.isReleased = true;
      for (const callback of idle.deferred) callback();
      return idle.deferred.length;
    });
}

/** Lists the links and buttons in the window whose centre something fixed or sticky covers. */
function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const floating = (element: Element | null): Element | null =>
      element === null || ['fixed', 'sticky'].includes(getComputedStyle(element).position)
        ? element
        : floating(element.parentElement);
    return Array.from(document.querySelectorAll<HTMLElement>('a[href], button, summary, input, select, textarea'))
      .filter((control) => control.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }))
      .flatMap((control) => {
        const { left, top, width, height } = control.getBoundingClientRect();
        const cover = floating(document.elementFromPoint(left + width / 2, top + height / 2));
        return cover && !cover.contains(control) ? [`${control.outerHTML.slice(0, 100)} under ${cover.className}`] : [];
      });
  });
}

for (const language of languageCodes) {
  test.describe(language, () => {
    const testInOneLanguage = testsAlternatingLanguage(language);
    test('the banner appears when the browser is idle, without a layout shift and without taking focus', async ({
      page,
    }) => {
      await page.setViewportSize(tablet);
      const runIdleCallbacks = await deferIdleCallbacks(page);
      await page.goto(pathIn(language, '/about'));
      await page.waitForLoadState('networkidle');
      const banner = bannerOn(page, language);
      await expect(banner.region).toBeHidden();
      const before = await boxOf(page.locator('h1'));
      expect(await runIdleCallbacks()).toBe(1);
      await expect(banner.region).toBeVisible();
      expect(await boxOf(page.locator('h1'))).toEqual(before);
      expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
      await expect(banner.region).toBeInViewport({ ratio: 1 });
      expect((await boxOf(banner.region)).height).toBeLessThanOrEqual(tablet.height * 0.4);
      await page.keyboard.press('Escape');
      await expect(banner.region).toBeVisible();
      await page.emulateMedia({ media: 'print' });
      await expect(banner.region).toBeHidden();
    });

    test('on a phone, the banner appears when the browser is idle, at the end of the page, and moves nothing', async ({
      page,
    }) => {
      const runIdleCallbacks = await deferIdleCallbacks(page);
      await page.goto(pathIn(language, '/about'));
      await page.waitForLoadState('networkidle');
      const { region } = bannerOn(page, language);
      const footer = page.locator('footer');
      // At the end of the page, where it would push away what somebody is about to tap.
      await footer.scrollIntoViewIfNeeded();
      // Again and again: parts that are laid out only when they come near change the height of the page.
      const scrollToEnd = () =>
        page.evaluate(async () => {
          scrollTo(0, document.documentElement.scrollHeight);
          // What has come near is laid out in the next frame.
          for (let frames = 0; frames < 2; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
          return innerHeight + scrollY >= document.body.scrollHeight - 1;
        });
      await expect.poll(scrollToEnd).toBe(true);
      await expect(region).toBeHidden();
      const before = await boxOf(footer);
      await runIdleCallbacks();
      await expect(region).toBeVisible();
      expect(await boxOf(footer)).toEqual(before);
      await expect(region).toHaveCSS('position', 'static');
      expect((await boxOf(region)).y).toBeGreaterThanOrEqual(before.y + before.height);
    });

    testInOneLanguage('a tap on what the banner has just covered reaches it', async ({ page }) => {
      await page.setViewportSize(tablet);
      await page.clock.install();
      const runIdleCallbacks = await deferIdleCallbacks(page);
      await page.goto(pathIn(language, '/about'));
      await page.waitForLoadState('networkidle');
      await page.clock.pauseAt(Date.now() + 60 * 60_000);
      const { region, accept } = bannerOn(page, language);
      await runIdleCallbacks();
      await expect(region).toHaveCSS('position', 'sticky');
      const { x, y, width, height } = await boxOf(accept);
      const tapButton = () => page.mouse.click(x + width / 2, y + height / 2);
      await tapButton();
      await page.clock.runFor(450);
      await tapButton();
      await expect(region).toBeVisible();
      await expect.poll(() => consentInCookie(page)).toBeUndefined();
      await page.clock.runFor(100);
      await tapButton();
      await expect(region).toBeHidden();
      await expect.poll(() => consentInCookie(page)).toEqual(fullConsent);
    });

    testInOneLanguage('in a browser without idle callbacks, the banner appears after a second', async ({ page }) => {
      // The clock is paused, because a busy machine may take longer than a second to check.
      const now = new Date();
      await page.clock.install({ time: now });
      await page.clock.pauseAt(new Date(now.getTime() + 60_000));
      await page.addInitScript(() => Reflect.deleteProperty(window, 'requestIdleCallback'));
      await page.goto(pathIn(language, '/about'));
      const { region } = bannerOn(page, language);
      await page.clock.runFor(500);
      await expect(region).toBeHidden();
      await page.clock.runFor(600);
      await expect(region).toBeVisible();
    });

    test('accepting and denying are equally easy on phones and desktops, and the banner is accessible', async ({
      page,
    }) => {
      await page.goto(pathIn(language, '/'));
      const { accept, deny, region } = bannerOn(page, language);
      await expect(region).toBeVisible();
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 740 });
        const [yes, no] = [await boxOf(accept), await boxOf(deny)];
        expect([yes.width, yes.height, yes.y]).toEqual([no.width, no.height, no.y]);
        expect(yes.height).toBeGreaterThanOrEqual(44);
        const styleOf = (button: Locator) =>
          button.evaluate((element) => {
            const { backgroundColor, color, borderColor, fontSize, fontWeight } = getComputedStyle(element);
            return [backgroundColor, color, borderColor, fontSize, fontWeight];
          });
        expect(await styleOf(accept)).toEqual(await styleOf(deny));
        expect(await violationsOn(page)).toEqual([]);
      }
    });

    for (const [name, consent] of [
      ['accept', fullConsent],
      ['deny', essentialConsent],
    ] as const) {
      testInOneLanguage(
        `${name}: the choice is stored immediately without a request, is confirmed, and removes the banner for good`,
        async ({ page, desk }) => {
          const openedAt = Date.now();
          await page.goto(pathIn(language, '/about'));
          await page.waitForLoadState('networkidle');
          const banner = bannerOn(page, language);
          await expect(banner.region).toBeVisible();
          const requests: string[] = [];
          page.on('request', (request) => requests.push(request.url()));
          await page.context().route('**googletagmanager**', (route) => route.fulfill({ body: '' }));
          const lastLink = page.locator('footer a').last();
          await lastLink.focus();
          await banner[name].focus();
          await page.keyboard.press('Enter');
          await expect(banner.region).toBeHidden();
          await expect(lastLink).toBeFocused();
          await expect(page.getByRole('status').filter({ hasText: banner.t.consent.saved })).toBeAttached();
          await expect.poll(() => consentInCookie(page)).toEqual(consent);
          await expect.poll(() => consentInStorage(page)).toMatchObject({ ...consent });
          const expected = consent.analytics ? [/analytics-/, /googletagmanager/] : [];
          await expect.poll(() => requests.length).toBe(expected.length);
          for (const [index, pattern] of expected.entries()) expect(requests[index]).toMatch(pattern);
          const [cookie] = await page.context().cookies(desk.site.url);
          expect(cookie).toMatchObject({ name: 'cookieConsent', path: '/', sameSite: 'Lax', httpOnly: false });
          const halfYear = 180 * 24 * 60 * 60;
          expect(cookie?.expires).toBeGreaterThanOrEqual(Math.floor(openedAt / 1000) + halfYear);
          expect(cookie?.expires).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + halfYear);

          const runIdleCallbacks = await deferIdleCallbacks(page);
          await page.goto(pathIn(language, '/contact'));
          await runIdleCallbacks();
          await expect(banner.region).toHaveCount(0);
        },
      );
    }

    for (const mode of modesOf[language]) {
      test.describe(mode, () => {
        // With JavaScript, both languages take turns.
        const testInTurn = mode === 'with JavaScript' ? testsAlternatingLanguage(language) : test;
        test.use({ javaScriptEnabled: mode !== 'without JavaScript', toleratesPageErrors: mode !== 'with JavaScript' });

        for (const choice of ['accept', 'deny'] as const) {
          testInTurn(`${choice}: a half-filled form and its file are kept and can be submitted`, async ({ page }) => {
            await breakScripts(page, mode);
            await page.context().route('**googletagmanager**', (route) => route.fulfill({ body: '' }));
            await page.goto(pathIn(language, '/services/evacuation'));
            if (mode === 'with JavaScript') await waitForReact(page);
            const form = evacuationPage(page, language);
            const banner = bannerOn(page, language);
            const request = await form.fill({ email: 'not yet' });
            await form.files.setInputFiles([report]);
            await banner[choice].click();
            await expect(banner.region).toBeHidden();
            if (mode !== 'with JavaScript')
              await expect(page.getByRole('status').first()).toContainText(banner.t.consent.saved);
            for (const [name, value] of Object.entries(request)) await expect(form.field(name)).toHaveValue(value);
            await expect(form.fileRows).toHaveCount(1);
            await expect(form.problems).toHaveCount(0);
            await expect
              .poll(() => consentInCookie(page))
              .toEqual(choice === 'accept' ? fullConsent : essentialConsent);

            await form.field('email').fill('a@b.example');
            await form.send();
            await expect(page).toHaveURL(/\/requests\//);
            await expect(page.getByText(report.name)).toBeVisible();
            await expect(banner.region).toHaveCount(0);
          });
        }

        testInTurn('on a page without a form, a choice in the banner leads back to the same page', async ({ page }) => {
          await breakScripts(page, mode);
          const address = `${pathIn(language, '/help-center')}?q=visa`;
          await page.goto(address);
          const banner = bannerOn(page, language);
          await expect(banner.region).toBeVisible();
          if (mode !== 'with JavaScript') {
            await expect(banner.region).toHaveCSS('position', 'static');
            await expectAccessible(page, 'no-script');
          }
          await banner.deny.click();
          await expect(banner.region).toBeHidden();
          await expect(page).toHaveURL(address);
          await expect.poll(() => consentInCookie(page)).toEqual(essentialConsent);
        });

        testInTurn('the preferences page shows, changes and resets the choice', async ({ page }) => {
          await breakScripts(page, mode);
          await page.context().route('**googletagmanager**', (route) => route.fulfill({ body: '' }));
          await page.goto(pathIn(language, '/cookie-preferences'));
          const { t, analytics, marketing, save, deny, reset } = preferencesOn(page, language);
          const status = page.locator('main [role=status]');
          await expect(status).toHaveCount(0);
          await analytics.check();
          await save.click();
          await expect(status).toContainText(t.holds.analytics);
          await expect(analytics).toBeChecked();
          await expect(marketing).not.toBeChecked();
          await expect.poll(() => consentInCookie(page)).toEqual({ ...essentialConsent, analytics: true });
          await expectAccessible(page, mode === 'with JavaScript' ? 'browser-checks' : 'no-script');

          await deny.click();
          await expect(status).toContainText(t.holds.none);
          await expect.poll(() => consentInCookie(page)).toEqual(essentialConsent);
          if (mode === 'with JavaScript')
            await expect.poll(() => consentInStorage(page)).toMatchObject({ ...essentialConsent });
          await reset.click();
          await expect(status).toContainText(t.said.forgotten);
          await expect.poll(() => consentInCookie(page)).toBeUndefined();
          // An effect clears it, shortly after the text appears.
          if (mode === 'with JavaScript') await expect.poll(() => consentInStorage(page)).toBeNull();
          await page.goto(pathIn(language, '/about'));
          await expect(bannerOn(page, language).region).toBeVisible();
        });
      });
    }

    test('the preferences open in a dialog over a half-filled form, from banner, menu and footer', async ({ page }) => {
      await page.goto(pathIn(language, '/contact'));
      const message = page.locator('#contact textarea');
      await message.fill('half a sentence');
      const banner = bannerOn(page, language);
      const preferences = preferencesOn(page, language);
      const path = pathIn(language, '/cookie-preferences');

      await banner.preferences.click();
      await expect(preferences.dialog).toBeVisible();
      await expect(preferences.analytics).not.toBeChecked();
      expect(await violationsOn(page)).toEqual([]);
      await preferences.close.click();
      await expect(preferences.dialog).toHaveCount(0);
      await expect(banner.preferences).toBeFocused();
      await expect.poll(() => consentInCookie(page)).toBeUndefined();

      await banner.preferences.click();
      await preferences.marketing.check();
      await preferences.save.click();
      await expect(preferences.dialog).toHaveCount(0);
      await expect(banner.region).toBeHidden();
      await expect(page.getByRole('status').filter({ hasText: preferences.t.said.saved })).toBeAttached();
      await expect.poll(() => consentInCookie(page)).toEqual({ ...essentialConsent, marketing: true });

      await page.locator('[data-menu-open]').click();
      await page.locator(`[data-menu] a[href="${path}"]`).click();
      await expect(preferences.dialog).toBeVisible();
      await expect(preferences.marketing).toBeChecked();
      await page.keyboard.press('Escape');
      await expect(preferences.dialog).toHaveCount(0);
      await expect(page.locator('[data-menu-open]')).toBeFocused();
      await expect.poll(() => consentInCookie(page)).toEqual({ ...essentialConsent, marketing: true });

      const link = page.locator(`footer a[href="${path}"]`);
      await link.click();
      await preferences.reset.click();
      await expect(link).toBeFocused();
      expect([await consentInCookie(page), await consentInStorage(page)]).toEqual([undefined, null]);
      await expect(banner.region).toBeVisible();
      await expect(message).toHaveValue('half a sentence');
    });

    testInOneLanguage('a browser without modal dialogs follows the link to the preferences', async ({ page }) => {
      const path = pathIn(language, '/cookie-preferences');
      await page.addInitScript(() => Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal'));
      await page.goto(pathIn(language, '/about'));
      await page.locator(`footer a[href="${path}"]`).click();
      await expect(page).toHaveURL(path);
    });

    testInOneLanguage(
      'a link to the preferences is followed if their stylesheet cannot be loaded',
      async ({ page }) => {
        const path = pathIn(language, '/cookie-preferences');
        await page.route('**/assets/styles-*.css', (route) => route.abort());
        await page.goto(pathIn(language, '/about'));
        await page.locator(`footer a[href="${path}"]`).click();
        await expect(page).toHaveURL(path);
      },
    );

    testInOneLanguage('the banner never covers the focused element', async ({ page }) => {
      await page.setViewportSize(tablet);
      await page.goto(pathIn(language, '/medical-flight/air-ambulance'));
      await waitForReact(page);
      const { region } = bannerOn(page, language);
      await expect(region).toHaveCSS('position', 'sticky');
      await page.locator('main a, main button').first().focus();
      const covered: string[] = [];
      for (const key of ['Tab', 'Shift+Tab']) {
        for (let stop = 0; stop < 60; stop += 1) {
          await page.keyboard.press(key);
          const found = await page.evaluate(() => {
            const banner = document.querySelector('[data-consent-banner]');
            const focused = document.activeElement ?? document.body;
            if (!banner || banner.contains(focused) || focused === document.body) return undefined;
            const { top, bottom } = focused.getBoundingClientRect();
            const isCovered = bottom > banner.getBoundingClientRect().top + 1;
            return isCovered || top < 0 ? `${focused.outerHTML.slice(0, 120)} ${top} to ${bottom}` : undefined;
          });
          if (found) covered.push(`${key}: ${found}`);
        }
      }
      expect(covered).toEqual([]);
    });

    testInOneLanguage('focusing the banner does not scroll the page', async ({ page }) => {
      await page.setViewportSize(tablet);
      await page.goto(pathIn(language, '/about'));
      // With fonts from the cache: a late one would be used only once the dialog has loaded its styles, and move text.
      await page.waitForLoadState('networkidle');
      await page.reload();
      const { region, preferences, deny } = bannerOn(page, language);
      await expect(region).toHaveCSS('position', 'sticky');
      // Until then, taps go to what lies beneath.
      await expect(region).not.toHaveAttribute('data-settles');
      await page.evaluate(() => scrollTo(0, 300));
      for (const control of [preferences, deny]) await control.focus();
      const { x, y } = await boxOf(preferences);
      await page.mouse.click(x + 5, y + 20);
      await preferencesOn(page, language).close.click();
      await expect(preferences).toBeFocused();
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
    });

    test('a banner that would cover too much is placed at the end of the page', async ({ page }) => {
      for (const [width, height, textSize] of [
        [320, 256, 100],
        [360, 640, 200],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.goto(pathIn(language, '/about'));
        const { region, accept } = bannerOn(page, language);
        await expect(region).toBeVisible();
        await expect.poll(() => overflowingElements(page, textSize)).toEqual([]);
        await page.setViewportSize({ width, height: height - 1 });
        await expect(region).toHaveCSS('position', 'static');
        await expect(page.locator('html')).not.toHaveClass(/consent-floats/);
        // Parts above the button that are laid out only when they come near may still move it.
        await expect(async () => {
          await accept.scrollIntoViewIfNeeded();
          await expect(accept).toBeInViewport({ ratio: 1, timeout: 5_000 });
        }).toPass();
      }
    });

    test('before the visitor consents, no page makes external requests, and on a phone, nothing lies over a link or button of the first screen', async ({
      page,
      context,
    }) => {
      test.slow();
      const requests = await recordExternalRequests(page);
      // Each page is visited in only one language, or in both in a soak.
      const isVisited = (_path: string, index: number) =>
        scaleForSoak(languageCodes[index % languageCodes.length] === language, true);
      const paths: string[] = [...indexablePaths, '/search/flights', '/nothing-here'].filter(isVisited);
      const covered: string[] = [];
      // Several tabs work in parallel, because they mostly wait for pages to become idle.
      const visitAll = async (tab: Page) => {
        for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
          await tab.goto(pathIn(language, path));
          if (path !== '/cookie-preferences') await expect(bannerOn(tab, language).region).toBeVisible();
          for (const width of [320, 360, 412]) {
            await tab.setViewportSize({ width, height: 740 });
            covered.push(...(await coveredControls(tab)).map((control) => `${path} at ${width} px: ${control}`));
          }
          await tab.waitForLoadState('networkidle');
          expect(requests, path).toEqual([]);
          expect(await tab.evaluate(() => 'dataLayer' in window), path).toBe(false);
        }
      };
      await Promise.all([visitAll(page), visitAll(await context.newPage()), visitAll(await context.newPage())]);
      expect(covered).toEqual([]);
      expect((await context.cookies()).map(({ name }) => name)).toEqual([]);
    });
  });
}

test('with consent, the page requests only the tag, which gets the consent first and no query of the URL', async ({
  page,
  desk,
}) => {
  const requests = await recordExternalRequests(page);
  await page.goto('/en/about?name=Ahmad#place', { referer: `${desk.site.url}/en/requests/secret` });
  await bannerOn(page, 'en').accept.click();
  await expect.poll(() => requests).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-TEST123']);
  const granted = {
    analytics_storage: 'granted',
    personalization_storage: 'granted',
    ad_storage: 'granted',
    ad_user_data: 'granted',
    ad_personalization: 'granted',
    functionality_storage: 'granted',
    security_storage: 'granted',
  };
  const denied = {
    ...Object.fromEntries(Object.keys(granted).map((name) => [name, 'denied'])),
    security_storage: 'granted',
  };
  await expect
    .poll(() => tagCalls(page))
    .toEqual([
      ['consent', 'default', denied],
      ['consent', 'update', granted],
      ['js', 'a date'],
      [
        'config',
        'G-TEST123',
        { anonymize_ip: true, page_location: `${desk.site.url}/en/about`, page_referrer: desk.site.url },
      ],
    ]);
  await expect.poll(() => isTagOff(page)).toBe(false);

  // The next page applies the stored consent.
  await page.goto('/ar/careers');
  await expect.poll(() => requests.length).toBe(2);
  await expect.poll(async () => (await tagCalls(page))[1]).toEqual(['consent', 'update', granted]);
});

test('withdrawing consent takes effect immediately, and consenting again does not reload the tag', async ({ page }) => {
  const requests = await recordExternalRequests(page);
  await page.goto('/en/about');
  await bannerOn(page, 'en').accept.click();
  const tagCookies = async () =>
    (await page.context().cookies()).map(({ name }) => name).filter((name) => name.startsWith('_ga'));
  await expect.poll(tagCookies).toEqual(['_ga', '_ga_TEST123']);

  const link = page.locator('footer a[href="/en/cookie-preferences"]');
  const preferences = preferencesOn(page, 'en');
  for (const withdraw of ['deny', 'reset', 'save'] as const) {
    await link.click();
    if (withdraw === 'save') await preferences.analytics.uncheck();
    await preferences[withdraw].click();
    await expect.poll(tagCookies).toEqual([]);
    await expect.poll(() => isTagOff(page)).toBe(true);
    await expect
      .poll(async () => (await tagCalls(page)).pop())
      .toMatchObject(['consent', 'update', { analytics_storage: 'denied' }]);

    await link.click();
    await preferences.analytics.check();
    await preferences.save.click();
    await expect.poll(() => isTagOff(page)).toBe(false);
    await expect
      .poll(async () => (await tagCalls(page)).pop())
      .toMatchObject(['consent', 'update', { analytics_storage: 'granted', ad_storage: 'denied' }]);
    await page.evaluate(() => ['_ga', '_ga_TEST123'].forEach((name) => (document.cookie = `${name}=1; Path=/`)));
  }
  expect(requests).toHaveLength(1);
});

test('receipts, searches and form responses are never tracked, even with consent', async ({ page }) => {
  const requests = await recordExternalRequests(page);
  const runIdleCallbacks = await deferIdleCallbacks(page);
  await page.goto('/en/cookie-preferences');
  await preferencesOn(page, 'en').analytics.check();
  await preferencesOn(page, 'en').save.click();
  await expect(page).toHaveURL(/saved/);
  await runIdleCallbacks();
  await expect.poll(() => requests.length).toBe(1);

  await page.goto('/en/services/evacuation');
  await runIdleCallbacks();
  await expect.poll(() => requests.length).toBe(2);
  const form = evacuationPage(page, 'en');
  await form.field('name').focus();
  await waitForReact(page);
  await form.fill();
  await form.send();
  await expect(page).toHaveURL(/\/requests\//);
  for (const path of [new URL(page.url()).pathname, '/en/search/flights', '/en/nothing', '/en/help-center?q=visa']) {
    await page.goto(path);
    await runIdleCallbacks();
    await page.waitForLoadState('networkidle');
    expect(requests, path).toHaveLength(2);
  }
});

test('the tag is off after a client-side navigation from a tracked page to a search', async ({ page }) => {
  await recordExternalRequests(page);
  await page.goto('/en/services/booking');
  await bannerOn(page, 'en').accept.click();
  await expect.poll(() => isTagOff(page)).toBe(false);
  await page.evaluate(() => history.pushState(null, '', '/en/search/flights?origin=RUH'));
  await expect.poll(() => isTagOff(page)).toBe(true);
});

test('a choice and its withdrawal apply to other tabs', async ({ page, context }) => {
  await recordExternalRequests(page);
  const other = await context.newPage();
  await page.goto('/en/about');
  await other.goto('/ar/about');
  await expect(bannerOn(other, 'ar').region).toBeVisible();
  await bannerOn(page, 'en').accept.click();
  await expect(bannerOn(other, 'ar').region).toBeHidden();
  await expect.poll(() => isTagOff(other)).toBe(false);
  await page.locator('footer a[href="/en/cookie-preferences"]').click();
  await preferencesOn(page, 'en').deny.click();
  await expect.poll(() => isTagOff(other)).toBe(true);
});

test('a choice that remains only in local storage is restored to the cookie without asking', async ({ page }) => {
  const runIdleCallbacks = await deferIdleCallbacks(page);
  await page.goto('/en/about');
  const entry = JSON.stringify(essentialConsent);
  await page.evaluate((text) => localStorage.setItem('cookieConsent', text), entry);
  await page.reload();
  await runIdleCallbacks();
  await expect.poll(() => consentInCookie(page)).toEqual(essentialConsent);
  await expect(bannerOn(page, 'en').region).toBeHidden();
});

test('if the consent script fails to load, the banner is a form at the end of the page', async ({ page }) => {
  await page.route('**/assets/consent-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/en/about');
  const { region, deny } = bannerOn(page, 'en');
  await expect(region).toBeVisible();
  await expect(region).toHaveCSS('position', 'static');
  await deny.click();
  await expect(region).toHaveCount(0);
  await expect(page).toHaveURL('/en/about');
  await expect.poll(() => consentInCookie(page)).toEqual(essentialConsent);
});

test('scripts do not restore a choice that was reset without them', async ({ page, context, desk }) => {
  const runIdleCallbacks = await deferIdleCallbacks(page);
  await page.goto('/en/about');
  await page.evaluate((text) => localStorage.setItem('cookieConsent', text), JSON.stringify(fullConsent));
  const form = { intent: 'consent-reset' };
  await context.request.post(`${desk.site.url}/en/cookie-preferences`, { form, maxRedirects: 0 });
  await page.reload();
  await runIdleCallbacks();
  await expect(bannerOn(page, 'en').region).toBeVisible();
  expect([await consentInCookie(page), await consentInStorage(page)]).toEqual([undefined, null]);
});
