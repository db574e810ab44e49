import { Secret, TOTP } from 'otpauth';
import { expect, type Page } from 'playwright/test';
import type { DeskLanguage } from '../../app/desk/people/person.ts';
import { deskTexts, fill } from '../../app/desk/texts/desk-texts.ts';
import { runProgram, type Site } from '../support/site.ts';

/** Somebody who works at the desk, with an authenticator app. */
export interface DeskPerson {
  email: string;
  password: string;
  /** Returns a code that has not been used yet; works twice, see {@link openAccount}. */
  nextCode(): string;
}

/** Runs `npm run desk -- …` on a site's data. @returns what it printed */
export async function runDeskTool(site: Site, ...args: string[]): Promise<string> {
  const { code, output, errors } = await runProgram('app/desk/tool/desk-accounts-tool.server.ts', args, {
    DATA_DIR: site.dataDir,
    SITE_URL: site.url,
  });
  if (code !== 0) throw new Error(errors);
  return output.trim();
}

/** Opens an account with its one-time link, as a new colleague does. */
export async function openAccount(
  page: Page,
  { language, email, link }: { language: DeskLanguage; email: string; link: string },
): Promise<DeskPerson> {
  const t = deskTexts[language].join;
  const password = 'a flight over four seas';
  await page.goto(link);
  const key = (await page.locator('main bdi').first().textContent()) ?? '';
  const app = new TOTP({ secret: Secret.fromBase32(key.replace(/\s/g, '')) });
  // Each code works only once, and is accepted during its step of 30 seconds, the one before and the one after. The code
  // of the step before would be too old as soon as the next step begins.
  let step = 0;
  const nextCode = () => app.generate({ timestamp: Date.now() + step++ * 30_000 });
  await page.getByLabel(t.password).fill(password);
  await page.getByLabel(t.code).fill(nextCode());
  await page.getByRole('button', { name: t.submit }).click();
  await page.getByRole('heading', { name: t.codesTitle }).waitFor();
  return { email, password, nextCode };
}

/** Page object for the desk. */
export function deskPage(page: Page, language: DeskLanguage) {
  const t = deskTexts[language];
  /** The collapsible form with this title. */
  const form = (title: string) => page.locator('details', { has: page.getByText(title, { exact: true }) });
  const save = (title: string) => form(title).getByRole('button', { name: t.request.save });
  return {
    t,
    problem: page.getByRole('alert'),
    saved: page.getByRole('status').filter({ hasText: t.request.changed }),
    history: page
      .locator('section', { has: page.getByRole('heading', { name: t.request.history }) })
      .getByRole('listitem'),
    form,
    save,
    open: (title: string) => form(title).locator('summary').click(),
    undo: (what: string) => page.getByRole('button', { name: fill(t.request.undo, { what }) }),
    async signIn(person: DeskPerson) {
      await page.goto(new URL('/desk', page.url()).href);
      await page.getByLabel(t.signIn.email).fill(person.email);
      await page.getByLabel(t.signIn.password).fill(person.password);
      await page.getByLabel(t.signIn.code).fill(person.nextCode());
      await page.getByRole('button', { name: t.signIn.submit }).click();
      await page.getByRole('heading', { level: 1, name: t.requests.title }).waitFor();
    },
  };
}

/** Expects that Tab reaches every control of the page, and that focus is visible on each. */
export async function expectReachableByKeyboard(page: Page): Promise<void> {
  const names = await page.evaluate(() => {
    const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary';
    const stops = Array.from(document.querySelectorAll<HTMLElement>(controls)).filter((control) =>
      control.checkVisibility(),
    );
    for (const [index, stop] of stops.entries()) stop.dataset.stop = String(index);
    // Tab starts at the beginning of the document.
    document.body.tabIndex = -1;
    document.body.focus();
    return stops.map((stop) => stop.outerHTML.slice(0, 120));
  });
  const unreached = new Set(names.keys());
  const invisible: string[] = [];
  // A date field has several inner stops.
  for (let press = 0; press < names.length + 10 && unreached.size > 0; press += 1) {
    await page.keyboard.press('Tab');
    const { stop, isVisible } = await page.evaluate(() => {
      const focused = document.activeElement;
      const style = focused instanceof HTMLElement ? getComputedStyle(focused) : undefined;
      return {
        stop: focused instanceof HTMLElement ? focused.dataset.stop : undefined,
        isVisible: style !== undefined && (style.outlineStyle !== 'none' || style.boxShadow !== 'none'),
      };
    });
    if (stop === undefined) continue;
    unreached.delete(Number(stop));
    if (!isVisible) invisible.push(names[Number(stop)] ?? stop);
  }
  expect(Array.from(unreached, (stop) => names[stop])).toEqual([]);
  expect(invisible).toEqual([]);
}
