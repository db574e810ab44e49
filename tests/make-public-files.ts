import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { zipSync } from 'fflate';
import { chromium } from 'playwright';
import type { Content } from '#app/content/copy/content-schema.ts';
import { flightMap } from '#app/content/pictures/flight-map.server.ts';
import { formatIsoDate } from '#app/i18n/format/dates.ts';
import { type Language, languageCodes, languages } from '#app/i18n/languages.ts';
import playwrightConfig from './playwright.config.ts';

// `npm run public-files` generates the preview images for shared links, the press releases as PDF, and the press kit.
// Run it after a change to their texts. The files do not name the company, because each site configures its own name.

const root = new URL('../', import.meta.url);
const file = (path: string) => new URL(path, root);

const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
await mkdir(file('public/press'), { recursive: true });
const logo = await readFile(file('app/content/pictures/logo.svg'), 'utf8');
const fonts = await embeddedFonts();

for (const language of languageCodes) {
  await makeShareImage(language);
  await makePressReleases(language);
}
await makePressKit();
await browser.close();

async function contentOf<Name extends keyof Content>(language: Language, name: Name): Promise<Content[Name]> {
  return JSON.parse(await readFile(file(`locales/${language}/pages/${name}.json`), 'utf8')) as Content[Name];
}

async function embeddedFonts(): Promise<string> {
  const faces = ['arabic-400', 'arabic-600'].map(async (name) => {
    const data = (await readFile(file(`app/ui/fonts/${name}.woff2`))).toString('base64');
    return `@font-face{font-family:Plex;font-weight:${name.slice(-3)};src:url(data:font/woff2;base64,${data})}`;
  });
  return (await Promise.all(faces)).join('');
}

function page(language: Language, style: string, body: string): string {
  return `<!DOCTYPE html><html lang="${language}" dir="${languages[language].dir}"><meta charset="utf-8">
<style>${fonts}*{margin:0;box-sizing:border-box}body{font-family:Plex;line-height:1.6;color:#10233f}${style}</style>${body}`;
}

/** Saves the preview image. It is 1200 by 630 pixels, the size that messengers crop least. */
async function makeShareImage(language: Language): Promise<void> {
  const { heading } = await contentOf(language, 'home');
  const style = `body{width:1200px;height:630px;background:#10233f;color:#fff;position:relative;overflow:hidden}
    .map{position:absolute;bottom:-70px;left:0;width:1200px}.map svg{width:1200px;height:auto}
    .shade{position:absolute;inset:0;background:linear-gradient(#10233f 18%,transparent 60%)}
    .words{position:absolute;inset:56px 72px auto;display:flex;align-items:center;gap:32px}
    .words svg{width:104px;height:104px;flex:none}h1{font-size:50px;line-height:1.35;text-wrap:balance}`;
  const body = `<div class="map">${flightMap()}</div><div class="shade"></div><div class="words">${logo}<h1>${heading}</h1></div>`;
  const view = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await view.setContent(page(language, style, body));
  await view.evaluate(() => document.fonts.ready);
  await view.screenshot({ path: file(`public/share-${language}.png`).pathname });
  await view.close();
}

async function makePressReleases(language: Language): Promise<void> {
  const { header, pressReleases, contactPrompt } = await contentOf(language, 'press');
  for (const { title, date, summary, pdf } of pressReleases) {
    const style = `body{padding:12mm;font-size:12pt}header{display:flex;align-items:center;gap:6mm;border-bottom:1px solid #c79a4b;
      padding-bottom:6mm;margin-bottom:12mm}header svg{width:14mm;height:14mm}h1{font-size:20pt;line-height:1.4;margin:2mm 0 6mm}
      .muted{color:#4a5a70}footer{margin-top:16mm;border-top:1px solid #e2dacb;padding-top:6mm}`;
    const day = `<bdi dir="ltr">${formatIsoDate(date, language)}</bdi>`;
    const body = `<header>${logo}<p>${header.title}</p></header><p class="muted">${day}</p><h1>${title}</h1><p>${summary}</p>
      <footer class="muted"><p>${contactPrompt}</p></footer>`;
    const view = await browser.newPage();
    await view.setContent(page(language, style, body));
    await view.evaluate((name) => (document.title = name), title);
    await view.pdf({ path: file(`public${pdf}`).pathname, format: 'A4', tagged: true });
    await view.close();
  }
}

/** Saves the press kit: the original logo, map and pictures. */
async function makePressKit(): Promise<void> {
  const pictures = ['logo', 'about', 'consultation', 'evacuation', 'medical-escort'];
  const files = await Promise.all(
    pictures.map(async (name) => [`${name}.svg`, await readFile(file(`app/content/pictures/${name}.svg`))] as const),
  );
  const icon = await readFile(file('public/icon-512.png'));
  const entries = { ...Object.fromEntries(files), 'flight-map.svg': Buffer.from(flightMap()), 'logo-512.png': icon };
  await writeFile(file('public/press/press-kit.zip'), zipSync(entries, { mtime: '2024-11-12' }));
}
