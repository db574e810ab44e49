import { toLatinDigits, withoutBidiMarks } from './digits.ts';
import { streamSafe } from './stream-safe.ts';

/** Harakat, superscript alef and tatweel, which are optional in Arabic writing. */
const optionalArabicMarks = /[\u064B-\u0652\u0670\u0640]/g;
const latinAccents = /[\u0300-\u036f]/g;

/** Letters that people use interchangeably, each with its replacement. */
const letterReplacements: Record<string, string> = {
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ة: 'ه',
  ى: 'ي',
  ی: 'ي',
  ئ: 'ي',
  ؤ: 'و',
  ک: 'ك',
  گ: 'ك',
  ڤ: 'ف',
  پ: 'ب',
  چ: 'ج',
  // The hard g of foreign names has two spellings: هامبورغ, هامبورج.
  غ: 'ج',
  ß: 'ss',
  ı: 'i',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
};
const replaceableLetters = new RegExp(`[${Object.keys(letterReplacements).join('')}]`, 'g');

/**
 * Normalises text for search: ignores case, accents, hamza forms, ة/ه, ى/ي, harakat, tatweel, digit scripts and
 * punctuation.
 */
export function fold(text: string): string {
  return streamSafe(toLatinDigits(withoutBidiMarks(text)))
    .normalize('NFC')
    .replace(optionalArabicMarks, '')
    .toLowerCase()
    .replace(replaceableLetters, (letter) => letterReplacements[letter] ?? letter)
    .normalize('NFD')
    .replace(latinAccents, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
