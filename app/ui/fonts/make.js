// Generates the font files in this folder: IBM Plex Sans Arabic, reduced to the characters that our pages and visitors
// use, and without hinting, which phones ignore. Run `npm run fonts` manually if a character is missing. All other
// characters come from larger files (fonts.css). The complete fonts are those of IBM's package `@ibm/plex-sans-arabic`
// 1.1.0; they are copies, because that package reports its installation to IBM.
import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

/** Returns all characters from the first to the last code point, inclusive. */
const range = (first, last) => String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i));

/**
 * The letters and marks from hamza to sukun, punctuation and digits. The few Persian letters would add an eighth to the
 * size.
 */
const arabic = `${range(0x621, 0x63a)}${range(0x641, 0x652)}،؛؟٪${range(0x660, 0x669)}`;
/** The characters, including digits, needed for English text, for German names and addresses, and for prices. */
const latin = `${range(0x20, 0x7e)}\u00a0«»–—…©×’‘“”·ÄÖÜäöüßé§€`;

/**
 * The characters of each file, by the page's script. Every page needs Latin characters, so the Arabic file contains
 * them too, which saves Arabic pages a second file.
 */
const subsets = { arabic: arabic + latin, latin };

/**
 * Kerning is dropped because it takes up a quarter of the Latin files, and stylistic sets because they take up even
 * more.
 */
const keepFeatures = ['ccmp', 'init', 'medi', 'fina', 'isol', 'rlig', 'liga', 'calt', 'mark', 'mkmk', 'locl'];

for (const weight of [400, 600]) {
  const completeFont = await readFile(new URL(`complete/plex-${weight}.woff2`, import.meta.url));
  for (const [script, text] of Object.entries(subsets)) {
    const subset = await subsetFont(completeFont, text, { targetFormat: 'woff2', noHinting: true, keepFeatures });
    await writeFile(new URL(`${script}-${weight}.woff2`, import.meta.url), subset);
    console.log(`${script} ${weight}: reduced from ${completeFont.length} to ${subset.length} bytes`);
  }
}
