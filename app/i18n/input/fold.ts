import { toLatinDigits, withoutBidiMarks } from './digits.ts';
import { streamSafe } from './stream-safe.ts';

/**
 * Tatweel, and vowel signs that stand alone: compatibility decomposition would make these signs a space with a mark,
 * which splits the word.
 */
const optionalArabicSigns = /[\u0640\uFC5E-\uFC63\uFE70-\uFE7F]/g;
/** Accents, harakat and hamza above or below a letter, once decomposition has separated them from it. */
const marks = /\p{M}+/gu;

/**
 * Letters that people use interchangeably; the first of each group stands for all of them. Persian, Urdu, Kurdish and
 * Maghrebi keyboards have letters of their own, for Arabic letters and for sounds that Arabic lacks. The hard g of
 * foreign names has two spellings: هامبورغ, هامبورج.
 */
const interchangeableLetters = 'اٱ بپ تٹ جچغ دڈ رڑڕ زژ فڤڥڢ قڨڧ كکگڭݣ لڵ نں هةہھەۃ وۆۇۋ يىیێېے'.split(' ');

const letterReplacements = new Map<string, string>([
  ...interchangeableLetters.flatMap(([first = '', ...others]) =>
    others.map((letter): [string, string] => [letter, first]),
  ),
  ['ß', 'ss'],
  ['ı', 'i'],
  ['ø', 'o'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ł', 'l'],
]);
const replaceableLetters = new RegExp(`[${[...letterReplacements.keys()].join('')}]`, 'g');

/**
 * Replaces full-width letters and the presentation forms of Arabic letters, which old programs and PDFs contain, with
 * plain letters. Vowel signs that stand alone, and tatweel, are removed.
 */
export function withPlainLetters(text: string): string {
  return streamSafe(text).replace(optionalArabicSigns, '').normalize('NFKC');
}

/**
 * Normalises text for search: ignores case, accents, hamza forms, ة/ه, ى/ي, harakat, tatweel, digit scripts,
 * punctuation, full-width letters, presentation forms, and which keyboard of the Arabic script a letter is from.
 */
export function fold(text: string): string {
  return withPlainLetters(toLatinDigits(withoutBidiMarks(text)))
    .normalize('NFD')
    .replace(marks, '')
    .toLowerCase()
    .replace(replaceableLetters, (letter) => letterReplacements.get(letter) ?? letter)
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
