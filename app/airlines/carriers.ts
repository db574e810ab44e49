import type { Language } from '#app/i18n/languages.ts';
import carrierList from './carriers.json' with { type: 'json' };

/** An airline serving the Arab world, its neighbours and Europe. */
export interface Carrier {
  /** IATA code, two letters or digits. */
  code: string;
  /** The airline's name in each language: the one it uses itself, where there is one. */
  name: Readonly<Record<Language, string>>;
}

/** Our list of about a hundred airlines, sorted by code. */
export const carriers: readonly Carrier[] = carrierList;

const byCode = new Map(carriers.map((carrier) => [carrier.code, carrier]));

/**
 * Returns an airline's display name: the name from our list in the page's language, else the supplier's name, else the
 * code.
 * @param names the supplier's names by code
 */
export function carrierName(code: string, language: Language, names: Record<string, string> = {}): string {
  const carrier = byCode.get(code);
  if (carrier) return carrier.name[language];
  const name = names[code]?.trim() ?? '';
  return name === '' ? code : name;
}
