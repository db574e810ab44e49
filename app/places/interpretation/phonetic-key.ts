import { fold } from '#app/i18n/input/fold.ts';

/** The Arabic article as a separate word, in Latin and Cyrillic script: Al Khobar, Ar-Rijad, Эль-Хобар. */
const articles = new Set(
  'al el ad ar as at az an ed er es et ez en ash esh adh eth ath аль эль ад ар ас ат аз ан эд эр эс эт эз эн аш эш'.split(
    ' ',
  ),
);

/** Replacements that reduce the spellings of a sound in Latin letters to one. The order matters. */
const soundReplacements: [RegExp, string][] = [
  [/dsch|dj/g, 'j'],
  [/tsch/g, 'ch'],
  [/sch/g, 'sh'],
  [/kh|ck|q/g, 'k'],
  [/gh/g, 'g'],
  [/dh/g, 'd'],
  [/th/g, 't'],
  [/ee|ie|y/g, 'i'],
  [/oo|ou/g, 'u'],
  [/ae/g, 'a'],
  [/oe/g, 'o'],
  [/ue/g, 'u'],
  [/(\p{L})\1+/gu, '$1'],
  [/h\b/g, ''],
];

/**
 * Returns a key that is the same for names that sound alike: without the Arabic article, and with one spelling for
 * letters that people interchange when they write Arabic or German names in Latin script (el-Qateef, Al Katif;
 * Muenchen, Munchen). It is coarser than {@link fold}, so it is used only if folding finds no name.
 */
export function phoneticKey(text: string): string {
  const words = fold(text.replace(/['’‘ʿʾ`´]/g, '')).split(' ');
  const withoutArticles = words.filter((word) => !articles.has(word));
  const key = (withoutArticles.length > 0 ? withoutArticles : words).map(normalizeArabic).join(' ');
  return soundReplacements.reduce((sound, [pattern, letter]) => sound.replace(pattern, letter), key);
}

/** Removes the Arabic article, which is part of the word, and a final hamza, which people often omit (صنعا). */
function normalizeArabic(word: string): string {
  return (/^ال\p{L}{3,}/u.test(word) ? word.slice(2) : word).replace(/ء$/, '');
}
