import { type FormLanguage, languages } from '../languages.ts';

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** The units in each language. Arabic writes them out, as in the texts beside file fields. */
const units: Record<FormLanguage, { kilobytes: string; megabytes: string }> = {
  ar: { kilobytes: 'كيلوبايت', megabytes: 'ميغابايت' },
  en: { kilobytes: 'kB', megabytes: 'MB' },
  ru: { kilobytes: 'КБ', megabytes: 'МБ' },
};

/**
 * Formats a file size as `820 kB` or `2.4 MB`; the minimum is 1 kB. Kilobytes have no decimals, megabytes at most one.
 */
export function formatFileSize(bytes: number, language: FormLanguage): string {
  const usesMegabytes = Math.round(bytes / kilobyte) >= kilobyte;
  const value = usesMegabytes ? bytes / megabyte : Math.max(1, Math.round(bytes / kilobyte));
  const number = new Intl.NumberFormat(languages[language].locale, { maximumFractionDigits: 1 }).format(value);
  return `${number} ${usesMegabytes ? units[language].megabytes : units[language].kilobytes}`;
}
