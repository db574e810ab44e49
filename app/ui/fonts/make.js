// Makes the font files of this folder: IBM Plex Sans Arabic cut down to the letters our pages and visitors use, without
// hinting, which phones ignore. Run by hand when a letter is missing: `npm run fonts`. Whatever the cut files lack
// still comes from the whole ones (fonts.css).
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

/** Every code point from the first to the last, inclusive. */
const range = (first, last) => String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i));

const letters = {
  // Hamza to sukun, punctuation, digits, and the letters that Persian and Gulf names add.
  arabic: `${range(0x621, 0x63a)}${range(0x641, 0x652)}،؛؟٪${range(0x660, 0x669)}پچژگکیڤ`,
  // What English is written with, and names and addresses in German.
  latin: `${range(0x20, 0x7e)}\u00a0«»–—…©×’‘“”ÄÖÜäöüßé§`,
};

/** What joins and places Arabic letters. Kerning would be a quarter of the Latin files, stylistic sets still more. */
const keepFeatures = ['ccmp', 'init', 'medi', 'fina', 'isol', 'rlig', 'liga', 'calt', 'mark', 'mkmk', 'locl'];

for (const [script, text] of Object.entries(letters)) {
  for (const weight of [400, 600]) {
    const name = `ibm-plex-sans-arabic-${script}-${weight}-normal.woff2`;
    const whole = await readFile(require.resolve(`@fontsource/ibm-plex-sans-arabic/files/${name}`));
    const cut = await subsetFont(whole, text, { targetFormat: 'woff2', noHinting: true, keepFeatures });
    await writeFile(new URL(`${script}-${weight}.woff2`, import.meta.url), cut);
    console.log(`${script} ${weight}: ${whole.length} to ${cut.length} bytes`);
  }
}
