import { fold } from '#app/i18n/input/fold.ts';

/** The Arabic article, as it is written in three scripts when it stands alone: Al Khobar, Ar-Rijad, Эль-Хобар. */
const articles = new Set(
  'al el ad ar as at az an ed er es et ez en ash esh adh eth ath аль эль ад ар ас ат аз ан эд эр эс эт эз эн аш эш'.split(
    ' ',
  ),
);

/** Ways of writing one sound in Latin letters, brought to one of them. The order matters. */
const sameSounds: [RegExp, string][] = [
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
 * A name as it sounds: without the Arabic article, and with the letters that people exchange when they write Arabic or
 * German names in Latin script (el-Qateef, Al Katif; Muenchen, Munchen) brought to one. Coarser than {@link fold}, so
 * it is asked only where that finds nothing.
 */
export function soundKey(text: string): string {
  const words = fold(text.replace(/['’‘ʿʾ`´]/g, '')).split(' ');
  const rest = words.filter((word) => !articles.has(word));
  const key = (rest.length > 0 ? rest : words).map(withoutArabicArticle).join(' ');
  return sameSounds.reduce((sound, [pattern, letter]) => sound.replace(pattern, letter), key);
}

/** Arabic glues its article on, and at the end of a word hamza is often left out (صنعا). */
function withoutArabicArticle(word: string): string {
  return (/^ال\p{L}{3,}/u.test(word) ? word.slice(2) : word).replace(/ء$/, '');
}
