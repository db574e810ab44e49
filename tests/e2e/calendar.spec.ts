import type { Page, Route } from 'playwright/test';
import { type Language, languageCodes } from '../../app/i18n/languages.ts';
import { evacuationPage } from './evacuation-page.ts';
import { medicalFlightPage, medicalFlightPath } from './medical-flight-page.ts';
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  openForm,
  test,
  testsAlternatingLanguage,
  waitForHydration,
  waitForReact,
} from './site-test.ts';

/** The calendar's script, which the page loads on demand. */
const script = '**/assets/calendar-popup-*.js';

/** The year after next, whose April is never in the past. */
const year = new Date().getFullYear() + 2;
const aprilDay = (day: number) => `${year}-04-${String(day).padStart(2, '0')}`;

/** Texts in the calendar's accessible names. */
const words = {
  ar: { firstWeekday: 'السبت', april: `أبريل ${year}`, may: `مايو ${year}`, chosen: 'اليوم المختار', today: 'اليوم،' },
  en: { firstWeekday: 'Monday', april: `April ${year}`, may: `May ${year}`, chosen: 'chosen', today: 'Today,' },
} as const;

function calendarOn(page: Page, language: Language) {
  const form = evacuationPage(page, language);
  const label = form.t.page.form.date;
  const dialog = page.getByRole('dialog', { name: form.t.calendar.title.replace('{{label}}', label) });
  return {
    t: form.t.calendar,
    form,
    input: form.field('date'),
    button: page.getByRole('button', { name: form.t.calendar.open.replace('{{label}}', label) }),
    dialog,
    grid: (month: string) => dialog.getByRole('grid', { name: month }),
    day: (date: string) => dialog.locator(`[data-day="${date}"] button`),
    weekdays: dialog.locator('th'),
    next: dialog.getByRole('button', { name: form.t.calendar.next }),
    previous: dialog.getByRole('button', { name: form.t.calendar.previous }),
  };
}

