import type { Page, Route } from 'playwright/test';
import { languageCodes } from '../../app/i18n/languages.ts';
import { png } from '../support/medical-files.ts';
import { scaleForSoak } from '../support/scale-for-soak.ts';
import { evacuationPage } from './evacuation-page.ts';
import { expect, openForm, test, testsAlternatingLanguage, waitForReact, waitUntilIdle } from './site-test.ts';

const scan = { name: 'scan.png', mimeType: 'image/png', buffer: png };

// Most tests in this file break scripts on purpose.
test.use({ toleratesPageErrors: true });

test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

const failures: Record<string, (route: Route) => Promise<void>> = {
  'is missing': (route) => route.fulfill({ status: 404, body: 'Not found' }),
  'is truncated': async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ contentType: 'text/javascript', body: text.slice(0, text.length / 2) });
  },
  throws: (route) => route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken on purpose")' }),
  'never loads': () => new Promise(() => undefined),
};

const scripts = {
  'the enhancement script': '**/assets/enhancement-*.js',
  "React's entry": '**/assets/entry.client-*.js',
  'the file of texts': '**/assets/texts-*.json',
  'every script': '**/assets/*.js',
};

for (const [scriptIndex, [script, pattern]] of Object.entries(scripts).entries()) {
  for (const [failureIndex, [failure, fulfil]] of Object.entries(failures).entries()) {
    // Except in a soak, each script fails in two of the four ways, and each way hits two scripts.
    if (scaleForSoak((scriptIndex + failureIndex) % 2 === 1, false)) continue;
    test(`the form still works when ${script} ${failure}`, async ({ page }) => {
      await page.route(pattern, fulfil);
      await page.goto('/en/services/evacuation', { waitUntil: 'commit' });
      const form = evacuationPage(page, 'en');
      await form.send();
      await expect(form.problems).toHaveCount(5);
      const request = await form.fill({ email: 'a@b' });
      await form.files.setInputFiles([scan]);
      await form.send();
      await expect(form.problems).toHaveCount(1);
      await expect(form.field('name')).toHaveValue(request.name ?? '');
      await expect(form.fileRows).toHaveCount(1);
      await form.field('email').fill('a@b.co');
      await form.send();
      await expect(page).toHaveURL(/\/requests\//);
      await expect(page.getByText(scan.name)).toBeVisible();
    });
  }
}

test("a submission is not cut off by the reload after React's entry is found to be missing", async ({ page }) => {
  const submitted = page.waitForRequest((request) => request.method() === 'POST');
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await submitted;
    await route.fulfill({ status: 404, body: 'Not found' });
  });
  await page.route('/en/services/evacuation', async (route) => {
    // Long enough for the reload. On a machine where it comes later, nothing could be cut off.
    if (route.request().method() === 'POST') await new Promise((resolve) => setTimeout(resolve, 2_000));
    await route.continue();
  });
  await page.goto('/en/services/evacuation');
  const form = evacuationPage(page, 'en');
  await form.send();
  await expect(form.problems).toHaveCount(5);
});

test('hydration keeps earlier input and its elements', async ({ page }) => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/ar/services/evacuation');
  const form = evacuationPage(page, 'ar');
  // The upload adds a hidden input for the draft.
  const inputs = page.locator('form input:not([type=hidden])');
  const before = await inputs.elementHandles();
  const request = await form.fill();
  await form.files.setInputFiles([scan]);
  release();
  await waitForReact(page);
  for (const [name, value] of Object.entries(request)) await expect(form.field(name)).toHaveValue(value);
  await expect(form.removeButton(scan.name)).toBeVisible();
  const after = await inputs.elementHandles();
  expect(after).toHaveLength(before.length);
  for (const [index, handle] of before.entries()) {
    expect(await handle.evaluate((element, other) => element === other, after[index])).toBe(true);
  }
});

test.describe('a link from elsewhere with parameters of its own', () => {
  for (const path of ['/ar?utm_source=newsletter', '/en/contact?fbclid=1', '/ar/services/booking?a=1&b=2']) {
    test(`opens ${path} without rebuilding the page`, async ({ page }) => {
      await page.addInitScript(() => {
        const events: string[] = [];
        for (const name of ['document-rebuilt', 'react-started']) addEventListener(name, () => events.push(name));
        Object.assign(window, { events });
      });
      await page.goto(path);
      await page.locator('main form').first().dispatchEvent('pointerdown');
      await expect.poll(() => page.evaluate('events')).toContain('react-started');
      // Hydration is a transition, which ends after React has started.
      await waitUntilIdle(page);
      expect(await page.evaluate('events')).toEqual(['react-started']);
    });
  }
});

test.describe('on a page with a form, React', () => {
  const started = (page: Page) => page.evaluate(() => 'started' in document.documentElement.dataset);

  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      addEventListener('react-started', () => (document.documentElement.dataset.started = ''));
    }),
  );

  test('waits for the first touch, but its files are loaded when the browser is idle', async ({ page }) => {
    const entry = page.waitForResponse('**/assets/entry.client-*.js');
    const texts = page.waitForResponse('**/assets/texts-en-forms-*.json');
    await page.goto('/en/services/evacuation');
    await Promise.all([entry, texts]);
    await page.waitForLoadState('networkidle');
    expect(await started(page)).toBe(false);
    // Nothing but what the page preloaded is needed.
    await page.context().setOffline(true);
    await page.locator('main form').first().dispatchEvent('pointerdown');
    await expect.poll(() => started(page)).toBe(true);
    await page.context().setOffline(false);
  });

  test('starts when the browser is idle if a draft has been saved', async ({ page }) => {
    await page.addInitScript(() => {
      localStorage.setItem('kept-form:x', JSON.stringify({ until: Date.now() + 3_600_000 }));
    });
    await page.goto('/en/services/evacuation');
    await expect.poll(() => started(page)).toBe(true);
  });
});

