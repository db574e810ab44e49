import { mkdir, rm } from 'node:fs/promises';
import { chromium } from 'playwright';
import { indexablePaths } from '../app/content/site/site-pages.ts';
import { formLanguageCodes, hasPage, isFormOnlyLanguage, pathIn } from '../app/i18n/languages.ts';
import playwrightConfig from './playwright.config.ts';
import { consentStorageState } from './support/consent-storage-state.ts';
import { startSite } from './support/site.ts';

// `npm run screenshots [PART-OF-PATH…]` saves every page at phone and desktop width to the folder screenshots/.

const widths = [360, 1280];
const folder = 'screenshots';
const pathParts = process.argv.slice(2);

const site = await startSite();
const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
if (pathParts.length === 0) await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });

let count = 0;
for (const language of formLanguageCodes) {
  const paths = [...indexablePaths, '/nothing-here'];
  const existing = isFormOnlyLanguage(language) ? paths.filter((path) => hasPage(language, path)) : paths;
  const addresses = existing.map((path) => ({ path, address: pathIn(language, path) }));
  for (const { path, address } of addresses) {
    if (pathParts.length > 0 && !pathParts.some((part) => `${path} ${address}`.includes(part))) continue;
    for (const width of widths) {
      const storageState = consentStorageState(site.url);
      const page = await browser.newPage({ viewport: { width, height: 800 }, reducedMotion: 'reduce', storageState });
      await page.goto(site.url + address);
      await loadPictures(page);
      const file = `${folder}/${path === '/' ? 'home' : path.slice(1).replace(/\//g, '-')}-${language}-${width}.png`;
      await page.screenshot({ path: file, fullPage: true });
      await page.close();
      count += 1;
    }
  }
}
await browser.close();
await site.close();
console.log(`${count} screenshots in ${folder}/`);

/** Scrolls down and back, because pictures below the fold load lazily. */
async function loadPictures(page: Awaited<ReturnType<typeof browser.newPage>>): Promise<void> {
  for (const picture of await page.locator('img[loading=lazy]:visible:not([data-hero] *, details *)').all())
    await picture.scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForLoadState('networkidle');
}
