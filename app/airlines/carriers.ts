import type { Language } from '#app/i18n/languages.ts';
import carrierList from './carriers.json' with { type: 'json' };

/** An airline that flies between the Arab world, its neighbours and Europe. */
export interface Carrier {
  /** IATA, two letters or digits. */
  code: string;
  name: string;
  /** As the airline calls itself in Arabic, where it does. */
  nameArabic: string;
}

export const carriers: readonly Carrier[] = carrierList;

const byCode = new Map(carriers.map((carrier) => [carrier.code, carrier]));

/**
 * What an airline is called: by our own list in the language of the page, else as the supplier calls it, else its code.
 * @param names the supplier's names by code
 */
export function carrierName(code: string, language: Language, names: Record<string, string> = {}): string {
  const carrier = byCode.get(code);
  if (carrier) return language === 'ar' ? carrier.nameArabic : carrier.name;
  const name = names[code]?.trim() ?? '';
  return name === '' ? code : name;
}
