import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import type { DeskLanguage } from '../../app/desk/people/person.ts';
import { fill } from '../../app/desk/texts/desk-texts.ts';
import { send } from '../support/evacuation-request.ts';
import { jpeg, pdf } from '../support/medical-files.ts';
import { scaleForSoak } from '../support/scale-for-soak.ts';
import { startSite } from '../support/site.ts';
import { deskPage, expectReachableByKeyboard, openAccount, runDeskTool } from './desk-page.ts';
import { receiptPage } from './receipt-page.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, type Mode, test, waitForHydration } from './site-test.ts';

const passport = { name: 'جواز.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf(700, 7)) };
const offer = { name: 'Angebot.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf(800, 8)) };

/** The size of a phone: coordinators use the desk on theirs. */
test.use({ viewport: { width: 360, height: 740 } });

const variants: { language: DeskLanguage; mode: Mode }[] = [
  { language: 'ar', mode: 'no-script' },
  { language: 'de', mode: 'browser-checks' },
  ...scaleForSoak([], [{ language: 'en' as const, mode: 'no-script' as const }]),
];

for (const { language, mode } of variants) {
  test.describe(`${language}, ${mode}`, () => {
    test.use({ javaScriptEnabled: mode !== 'no-script', locale: language });

    test('a request is handled at the desk, from signing in to signing out', async ({ page }) => {
      // This long test has three times the time limit of the others.
      test.slow();
      const site = await startSite({ env: { RATE_LIMIT_FACTOR: '100' } });
      try {
        const files = [
          { name: 'تقرير.pdf', bytes: pdf(900) },
          { name: 'x-ray.jpg', bytes: jpeg },
        ];
        const response = await send(site, { name: 'سالم العتيبي', condition: 'intensive' }, files, 'ar');
        expect(response.status).toBe(303);
        expect((await page.goto(`${site.url}/desk/sign-in`))?.status(), 'off without accounts').toBe(404);

        // Axe checks every second state here, and the others in the other variant; in a soak, every state in each.
        let states = 0;
        const expectNextAccessible = async (tab: Page) => {
          states += 1;
          if (scaleForSoak((states % 2 === 0) === (mode === 'no-script'), true)) await expectAccessible(tab, mode);
        };
        const email = 'lead@desk.example';
        const link = await runDeskTool(site, 'add', email, '--role', 'lead', '--name', 'Anna', '--language', language);
        const person = await openAccount(page, { language, email, link });
        await expectNextAccessible(page);
        const desk = deskPage(page, language);
        const { t } = desk;
        // The desk has the same controls in every language, with and without JavaScript.
        const expectKeyboard = () => (mode === 'browser-checks' ? expectReachableByKeyboard(page) : undefined);
        await page.goto(`${site.url}/desk`);
        await expectNextAccessible(page);
        await desk.signIn(person);
        await expectNextAccessible(page);
        await expectKeyboard();
        await expectNoHorizontalScroll(page);

        // The search ignores variants of Arabic letters, and finds digits in any script.
        for (const typed of ['سالم العتيبى', '٠٥٠١٢٣٤٥٦٧']) {
          await page.getByRole('searchbox').fill(typed);
          await page.getByRole('button', { name: t.requests.searchSubmit }).click();
          await expect(page.getByRole('link', { name: 'سالم العتيبي' })).toBeVisible();
        }
        await page.getByRole('link', { name: 'سالم العتيبي' }).click();
        await expectNextAccessible(page);
        await expectKeyboard();
        await expectNoHorizontalScroll(page);

        await page.getByRole('button', { name: t.request.take }).click();
        await expect(desk.saved).toBeVisible();
        await expect(desk.history.first()).toContainText(t.request.event.taken);
        await expect(desk.history.first()).toContainText('Anna');

        // Without a scanner, a file is opened after a warning.
        await page.getByRole('link', { name: 'x-ray.jpg' }).click();
        await expect(page.getByText(t.request.uncheckedText)).toBeVisible();
        await page.getByRole('button', { name: t.request.openUnchecked }).click();
        await expect(page.locator('img')).toBeVisible();
        await page.goBack();
        await page.goBack();

        await desk.open(t.request.called);
        await desk.form(t.request.called).getByLabel(t.request.outcome.not_reached).check();
        await desk.form(t.request.called).getByLabel(t.request.again).fill('2020-01-01T10:00');
        await desk.form(t.request.called).getByLabel(t.request.comment).fill('لا يرد');
        await desk.save(t.request.called).click();
        await expect(desk.problem).toContainText(t.request.problem.badTime);
        await expect(desk.form(t.request.called).getByLabel(t.request.comment)).toHaveValue('لا يرد');
        await expectNextAccessible(page);
        await desk.form(t.request.called).getByLabel(t.request.outcome.not_reached).check();
        await desk.form(t.request.called).getByLabel(t.request.again).fill('2031-01-01T10:00');
        await desk.save(t.request.called).click();
        await expect(desk.saved).toBeVisible();
        await expect(desk.history.first()).toContainText(t.request.outcome.not_reached);

        await desk.open(t.request.note);
        await desk.form(t.request.note).getByLabel(t.request.noteText).fill('<script>alert(1)</script> Klinik rufen');
        await desk.save(t.request.note).click();
        await expect(desk.history.first()).toContainText('<script>alert(1)</script> Klinik rufen');

        // The desk asks, the family answers on its own page, and the desk sends an offer.
        await desk.open(t.family.ask);
        await desk.form(t.family.ask).getByLabel(t.family.text).fill('Bitte schicken Sie uns den Pass.');
        await desk.form(t.family.ask).getByRole('checkbox').first().check();
        await desk.form(t.family.ask).getByRole('button', { name: t.family.send }).click();
        await expect(desk.saved).toBeVisible();
        const family = await page.context().newPage();
        const receipt = receiptPage(family, 'ar');
        await family.goto(response.headers.get('Location') ?? '');
        if (mode !== 'no-script') await waitForHydration(family, 'answer');
        await expect(family.getByText('Bitte schicken Sie uns den Pass.')).toBeVisible();
        await family.locator('form#answer textarea').fill('هذا جواز السفر');
        await family.locator('#answer-files').setInputFiles([passport]);
        await family.getByRole('button', { name: receipt.t.page.answer.send, exact: true }).click();
        await expect(receipt.confirmation(receipt.t.page.answer.added)).toBeVisible();
        await expectNextAccessible(family);
        await expectNoHorizontalScroll(family);
        await page.reload();
        await expect(desk.history.first()).toContainText(t.request.event.replied);
        await expect(desk.history.first()).toContainText('هذا جواز السفر');
        await expect(page.getByRole('link', { name: passport.name }).first()).toBeVisible();
        await desk.open(t.family.sendFiles);
        await desk.form(t.family.sendFiles).locator('input[type=file]').setInputFiles([offer]);
        await desk.form(t.family.sendFiles).getByRole('button', { name: t.family.send }).click();
        await expect(desk.history.first()).toContainText(t.request.event.sent);
        await family.reload();
        const download = family.waitForEvent('download');
        await family.getByRole('link', { name: offer.name }).first().click();
        expect(readFileSync(await (await download).path())).toEqual(offer.buffer);

        // A link for the family opens with its whole number, typed as on an Arabic keyboard.
        await desk.open(t.family.link);
        await desk.form(t.family.link).getByRole('button', { name: t.family.createLink }).click();
        const sentLink = (await page.locator('main code').textContent()) ?? '';
        await family.goto(sentLink);
        const { open, details } = receipt.t.page;
        await family.getByLabel(open.label).fill('٤٥٦');
        await family.getByRole('button', { name: open.submit, exact: true }).click();
        await expect(family.getByText(open.incomplete)).toBeVisible();
        await expectNextAccessible(family);
        await family.getByLabel(open.label).fill('\u2067٠٥٠ ١٢٣ ٤٥٦٧\u2069');
        await family.getByRole('button', { name: open.submit, exact: true }).click();
        await expect(family.getByText(details.sent_link)).toBeVisible();
        await expect(receipt.details.open).toHaveCount(0);
        await expectNextAccessible(family);
        await expectNoHorizontalScroll(family);
        await family.goto(sentLink);
        for (let attempt = 0; attempt < 5; attempt += 1) {
          await family.getByLabel(open.label).fill('0000');
          await family.getByRole('button', { name: open.submit, exact: true }).click();
        }
        await expect(family.getByRole('heading', { name: receipt.t.page.closed.title })).toBeVisible();
        await page.goto(page.url());
        await expect(page.getByText(fill(t.family.usedUp, { count: 1 }))).toBeVisible();
        await expectNextAccessible(page);
        await expectNoHorizontalScroll(page);

        await desk.open(t.request.close);
        await desk.form(t.request.close).getByLabel(t.request.reasonLabel).selectOption('arranged');
        await desk.save(t.request.close).click();
        await expect(desk.history.first()).toContainText(t.request.reason.arranged);
        await desk.undo(t.request.event.closed).click();
        await expect(desk.history.first().locator('.line-through')).toContainText(t.request.event.closed);
        await expectNextAccessible(page);

        await page.getByRole('link', { name: t.request.sheet }).click();
        await expect(page.getByText('سالم العتيبي')).toBeVisible();
        await expect(page.getByText('+966')).toHaveCount(0);
        await expectNextAccessible(page);

        for (const section of ['weeks', 'person', 'people', 'company', 'audit', 'account'] as const) {
          await page.getByRole('link', { name: t.nav[section] }).click();
          await expect(page.getByRole('heading', { level: 1, name: t[section].title })).toBeVisible();
          await expectNextAccessible(page);
          await expectKeyboard();
          await expectNoHorizontalScroll(page);
        }
        await page.getByRole('button', { name: t.signOut, exact: true }).click();
        await page.goto(`${site.url}/desk/requests`);
        await expect(page.getByRole('heading', { level: 1, name: t.signIn.title })).toBeVisible();
      } finally {
        await site.close();
      }
    });
  });
}

test('the list offers the new one as soon as a request has arrived, and not before', async ({ page }) => {
  const site = await startSite();
  try {
    const email = 'lead@desk.example';
    const link = await runDeskTool(site, 'add', email, '--role', 'lead', '--name', 'Anna', '--language', 'en');
    const person = await openAccount(page, { language: 'en', email, link });
    await page.clock.install();
    const desk = deskPage(page, 'en');
    await desk.signIn(person);
    const offer = page.getByRole('link', { name: desk.t.requests.news });
    const check = async () => {
      const answer = page.waitForResponse('**/desk/requests/news');
      await page.clock.fastForward(30_000);
      await (await answer).finished();
    };
    await check();
    await check();
    await expect(offer).toBeHidden();

    await send(site, { name: 'Salem' });
    await check();
    await expect(offer).toBeVisible();
    await expect(page).toHaveTitle(/^●/);
    await offer.click();
    await expect(page.getByRole('link', { name: 'Salem' })).toBeVisible();
    await expect(offer).toBeHidden();
  } finally {
    await site.close();
  }
});
