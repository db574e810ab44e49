import { type HTMLElement as ParsedElement, parse } from 'node-html-parser';
import type { Locator, Page } from 'playwright/test';
import { indexablePaths } from '../../app/content/site/site-pages.ts';
import { type Language, languageCodes, pathIn } from '../../app/i18n/languages.ts';
import { send } from '../support/evacuation-request.ts';
import { everyForm } from '../support/every-form.ts';
import { scaleForSoak } from '../support/scale-for-soak.ts';
import type { Site } from '../support/site.ts';
import { expect, type Mode, removeConstraints, test, waitForHydration } from './site-test.ts';

// First-time visitors also get the cookie question, which may float.
test.use({ hasConsentChoice: false });

const widths = [320, 360, 412, 768, 1280];

/** The button that sends a form. */
interface SendButton {
  path: string;
  form: string;
  /** Its place among the form's buttons that send it. */
  place: number;
}

const sendButton = 'button[type=submit]:not([name=intent]):not(.visually-hidden)';

/**
 * Finds the buttons that send forms: all on the pages of requests and on a receipt, and on other pages those of forms
 * that are on none of these.
 */
async function findSendButtons(site: Site, language: Language): Promise<SendButton[]> {
  const receipt = new URL((await send(site, { name: 'Salem' }, [], language)).headers.get('Location') ?? '').pathname;
  const requestPaths = everyForm.map(({ path }) => pathIn(language, path.replace('?index', '/')));
  const paths = new Set([...requestPaths, receipt, ...indexablePaths.map((path) => pathIn(language, path))]);
  const buttons: SendButton[] = [];
  for (const path of paths) {
    const document = parse(await (await fetch(site.url + path)).text());
    for (const form of document.querySelectorAll('main form').filter(canFail)) {
      const isKnown = buttons.some((button) => button.form === form.id && button.path !== path);
      if (isKnown && !requestPaths.includes(path)) continue;
      for (const place of form.querySelectorAll(sendButton).keys()) buttons.push({ path, form: form.id, place });
    }
  }
  return buttons;
}

/** Whether a form has something to enter that may be missing or wrong, other than a search for a word. */
const canFail = (form: ParsedElement) =>
  form.id !== '' && form.querySelector('input:not([type=hidden]):not([type=search]), textarea') !== null;

/** Describes where the title of the error summary is if it is not in view; undefined if it is. */
function hiddenTitle(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const title = document.querySelector('main [role=alert] h2');
    if (!title) return 'no error summary';
    const { top, bottom, left, width } = title.getBoundingClientRect();
    const isCovered = [top + 2, bottom - 2].some(
      (y) => !title.contains(document.elementFromPoint(left + width / 2, y)),
    );
    return top < 0 || bottom > innerHeight || isCovered ? `from ${top} to ${bottom}` : undefined;
  });
}

const modes: Mode[] = ['browser-checks', 'server-checks', 'no-script'];

/**
 * The widths of a phone and a desktop occur in two modes or one, in turn. Each button is pressed once in every mode, at
 * one of the mode's widths; a soak presses every button at every width in every mode.
 */
const runs = modes.flatMap((mode, turn) =>
  widths
    .map((width, index) => ({
      mode,
      width,
      language: languageCodes[Math.floor((turn + index) / 2) % languageCodes.length] ?? 'ar',
    }))
    .filter((_run, index) => scaleForSoak((turn + index) % 2 === 0, true))
    .map((run, place, { length }) => ({
      ...run,
      isPressed: (_button: SendButton, index: number) => scaleForSoak((turn + index) % length === place, true),
    })),
);

for (const { mode, width, language, isPressed } of runs) {
  test.describe(`${language}, ${mode}, ${width} px`, () => {
    test.use({ javaScriptEnabled: mode !== 'no-script', viewport: { width, height: 740 } });

    test('after a failed send, the title of the error summary is in view', async ({ page, desk }) => {
      test.slow();
      const problems: string[] = [];
      const buttons = await findSendButtons(desk.site, language);
      for (const { path, form, place } of buttons.filter(isPressed)) {
        const name = `${path}, ${form}, button ${place}`;
        await page.goto(path);
        const hasReact = mode !== 'no-script' && (await page.locator('body[data-react]').count()) > 0;
        if (hasReact) await waitForHydration(page, 'content');
        if (mode !== 'no-script') await expect(page.locator('[data-consent-banner]')).toHaveAttribute('data-asks', '');
        if (mode === 'server-checks') await removeConstraints(page);
        await sendEmpty(page.locator(`form#${form}`), place);
        await expect(page.locator('main [role=alert]').first(), name).toBeAttached();
        // A dialog says the same about the request as a whole; the summary is behind it.
        if ((await page.locator('dialog[open]').count()) > 0) await page.keyboard.press('Escape');
        await expect
          .poll(() => hiddenTitle(page))
          .toBeUndefined()
          .catch(async () => problems.push(`${name}: ${await hiddenTitle(page)}`));
      }
      expect(problems).toEqual([]);
    });
  });
}

/** Empties a form and presses one of its buttons, which is in view as it is for a visitor. */
function sendEmpty(form: Locator, place: number): Promise<void> {
  return form.evaluate(
    (element, [selector, index]) => {
      for (const input of element.querySelectorAll<HTMLInputElement>('input:is([type=text], [type=tel], [type=email])'))
        input.value = '';
      const button = element.querySelectorAll<HTMLElement>(selector)[index];
      for (let part = button?.parentElement; part; part = part.parentElement)
        if (part instanceof HTMLDetailsElement) part.open = true;
      button?.scrollIntoView({ block: 'center' });
      button?.click();
    },
    [sendButton, place] as const,
  );
}
