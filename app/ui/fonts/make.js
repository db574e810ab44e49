// Generates this folder's font files: IBM Plex Sans Arabic, subset to the characters that our pages and visitors use,
// without hinting, which phones ignore. Run `npm run fonts` manually if a character is missing. Other characters still
// come from the complete files (fonts.css).
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

/** All code points in the inclusive range. */
const range = (first, last) => String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i));

/** Without kerning, a quarter of the Latin files, and stylistic sets, which would be even more. */
const scripts = {
  // Hamza to sukun, punctuation and digits, and joining and positioning characters. The few Persian letters would add
  // an eighth, because of their many ligatures.
  arabic: {
    text: `${range(0x621, 0x63a)}${range(0x641, 0x652)}،؛؟٪${range(0x660, 0x669)}`,
    keepFeatures: ['ccmp', 'init', 'medi', 'fina', 'isol', 'rlig', 'liga', 'calt', 'mark', 'mkmk'],
  },
  // Characters for English, and for German names and addresses, including digits.
  latin: { text: `${range(0x20, 0x7e)}\u00a0«»–—…©×’‘“”ÄÖÜäöüßé§`, keepFeatures: ['ccmp', 'liga', 'locl'] },
};

for (const [script, { text, keepFeatures }] of Object.entries(scripts)) {
  for (const weight of [400, 600]) {
    const name = `ibm-plex-sans-arabic-${script}-${weight}-normal.woff2`;
    const whole = await readFile(require.resolve(`@fontsource/ibm-plex-sans-arabic/files/${name}`));
    const cut = await subsetFont(whole, text, { targetFormat: 'woff2', noHinting: true, keepFeatures });
    await writeFile(new URL(`${script}-${weight}.woff2`, import.meta.url), cut);
    console.log(`${script} ${weight}: ${whole.length} to ${cut.length} bytes`);
  }
}
