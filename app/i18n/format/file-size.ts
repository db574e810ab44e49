import { type Language, languages } from '../languages.ts';

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/**
 * Formats a file size as `820 kB` or `2.4 MB`, and as at least 1 kB. Kilobytes have no decimals, megabytes at most one.
 */
export function formatFileSize(bytes: number, language: Language): string {
  const usesMegabytes = Math.round(bytes / kilobyte) >= kilobyte;
  const value = usesMegabytes ? bytes / megabyte : Math.max(1, Math.round(bytes / kilobyte));
  const number = new Intl.NumberFormat(languages[language].locale, { maximumFractionDigits: 1 }).format(value);
  return `${number} ${usesMegabytes ? 'MB' : 'kB'}`;
}