test('only one small script is loaded before the first interaction with the form', async ({ page }) => {
  const requestedScripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') requestedScripts.push(new URL(request.url()).pathname);
  });
  await page.addInitScript(() => {
    // Simulate a browser that is never idle.
    Object.assign(window, { requestIdleCallback: () => 0 });
  });
  await page.goto('/en/services/evacuation', { waitUntil: 'networkidle' });
  expect(requestedScripts).toEqual([expect.stringMatching(/^\/assets\/enhancement-/)]);
  await evacuationPage(page, 'en').field('name').focus();
  await waitForReact(page);
});

test('a visitor in data-saving mode never loads React, and the form works', async ({ page }) => {
  const requestedScripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') requestedScripts.push(request.url());
  });
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await page.goto('/en/services/evacuation', { waitUntil: 'networkidle' });
  const form = evacuationPage(page, 'en');
  await form.fill();
  // React would be loaded when the browser is idle.
  await waitUntilIdle(page);
  await page.waitForLoadState('networkidle');
  expect(requestedScripts.map((address) => /(\w+)-[\w-]{8}\.js$/.exec(address)?.[1]).sort()).toEqual([
    'consent',
    'enhancement',
  ]);
  await form.send();
  await expect(page).toHaveURL(/\/requests\//);
});

for (const path of ['/en/nothing-here', '/ar/xx/yy']) {
  test(`a page without a form has no React: ${path}`, async ({ page }) => {
    await page.goto(path);
    await expect(page.locator('script[type="text/deferred-module"]')).toHaveCount(0);
    await expect(page.locator('script')).toHaveCount(1);
  });
}

for (const language of languageCodes) {
  test.describe(language, () => {
    const testInOneLanguage = testsAlternatingLanguage(language);
    testInOneLanguage(
      'a connection lost while submitting loses nothing, and a retry works',
      async ({ page, context }) => {
        await openForm(page, language, 'browser-checks');
        const form = evacuationPage(page, language);
        const request = await form.fill();
        await form.files.setInputFiles([scan]);
        await expect(form.fileRows.filter({ hasText: form.t.files.stored })).toHaveCount(1);
        await context.setOffline(true);
        await form.send();
        await expect(form.summary).toContainText(form.t.form.connection_lost);
        for (const [name, value] of Object.entries(request)) await expect(form.field(name)).toHaveValue(value);
        await expect(form.removeButton(scan.name)).toBeVisible();
        await context.setOffline(false);
        await form.send();
        await expect(page).toHaveURL(/\/requests\//);
        await expect(page.getByText(scan.name)).toBeVisible();
      },
    );

    testInOneLanguage(
      'the button shows that the form is being submitted; a second click or a jump within the page has no effect',
      async ({ page, desk }) => {
        desk.api.setBehaviour('slow');
        await openForm(page, language, 'browser-checks');
        const form = evacuationPage(page, language);
        const request = await form.fill();
        await form.sendButton.dblclick();
        await expect(page.getByRole('button', { name: form.t.send.submitting })).toBeVisible();
        await expect(page.getByRole('status').filter({ hasText: form.t.send.submitting_hint })).toBeVisible();
        await page.locator('a[href="#content"]').focus();
        await page.keyboard.press('Enter');
        // The desk exceeds the timeout: the request is stored, but not delivered yet.
        await expect(form.summary).toContainText(form.t.form.error);
        await expect(form.field('name')).toHaveValue(request.name ?? '');
        desk.api.setBehaviour('ok');
        const calls = () => desk.api.received.filter(({ parts }) => parts.some(({ value }) => value === request.name));
        await expect.poll(() => calls().filter(({ accepted }) => accepted).length).toBe(1);
        expect(calls()).toHaveLength(1);
      },
    );

    testInOneLanguage('after going back from the receipt, the form can be submitted again', async ({ page }) => {
      await openForm(page, language, 'browser-checks');
      const form = evacuationPage(page, language);
      await form.fill();
      await form.send();
      await expect(page).toHaveURL(/\/requests\//);
      await page.goBack();
      await expect(form.sendButton).toBeVisible();
      await waitForReact(page);
      await form.fill();
      await form.send();
      await expect(page).toHaveURL(/\/requests\//);
    });

    testInOneLanguage('hydration after a failed post does not move focus while somebody types', async ({ page }) => {
      await page.route('**/assets/*.js', (route) => route.abort());
      await page.goto(`/${language}/services/evacuation`);
      const form = evacuationPage(page, language);
      await form.send();
      await expect(form.summary).toBeFocused();
      await page.unroute('**/assets/*.js');
      await page.reload();
      await form.field('name').focus();
      await waitForReact(page);
      await expect(form.field('name')).toBeFocused();
    });

    testInOneLanguage('navigating to a fragment keeps the errors and the files on the server', async ({ page }) => {
      await openForm(page, language, 'browser-checks');
      const form = evacuationPage(page, language);
      // Only the server detects this error.
      await form.fill({ origin: 'MUC', destination: 'Munich' });
      await form.files.setInputFiles([scan]);
      await form.send();
      await expect(form.problems).toHaveCount(1);
      await form.problems.first().click();
      await expect(form.field('destination')).toBeFocused();
      await expect(form.problems).toHaveCount(1);
      await expect(page.locator('input[name=draft]')).toHaveCount(1);
      await form.field('origin').fill('RUH');
      await form.send();
      await expect(page).toHaveURL(/\/requests\//);
      await expect(page.getByText(scan.name)).toBeVisible();
    });
  });
}
