import { evacuationPage } from './evacuation-page.ts';
import { expect, expectAccessible, openForm, test } from './site-test.ts';

test.beforeEach(({ page }) => openForm(page, 'ar', 'browser-checks'));

test('letters in either script find an airport; the keyboard chooses it', async ({ page }) => {
  const { field } = evacuationPage(page, 'ar');
  const origin = field('origin');
  for (const typed of ['الريا', 'riyad', 'ruh']) {
    await origin.fill(typed);
    await expect(page.getByRole('option').first()).toContainText('RUH');
    await origin.press('ArrowDown');
    await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
    await origin.press('Enter');
    await expect(origin).toHaveValue('الرياض (RUH)');
    await expect(page.getByRole('option')).toHaveCount(0);
  }
});

test('a quick Enter never takes an airport of the list before', async ({ page }) => {
  const origin = evacuationPage(page, 'ar').field('origin');
  await origin.fill('ميون');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(origin).toHaveValue('ميونخ (MUC)');
});

test('Escape and leaving the field close the list and keep the text', async ({ page }) => {
  const { field } = evacuationPage(page, 'ar');
  await field('origin').fill('كوي');
  await expect(page.getByRole('option').first()).toBeVisible();
  await field('origin').press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(field('origin')).toHaveValue('كوي');
  await field('origin').press('End');
  await field('origin').pressSequentially('ت');
  await expect(page.getByRole('option').first()).toBeVisible();
  await field('name').focus();
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(field('origin')).toHaveValue('كويت');
});

test('the list is 15rem high at most, renders few rows, and says where each stands', async ({ page }) => {
  const origin = evacuationPage(page, 'ar').field('origin');
  await origin.fill('a');
  const list = page.getByRole('listbox', { name: 'مطار المغادرة' });
  await expect(list.getByRole('option').first()).toBeVisible();
  const height = await list.evaluate((element) => element.getBoundingClientRect().height);
  expect(height).toBeLessThanOrEqual(15 * 16);
  const rendered = await list.getByRole('option').count();
  const total = Number(await list.getByRole('option').first().getAttribute('aria-setsize'));
  expect(total).toBeGreaterThan(60);
  // What fits into 15rem, and 12 rows beyond.
  expect(rendered).toBeLessThan(25);
  await expectAccessible(page, 'browser-checks');

  for (let step = 0; step < 30; step += 1) await origin.press('ArrowDown');
  const active = (await origin.getAttribute('aria-activedescendant')) ?? '';
  await expect(page.locator(`[id="${active}"]`)).toHaveAttribute('aria-posinset', '30');
  await expect(page.locator(`[id="${active}"]`)).toBeInViewport();
});

test('nothing found is said, and the text can still be sent', async ({ page }) => {
  const { field } = evacuationPage(page, 'ar');
  await field('origin').fill('أطلانطس');
  await expect(page.getByText('لم نجد مطارًا بهذا الاسم').first()).toBeVisible();
  await expect(field('origin')).toHaveValue('أطلانطس');
});
