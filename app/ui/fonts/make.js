// Generates the font files in this folder: IBM Plex Sans Arabic, reduced to the characters that our pages and visitors
// use, and without hinting, which phones ignore. Run `npm run fonts` manually if a character is missing. All other
// characters come from the complete font files (fonts.css).
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

/** Returns all characters from the first to the last code point, inclusive. */
const range = (first, last) => String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i));

/**
 * The characters and font features to keep for each script. Kerning is dropped because it takes up a quarter of the
 * Latin files, and stylistic sets because they would take up even more.
 */
const subsets = {
  // The letters and marks from hamza to sukun, punctuation and digits. The few Persian letters would add an eighth to
  // the size, because of their many ligatures.
  arabic: {
    text: `${range(0x621, 0x63a)}${range(0x641, 0x652)}،؛؟٪${range(0x660, 0x669)}`,
    keepFeatures: ['ccmp', 'init', 'medi', 'fina', 'isol', 'rlig', 'liga', 'calt', 'mark', 'mkmk'],
  },
  // The characters, including digits, needed for English text and for German names and addresses.
  latin: { text: `${range(0x20, 0x7e)}\u00a0«»–—…©×’‘“”ÄÖÜäöüßé§`, keepFeatures: ['ccmp', 'liga', 'locl'] },
};

for (const [script, { text, keepFeatures }] of Object.entries(subsets)) {
  for (const weight of [400, 600]) {
    const fileName = `ibm-plex-sans-arabic-${script}-${weight}-normal.woff2`;
    const completeFont = await readFile(require.resolve(`@fontsource/ibm-plex-sans-arabic/files/${fileName}`));
    const subset = await subsetFont(completeFont, text, { targetFormat: 'woff2', noHinting: true, keepFeatures });
    await writeFile(new URL(`${script}-${weight}.woff2`, import.meta.url), subset);
    console.log(`${script} ${weight}: reduced from ${completeFont.length} to ${subset.length} bytes`);
  }
}
