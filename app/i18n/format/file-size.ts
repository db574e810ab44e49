import { type Language, languages } from '../languages.ts';

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** Formats a file size: `820 kB`, `2.4 MB`; at least 1 kB. No decimals for kilobytes, at most one for megabytes. */
export function formatFileSize(bytes: number, language: Language): string {
  const inMegabytes = Math.round(bytes / kilobyte) >= kilobyte;
  const value = inMegabytes ? bytes / megabyte : Math.max(1, Math.round(bytes / kilobyte));
  const number = new Intl.NumberFormat(languages[language].locale, { maximumFractionDigits: 1 }).format(value);
  return `${number} ${inMegabytes ? 'MB' : 'kB'}`;
}