for (const language of languageCodes) {
  test.describe(language, () => {
    const testInOneLanguage = testsAlternatingLanguage(language);
    test('the mouse opens the calendar, changes months and chooses a day, which is submitted', async ({
      page,
      desk,
    }) => {
      await openForm(page, language, 'browser-checks');
      const calendar = calendarOn(page, language);
      const request = await calendar.form.fill({ date: '' });
      await calendar.button.click();
      await expect(calendar.weekdays.first()).toHaveAttribute('aria-label', words[language].firstWeekday);
      await expect(calendar.weekdays).toHaveCount(7);
      const months = (year - new Date().getFullYear()) * 12 + 3 - new Date().getMonth();
      for (let month = 0; month < months; month += 1) await calendar.next.click();
      await expect(calendar.grid(words[language].april)).toBeVisible();
      await calendar.day(aprilDay(17)).click();
      await expect(calendar.dialog).toHaveCount(0);
      await expect(calendar.input).toBeFocused();
      await expect(calendar.input).toHaveValue(aprilDay(17));

      await calendar.button.click();
      await expect(calendar.day(aprilDay(17))).toHaveAccessibleName(new RegExp(words[language].chosen));
      await expect(calendar.dialog.getByRole('gridcell', { selected: true })).toHaveCount(1);
      await page.keyboard.press('Escape');
      await calendar.form.send();
      await expect(page).toHaveURL(/\/requests\//);
      const sent = desk.api.received.find(({ parts }) => parts.some(({ value }) => value === request.name));
      expect(sent?.parts.find(({ name }) => name === 'date')?.value).toBe(aprilDay(17));
    });

    test('the keyboard opens the calendar, moves in the reading direction, chooses a day and closes it', async ({
      page,
    }) => {
      await openForm(page, language, 'browser-checks');
      const calendar = calendarOn(page, language);
      await calendar.input.fill(aprilDay(10));
      await calendar.button.focus();
      await page.keyboard.press('Enter');
      await expect(calendar.day(aprilDay(10))).toBeFocused();
      await page.keyboard.press('ArrowLeft');
      await expect(calendar.day(aprilDay({ ar: 11, en: 9 }[language]))).toBeFocused();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowDown');
      await expect(calendar.day(aprilDay(17))).toBeFocused();
      await page.keyboard.press('PageDown');
      await expect(calendar.grid(words[language].may)).toBeVisible();
      await page.keyboard.press('PageUp');
      await expect(calendar.day(aprilDay(17))).toBeFocused();

      await page.keyboard.press('Escape');
      await expect(calendar.dialog).toHaveCount(0);
      await expect(calendar.button).toBeFocused();
      await expect(calendar.input).toHaveValue(aprilDay(10));

      await page.keyboard.press('Space');
      await expect(calendar.day(aprilDay(10))).toBeFocused();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await expect(calendar.input).toBeFocused();
      await expect(calendar.input).toHaveValue(aprilDay(3));

      await calendar.button.press('Enter');
      await expect(calendar.day(aprilDay(3))).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(calendar.dialog).toHaveCount(0);
      await expect(calendar.form.field('name')).toBeFocused();
    });

    test('past days cannot be chosen, and today is marked', async ({ page }) => {
      await openForm(page, language, 'browser-checks');
      const calendar = calendarOn(page, language);
      const earliest = (await calendar.input.getAttribute('min')) ?? '';
      const today = await page.evaluate(() => new Date().toLocaleDateString('sv'));
      await calendar.input.fill(earliest);
      await calendar.button.click();
      await expect(calendar.day(earliest)).toBeEnabled();
      await expect(calendar.dialog.locator('td button:disabled')).toHaveCount(Number(earliest.slice(8)) - 1);
      await expect(calendar.previous).toBeDisabled();
      // The earliest day may be yesterday, in the previous month.
      if (!today.startsWith(earliest.slice(0, 7))) await calendar.next.click();
      await expect(calendar.day(today)).toHaveAccessibleName(new RegExp(`^${words[language].today}`));
      await expect(calendar.day(today)).toBeEnabled();
    });

    test('the open calendar is accessible, fits a small screen and closes on a click elsewhere', async ({ page }) => {
      await openForm(page, language, 'browser-checks');
      const calendar = calendarOn(page, language);
      await calendar.input.fill(aprilDay(10));
      await calendar.button.click();
      await expect(calendar.day(aprilDay(10))).toBeFocused();
      await expectAccessible(page, 'browser-checks');
      await page.setViewportSize({ width: 320, height: 740 });
      const small = await calendar.dialog
        .getByRole('button')
        .evaluateAll((buttons) =>
          buttons
            .map((button) => button.getBoundingClientRect())
            .filter(({ width, height }) => width < 44 || height < 44),
        );
      expect(small).toEqual([]);
      await expectNoHorizontalScroll(page);
      await expect(calendar.dialog).toBeVisible();
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.getByRole('heading', { level: 1 }).click();
      await expect(calendar.dialog).toHaveCount(0);
      await expect(calendar.input).toHaveValue(aprilDay(10));
    });

    testInOneLanguage('if the script fails to load, the native field still works', async ({ page }) => {
      const warnings: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'warning') warnings.push(message.text());
      });
      await page.route(script, (route) => route.abort());
      await openForm(page, language, 'browser-checks');
      const calendar = calendarOn(page, language);
      await calendar.button.press('Enter');
      await expect(calendar.button).toHaveCount(0);
      await expect(calendar.input).toBeFocused();
      await expect(calendar.dialog).toHaveCount(0);
      expect(warnings).toContainEqual(expect.stringContaining('The calendar could not be loaded'));
      await calendar.form.fill({ date: aprilDay(10) });
      await calendar.form.send();
      await expect(page).toHaveURL(/\/requests\//);
    });

    testInOneLanguage(
      'a status reports that the script is loading; a visitor who has left the field is not interrupted',
      async ({ page }) => {
        let release: (route: Route) => void = () => undefined;
        const held = new Promise<Route>((resolve) => (release = resolve));
        await page.route(script, (route) => release(route));
        await openForm(page, language, 'browser-checks');
        const calendar = calendarOn(page, language);
        const loading = page.getByRole('status').filter({ hasText: calendar.t.loading });
        await calendar.button.click();
        await expect(loading).toBeVisible();
        await calendar.form.field('name').focus();
        await expect(loading).toHaveCount(0);
        const loaded = page.waitForResponse(script);
        await (await held).continue();
        await loaded;
        await calendar.form.field('name').pressSequentially('Ahmad Ali');
        await expect(calendar.form.field('name')).toHaveValue('Ahmad Ali');
        await expect(calendar.dialog).toHaveCount(0);
        await calendar.button.click();
        await expect(calendar.dialog).toBeVisible();
      },
    );

    test.describe('without JavaScript', () => {
      test.use({ javaScriptEnabled: false });

      test('only the native field exists', async ({ page }) => {
        await openForm(page, language, 'no-script');
        const calendar = calendarOn(page, language);
        await expect(calendar.input).toHaveAttribute('type', 'date');
        await expect(calendar.button).toHaveCount(0);
      });
    });

    test.describe('on a touch screen', () => {
      test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

      test('only the native field exists', async ({ page }) => {
        await openForm(page, language, 'browser-checks');
        const calendar = calendarOn(page, language);
        await expect(calendar.input).toHaveAttribute('type', 'date');
        await expect(calendar.button).toHaveCount(0);
      });
    });
  });
}

test('the script is loaded when the pointer reaches the button, not before', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/calendar-popup-')) requested.push(request.url());
  });
  await page.goto('/ar/services/evacuation');
  await waitForReact(page);
  const calendar = calendarOn(page, 'ar');
  await expect(calendar.button).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(requested).toEqual([]);
  await calendar.button.hover();
  await expect.poll(() => requested.length).toBe(1);
  await calendar.button.click();
  await expect(calendar.dialog).toBeVisible();
  expect(requested).toHaveLength(1);
});

test('in a Russian form, the calendar is in Russian and the week starts on Monday', async ({ page }) => {
  await page.goto(medicalFlightPath('ru'));
  await waitForHydration(page, 'medical-flight');
  const { t, field } = medicalFlightPage(page, 'ru');
  await field('date').fill(aprilDay(10));
  await page.getByRole('button', { name: t.calendar.open.replace('{{label}}', t.page.form.date) }).click();
  const dialog = page.getByRole('dialog', { name: t.calendar.title.replace('{{label}}', t.page.form.date) });
  await expect(dialog.getByRole('grid')).toHaveAccessibleName(new RegExp(`^апрель ${year}`));
  await expect(dialog.locator('th').first()).toHaveAttribute('aria-label', 'понедельник');
  await page.keyboard.press('ArrowRight');
  await expect(dialog.locator(`[data-day="${aprilDay(11)}"] button`)).toBeFocused();
});
