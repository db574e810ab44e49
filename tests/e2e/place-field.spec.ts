import { evacuationPage } from './evacuation-page.ts';
import { expect, expectAccessible, openForm, test, waitForReact } from './site-test.ts';

test.beforeEach(({ page }) => openForm(page, 'ar', 'browser-checks'));

test('letters in either script find an airport, and the keyboard chooses it', async ({ page }) => {
  const { field } = evacuationPage(page, 'ar');
  const origin = field('origin');
  for (const typed of ['الريا', 'riyad', 'ruh']) {
    await origin.fill(typed);
    await expect(page.getByRole('listbox').getByRole('option').first()).toContainText('RUH');
    await origin.press('ArrowDown');
    await expect(page.getByRole('listbox').getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
    await origin.press('Enter');
    await expect(origin).toHaveValue('الرياض (RUH)');
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(0);
  }
});

test('a quick Enter never chooses from an outdated list', async ({ page }) => {
  const origin = evacuationPage(page, 'ar').field('origin');
  await origin.fill('ميون');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(origin).toHaveValue('ميونخ (MUC)');
});

test('Escape and leaving the field close the list and keep the text', async ({ page }) => {
  const { field } = evacuationPage(page, 'ar');
  await field('origin').fill('كوي');
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await field('origin').press('Escape');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(0);
  await expect(field('origin')).toHaveValue('كوي');
  await field('origin').press('End');
  await field('origin').pressSequentially('ت');
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await field('name').focus();
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(0);
  await expect(field('origin')).toHaveValue('كويت');
});

test('the list is at most 15rem high, renders few rows and states their positions', async ({ page }) => {
  const origin = evacuationPage(page, 'ar').field('origin');
  await origin.fill('a');
  const list = page.getByRole('listbox', { name: 'مكان المريض الآن' });
  await expect(list.getByRole('option').first()).toBeVisible();
  const height = await list.evaluate((element) => element.getBoundingClientRect().height);
  expect(height).toBeLessThanOrEqual(15 * 16);
  const rendered = await list.getByRole('option').count();
  const total = Number(await list.getByRole('option').first().getAttribute('aria-setsize'));
  expect(total).toBeGreaterThan(60);
  // The rows that fit into 15rem, and twelve more.
  expect(rendered).toBeLessThan(25);
  await expectAccessible(page, 'browser-checks');

  for (let step = 0; step < 30; step += 1) await origin.press('ArrowDown');
  const active = (await origin.getAttribute('aria-activedescendant')) ?? '';
  await expect(page.locator(`[id="${active}"]`)).toHaveAttribute('aria-posinset', '30');
  await expect(page.locator(`[id="${active}"]`)).toBeInViewport();
});

test('an unknown place is reported, and the text is kept', async ({ page }) => {
  const { field } = evacuationPage(page, 'ar');
  await field('origin').fill('أطلانطس');
  await expect(page.getByText('ليس في قائمتنا').first()).toBeVisible();
  await expect(field('origin')).toHaveValue('أطلانطس');
});

test('a town is offered with its nearest airports, and remains a town when chosen', async ({ page }) => {
  const origin = evacuationPage(page, 'ar').field('origin');
  await origin.fill('مكه');
  const options = page.getByRole('listbox').getByRole('option');
  await expect(options.first()).toContainText('مكة المكرمة');
  await expect(options.first()).toContainText('أقرب مطار');
  await expect(options.nth(1)).toContainText('JED');
  await expect(options.nth(1)).toContainText('75 كم');
  await expectAccessible(page, 'browser-checks');
  await options.first().click();
  await expect(origin).toHaveValue('مكة المكرمة، السعودية');
});

test('if towns cannot be loaded, the field offers airports and accepts any text', async ({ page }) => {
  await page.route('**/towns/**', (route) => route.abort());
  await page.reload();
  await waitForReact(page);
  const { field } = evacuationPage(page, 'ar');
  await field('origin').focus();
  await field('origin').fill('مكه');
  await expect(page.getByText('ليس في قائمتنا').first()).toBeVisible();
  await field('origin').fill('جدة');
  await expect(page.getByRole('listbox').getByRole('option').first()).toContainText('JED');
});

test('towns are loaded once two letters are typed, and again only if those two letters change', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/towns/')) requested.push(decodeURIComponent(pathname));
  });
  const origin = evacuationPage(page, 'ar').field('origin');
  await origin.focus();
  await origin.fill('h');
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  expect(requested).toEqual([]);
  await origin.fill('he');
  await expect.poll(() => requested).toEqual(['/towns/he']);
  await origin.fill('heidelb');
  await expect(page.getByRole('listbox').getByRole('option').first()).toContainText('هايدلبرغ');
  await origin.fill('mec');
  await expect(page.getByRole('listbox').getByRole('option').first()).toContainText('مكة المكرمة');
  expect(requested).toEqual(['/towns/he', '/towns/me']);
});

test('if too many towns start with the same two letters, towns are requested by a longer prefix', async ({ page }) => {
  const origin = evacuationPage(page, 'ar').field('origin');
  await origin.fill('المن');
  await expect(page.getByRole('listbox').getByRole('option').first()).toContainText('المنصورة');
});
